import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const server =
  '{type: object, properties: {id: {type: integer, readOnly: true}, name: {type: string}, labels: {type: object, additionalProperties: {type: string}}}}'
const description = `
paths:
  /servers:
    get: {parameters: [{name: label_selector, in: query, schema: {type: string}}], responses: {'200': {description: ok, ${json(`{type: array, items: ${server}}`)}}}}
    post: {requestBody: {${json(server)}}, responses: {'201': {description: ok, ${json(server)}}}}
  /servers/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${json(server)}}}}}
`

it.each([
  ['env=prod', 'ac'],
  ['env==prod,tier=web', 'a'],
  ['env!=prod', 'bd'],
  ['env in (dev, test)', 'b'],
  ['env notin (dev)', 'acd'],
  ['tier', 'a'],
  ['!env', 'd'],
  ['env=', ''],
  ['env in (dev', ''],
  ['a b c', ''],
  ['', 'abcd'],
])('label_selector=%s shows %s', async (selector, found) => {
  const { ask } = await sandboxOf(description)
  const all = { a: { env: 'prod', tier: 'web' }, b: { env: 'dev' }, c: { env: 'prod' }, d: undefined }
  for (const [name, labels] of Object.entries(all)) ask('POST /servers', { body: { name, ...(labels && { labels }) } })
  const shown = ask(`GET /servers?label_selector=${encodeURIComponent(selector)}`).body as readonly { name: string }[]
  expect(shown.map(({ name }) => name).join('')).toBe(found)
})
