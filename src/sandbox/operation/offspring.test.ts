import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

it('a child sent to a record of its own kind is made, and the parent keeps its name', async () => {
  const group = "{$ref: '#/components/schemas/Group'}"
  const json = `content: {application/json: {schema: ${group}}}`
  const id = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
  const { ask } = await sandboxOf(`
paths:
  /groups:
    post: {requestBody: {${json}}, responses: {'201': {description: made, ${json}}}}
  /groups/{id}:
    ${id}
    get: {responses: {'200': {description: it, ${json}}, '404': {description: none}}}
  /groups/{id}/children:
    ${id}
    post: {summary: Set or create child, requestBody: {${json}}, responses: {'201': {description: made}, '404': {description: none}}}
components: {schemas: {Group: {type: object, properties: {id: {type: string}, name: {type: string}, parentId: {type: string}, subGroups: {type: array, items: ${group}}}}}}
`)
  const { id: staff } = ask('POST /groups', { body: { name: 'staff' } }).body as { id: string }
  const made = ask(`POST /groups/${staff}/children`, { body: { name: 'night' } })
  const night = made.field('location')?.split('/').at(-1) ?? ''
  expect(made.status).toBe(201)
  expect(ask(`GET /groups/${night}`).body).toMatchObject({ id: night, name: 'night', parentId: staff })
  expect(ask(`GET /groups/${staff}`).body).toMatchObject({ name: 'staff', subGroups: [{ id: night, name: 'night' }] })
  expect(ask('POST /groups/none/children', { body: { name: 'x' } }).status).toBe(404)
})
