import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const text = '{type: string}'
const sent = (required: string, more = ''): string =>
  `{type: object, required: [${required}], properties: {rackName: ${text}, bookName: ${text}, ${more}}}`
const operation = (name: string, body: string, answer = '{}'): string => `
  /#X-Target=Library.${name}:
    post: {operationId: ${name}, requestBody: {required: true, ${json(body)}}, responses: {'200': {description: Success, ${json(answer)}}, '480': {description: InvalidParameterException, ${json('{}')}}, '481': {description: ResourceNotFoundException, ${json('{}')}}, '482': {description: ResourceAlreadyExistsException, ${json('{}')}}}}`
const list = (name: string): string =>
  `{type: object, properties: {${name}: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}`

const library = `
paths:${operation('CreateRack', sent('rackName'))}
${operation('DescribeRacks', sent('', `rackNamePrefix: ${text}`), list('racks'))}
${operation('DeleteRack', sent('rackName'))}
${operation('CreateBook', sent('rackName, bookName'))}
${operation('DescribeBooks', sent('rackName'), list('books'))}
${operation('DeleteBook', sent('rackName, bookName'))}
components:
  schemas:
    racks: {type: object, properties: {rackName: ${text}, size: {type: integer}}}
    books: {type: object, properties: {bookName: ${text}, pages: {type: integer}}}
`

async function called() {
  const { ask } = await sandboxOf(library)
  return (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
}

it('knows records by the name that is called after them, and what is named inside them', async () => {
  const call = await called()
  for (const rackName of ['a1', 'a2', 'b1']) call('CreateRack', { rackName })
  expect(call('CreateRack', { rackName: 'a1' }).body).toMatchObject({ __type: 'ResourceAlreadyExistsException' })
  expect(call('DescribeRacks', { rackNamePrefix: 'a' }).body).toMatchObject({
    racks: [{ rackName: 'a1' }, { rackName: 'a2' }],
  })
  for (const rackName of ['a1', 'a2']) expect(call('CreateBook', { rackName, bookName: 'x' }).status).toBe(200)
  expect(call('CreateBook', { rackName: 'a1', bookName: 'x' }).status).toBe(400)
  expect(call('CreateBook', { rackName: 'none', bookName: 'x' }).body).toMatchObject({
    __type: 'ResourceNotFoundException',
  })
  expect(call('DescribeBooks', { rackName: 'none' }).status).toBe(400)
  call('DeleteBook', { rackName: 'a1', bookName: 'x' })
  expect(call('DescribeBooks', { rackName: 'a1' }).body).toEqual({ books: [] })
  expect(call('DescribeBooks', { rackName: 'a2' }).body).toMatchObject({ books: [{ bookName: 'x' }] })
})

it('takes with a record what is named inside it', async () => {
  const call = await called()
  call('CreateRack', { rackName: 'a' })
  call('CreateBook', { rackName: 'a', bookName: 'x' })
  call('DeleteRack', { rackName: 'a' })
  call('CreateRack', { rackName: 'a' })
  expect(call('DescribeBooks', { rackName: 'a' }).body).toEqual({ books: [] })
})
