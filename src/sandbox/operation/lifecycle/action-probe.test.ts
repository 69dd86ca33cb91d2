import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const of = 'content: {application/json: {schema: {$ref: "#/components/schemas/Draft"}}}'
const at = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'

it.each(['merged: {type: boolean}', 'merged_at: {type: [string, "null"], format: date-time}', 'note: {type: string}'])(
  'answers whether something was done as the record tells it: %s',
  async (property) => {
    const { ask } = await sandboxOf(`
paths:
  /drafts: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}, responses: {'201': {description: ok, ${of}}}}}
  /drafts/{id}/merge:
    ${at}
    get: {responses: {'204': {description: it was merged}, '404': {description: it was not}}}
    put: {responses: {'200': {description: ok, ${of}}}}
components: {schemas: {Draft: {type: object, properties: {id: {type: string}, title: {type: string}, ${property}}}}}
`)
    const { id } = ask('POST /drafts', { body: { title: 'a' } }).body as { id: string }
    const tells = property.startsWith('merged')
    expect(ask(`GET /drafts/${id}/merge`).status).toBe(tells ? 404 : 204)
    ask(`PUT /drafts/${id}/merge`)
    expect(ask(`GET /drafts/${id}/merge`).status).toBe(204)
  },
)
