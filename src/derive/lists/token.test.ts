import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const one = `{description: ok, ${json("{$ref: '#/components/schemas/Alert'}")}}`
const alerts = (words: string) => `
paths:
  /alerts:
    get: {parameters: [{name: limit, in: query, schema: {type: integer}}, {name: from, in: query, description: ${JSON.stringify(words)}, schema: {type: string, format: date-time}}], responses: {'200': {description: ok, ${json("{type: object, properties: {items: {type: array, items: {$ref: '#/components/schemas/Alert'}}, next_token: {type: string}}}")}}}}
    post: {requestBody: {${json("{$ref: '#/components/schemas/Alert'}")}}, responses: {'201': ${one}}}
  /alerts/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${one}}}}
components: {schemas: {Alert: {type: object, properties: {id: {type: string}, name: {type: string}, created_at: {type: string, format: date-time}}}}}
`

it.each([
  ['The start date to query for', 3],
  ['Where the next page begins: the token of the answer before', 0],
])('takes a time for a place in the list only where words say so: %s', async (words, shown) => {
  const { ask } = await sandboxOf(alerts(words))
  for (const name of ['a', 'b', 'c']) ask('POST /alerts', { body: { name } })
  const { items } = ask('GET /alerts?from=2020-01-01T00:00:00Z').body as { items: readonly object[] }
  expect(items).toHaveLength(shown)
})
