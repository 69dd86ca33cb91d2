import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

it('keeps a record of any keys as it was sent, beside a search that shows such records inside others', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const hit = '{type: object, properties: {document: {type: object}, score: {type: number}}}'
  const { ask } = await sandboxOf(`
paths:
  /documents:
    post: {requestBody: {${json('{type: object}')}}, responses: {'201': {description: made, ${json('{type: object}')}}}}
  /documents/search:
    post: {requestBody: {${json('{type: object, properties: {text: {type: string}}}')}}, responses: {'200': {description: found, ${json(`{type: object, properties: {hits: {type: array, items: ${hit}}}}`)}}}}
  /documents/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json('{type: object}')}}}}
`)
  const sent = { id: 'd1', name: 'Vega', parts: [true, null], nested: { score: 'high' } }
  expect(ask('POST /documents', { body: sent }).body).toEqual(sent)
  expect(ask('GET /documents/d1').body).toEqual(sent)
})
