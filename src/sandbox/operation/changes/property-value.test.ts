import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const crate = "{$ref: '#/components/schemas/Crate'}"
const run = "{$ref: '#/components/schemas/Run'}"
const id = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`

it('sets what a verb of several things names on the record above it', async () => {
  const { ask } = await sandboxOf(`
paths:
  /crates:
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${crate}}`)}}}}
    post: {requestBody: {${json(crate)}}, responses: {'201': {description: made, ${json(crate)}}}}
  /crates/{id}: {get: {parameters: [${id('id')}], responses: {'200': {description: ok, ${json(crate)}}}}}
  /crates/{id}/setLabels:
    post: {operationId: crates.setLabels, parameters: [${id('id')}], requestBody: {${json('{type: object, properties: {labels: {type: object, additionalProperties: {type: string}}}}')}}, responses: {'200': {description: runs, ${json(run)}}}}
  /runs: {get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${run}}`)}}}}}
  /runs/{id}: {get: {parameters: [${id('id')}], responses: {'200': {description: ok, ${json(run)}}}}}
components:
  schemas:
    Crate: {type: object, properties: {id: {type: string, readOnly: true}, labels: {type: object, additionalProperties: {type: string}}}}
    Run: {type: object, properties: {id: {type: string}, status: {type: string, enum: [pending, done]}}}
`)
  const made = ask('POST /crates', { body: { labels: { a: '1' } } }).body as { id: string }
  expect(ask(`POST /crates/${made.id}/setLabels`, { body: { labels: { a: '2', b: '3' } } }).status).toBe(200)
  expect(ask(`GET /crates/${made.id}`).body).toMatchObject({ labels: { a: '2', b: '3' } })
})
