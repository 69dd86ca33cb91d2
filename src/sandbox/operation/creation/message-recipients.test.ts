import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const message = `{type: object, properties: {id: {type: string, readOnly: true}, to: {type: array, items: {type: object, properties: {email: {type: string}, name: {type: string}}}}}}`
const description = `
paths:
  /messages:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {to: {type: string}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: ${message}}}}}
  /messages/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: ${message}}}}}}
`

it.each([
  ['ann@x.io', [{ email: 'ann@x.io' }]],
  [
    '"Ann" <ann@x.io>, Bob <bob@x.io>',
    [
      { email: 'ann@x.io', name: 'Ann' },
      { email: 'bob@x.io', name: 'Bob' },
    ],
  ],
])('reads %s', async (to, all) => {
  const { ask } = await sandboxOf(description)
  expect(ask('POST /messages', { body: { to } }).body).toMatchObject({ to: all })
})

it('answers at once, however odd the text', async () => {
  const { ask } = await sandboxOf(description)
  for (const to of [
    `<${' '.repeat(200_000)}>>>`,
    '<'.repeat(100_000),
    '>'.repeat(100_000),
    '"<"',
    `${'"'.repeat(50_000)}<`,
  ])
    expect(ask('POST /messages', { body: { to } }).status).toBe(201)
})
