import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`
const operation = (name: string, sent: string, answer: string): string => `
  /#X-Target=library.${name}:
    post: {operationId: ${name}, parameters: [{name: X-Target, in: header, required: true, schema: {type: string}}], requestBody: {${json(sent)}}, responses: {'200': {description: Success, ${json(answer)}}, '480': {description: BookNotFoundException, ${json('{}')}}, '481': {description: ResourceNotFoundException, ${json('{}')}}, '482': {description: BookExistsException, ${json('{}')}}, '483': {description: InvalidParameterException, ${json('{}')}}}}`

const library = `
paths:${operation('CreateBook', '{type: object, required: [Name], properties: {Name: {type: string}, Text: {type: string}, Tags: {type: array, items: {type: string}}}}', '{type: object, properties: {Arn: {type: string}, Name: {type: string}}}')}
${operation('DescribeBook', ref('Key'), ref('DescribeBookResponse'))}
${operation('GetBookValue', ref('Key'), '{type: object, properties: {Name: {type: string}, Text: {type: string}}}')}
${operation('PutBookValue', '{type: object, required: [BookId], properties: {BookId: {type: string}, Text: {type: string}, CreatedDate: {type: string, format: date-time}}}', '{type: object, properties: {Name: {type: string}}}')}
${operation('ListBooks', '{type: object, properties: {MaxResults: {type: integer}, NextToken: {type: string}}}', `{type: object, properties: {Books: {type: array, items: ${ref('DescribeBookResponse')}}, NextToken: {type: string}}}`)}
${operation('DeleteBook', ref('Key'), '{type: object}')}
components:
  schemas:
    Key: {type: object, required: [BookId], properties: {BookId: {type: string}}}
    DescribeBookResponse: {type: object, properties: {Arn: {type: string}, Name: {type: string}, CreatedDate: {type: string, format: date-time}, Tags: {type: array, items: {type: string}}}}
`

async function called() {
  const { ask } = await sandboxOf(library)
  return (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `library.${name}` } })
}

it('makes, reads, lists and deletes what operations of one path are called after', async () => {
  const call = await called()
  for (const Name of ['a', 'b', 'c'])
    expect(call('CreateBook', { Name, Text: `of ${Name}` }).body).toMatchObject({ Name })
  const { Arn, CreatedDate } = call('DescribeBook', { BookId: 'b' }).body as { Arn: string; CreatedDate: number }
  expect(call('DescribeBook', { BookId: Arn }).body).toMatchObject({ Name: 'b' })
  expect(CreatedDate).toBeTypeOf('number')
  const first = call('ListBooks', { MaxResults: 2 }).body as { NextToken: string }
  expect(first).toMatchObject({ Books: [{ Name: 'a' }, { Name: 'b' }] })
  expect(call('ListBooks', { MaxResults: 2, NextToken: first.NextToken }).body).toEqual({
    Books: [expect.objectContaining({ Name: 'c' })],
  })
  call('DeleteBook', { BookId: 'b' })
  expect(call('DescribeBook', { BookId: 'b' }).status).toBe(400)
})

it('reads and changes a part of a record that has operations of its own', async () => {
  const call = await called()
  call('CreateBook', { Name: 'a', Text: 'one', Tags: ['t'] })
  expect(call('GetBookValue', { BookId: 'a' }).body).toMatchObject({ Name: 'a', Text: 'one' })
  call('PutBookValue', { BookId: 'a', Text: 'two' })
  expect(call('GetBookValue', { BookId: 'a' }).body).toMatchObject({ Text: 'two' })
  expect(call('DescribeBook', { BookId: 'a' }).body).toMatchObject({ Tags: ['t'] })
})

it('tells of errors by their names', async () => {
  const call = await called()
  call('CreateBook', { Name: 'a' })
  expect(call('DescribeBook', { BookId: 'z' }).body).toMatchObject({ __type: 'BookNotFoundException' })
  expect(call('CreateBook', { Name: 'a' }).body).toMatchObject({ __type: 'BookExistsException' })
  expect(call('CreateBook', {}).body).toMatchObject({ __type: 'InvalidParameterException' })
})

it('reads times that are told in seconds', async () => {
  const call = await called()
  call('CreateBook', { Name: 'a', Text: 'one' })
  expect(call('PutBookValue', { BookId: 'a', CreatedDate: 1700000000.5 }).status).toBe(200)
  expect(call('DescribeBook', { BookId: 'a' }).body).toMatchObject({ CreatedDate: 1700000000.5 })
  expect(call('PutBookValue', { BookId: 'a', CreatedDate: true }).status).toBe(400)
})

it('takes one odd status for nothing special', async () => {
  const { ask } = await sandboxOf(`
paths:
  /books:
    post: {operationId: createBook, requestBody: {${json('{type: object}')}}, responses: {'201': {description: Made, ${json('{type: object, properties: {id: {type: string}}}')}}}}
  /books/{id}:
    get: {operationId: getBook, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: A book, ${json('{type: object, properties: {id: {type: string}, created: {type: string, format: date-time}}}')}}, '404': {description: None, ${json('{type: object, properties: {error: {type: string}}}')}}, '520': {description: UnknownError, ${json('{}')}}}}
`)
  expect(ask('GET /books/none').body).toEqual({ error: expect.any(String) })
})
