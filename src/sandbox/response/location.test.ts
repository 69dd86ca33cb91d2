import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const group = 'content: {application/json: {schema: {$ref: "#/components/schemas/Group"}}}'
const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`

it('leads to the record by its id, not by another of its properties', async () => {
  const api = await sandboxOf(`
paths:
  /group-by-path/{path}: {get: {parameters: [${inPath('path')}], responses: {'200': {description: ok, ${group}}}}}
  /groups: {post: {requestBody: {${group}}, responses: {'201': {description: ok, ${group}}}}}
  /groups/{id}: {get: {parameters: [${inPath('id')}], responses: {'200': {description: ok, ${group}}}}}
components: {schemas: {Group: {type: object, properties: {id: {type: string}, name: {type: string}, path: {type: string}}}}}
`)
  const made = api.ask('POST /groups', { body: { name: 'a' } })
  const { id } = made.body as { id: string }
  expect(made.field('location')).toMatch(new RegExp(`/groups/${id}$`))
})
