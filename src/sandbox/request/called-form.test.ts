import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'
import { membersOf } from './called-form.ts'

const xml = (schema: string): string => `content: {text/xml: {schema: ${schema}}}`
const asked = (name: string): string =>
  `{name: Action, in: query, required: true, schema: {type: string, enum: [${name}]}}, {name: Version, in: query, required: true, schema: {type: string}}, {name: MaxItems, in: query, schema: {type: integer}}, {name: Marker, in: query, schema: {type: string}}`
const operation = (name: string, sent: string, answer: string): string => `
  /#Action=${name}:
    post: {operationId: POST_${name}, parameters: [${asked(name)}], requestBody: {${xml(sent)}}, responses: {'200': {description: Success, ${xml(answer)}}, '480': {description: NoSuchBookException, ${xml('{}')}}, '481': {description: BookExistsException, ${xml('{}')}}}}`
const key = '{type: object, required: [BookName], properties: {BookName: {type: string}}}'
const answer = `{type: object, properties: {Book: {$ref: '#/components/schemas/Book'}}}`

const library = `
paths:${operation('CreateBook', `{type: object, required: [BookName], properties: {BookName: {type: string}, Labels: {type: array, items: {type: string}}, Notes: {type: object, additionalProperties: {type: string}}}}`, answer)}
${operation('GetBook', key, answer)}
${operation('ListBooks', '{type: object, properties: {Marker: {type: string}, MaxItems: {type: integer}}}', `{type: object, properties: {Books: {type: array, items: {$ref: '#/components/schemas/Book'}}, Marker: {type: string}, IsTruncated: {type: boolean}}}`)}
${operation('DeleteBook', key, '{type: object}')}
components:
  schemas:
    Book: {type: object, required: [BookName], properties: {BookName: {type: string}, Labels: {type: array, items: {type: string}}, Notes: {type: object, additionalProperties: {type: string}}}}
`

async function called() {
  const { ask } = await sandboxOf(library)
  const fields = { 'content-type': 'application/x-www-form-urlencoded' }
  return (form: string) => ask('POST /', { fields, body: `Version=1&${form}` })
}

it('takes a form in place of the body, members and entries of it as arrays and objects', async () => {
  const call = await called()
  const sent = 'BookName=a&Labels.member.1=x&Labels.member.2=y&Notes.entry.1.key=k&Notes.entry.1.value=v'
  const book =
    '<Book><BookName>a</BookName><Labels><member>x</member><member>y</member></Labels><Notes><entry><key>k</key><value>v</value></entry></Notes></Book>'
  expect(call(`Action=CreateBook&${sent}`)).toMatchObject({ status: 200 })
  expect(call('Action=GetBook&BookName=a').text).toContain(
    `<GetBookResponse><GetBookResult>${book}</GetBookResult><ResponseMetadata><RequestId>`,
  )
})

it('lists in pages and tells of errors by name', async () => {
  const call = await called()
  for (const name of ['a', 'b', 'c']) call(`Action=CreateBook&BookName=${name}`)
  const first = call('Action=ListBooks&MaxItems=2').text
  expect(first.match(/<BookName>\w/g)).toHaveLength(2)
  const marker = /<Marker>(.*)<\/Marker>/.exec(first)?.[1] ?? ''
  expect(call(`Action=ListBooks&MaxItems=2&Marker=${encodeURIComponent(marker)}`).text).toContain('<BookName>c')
  expect(call('Action=DeleteBook&BookName=a').status).toBe(200)
  const gone = call('Action=GetBook&BookName=a')
  expect(gone.status).toBe(404)
  expect(gone.text).toContain('<ErrorResponse><Error><Type>Sender</Type><Code>NoSuchBook</Code>')
  const twice = call('Action=CreateBook&BookName=b')
  expect(twice.status).toBe(400)
  expect(twice.text).toContain('<Code>BookExists</Code>')
})

it('reads members that are objects, in the order of their numbers', () => {
  expect(
    membersOf([
      ['Tags.member.2.Key', 'b'],
      ['Tags.member.1.Key', 'a'],
      ['Name', 'n'],
    ]),
  ).toEqual({ Tags: [{ Key: 'a' }, { Key: 'b' }], Name: 'n' })
})
