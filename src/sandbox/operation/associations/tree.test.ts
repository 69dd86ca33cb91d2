import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

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

const group = "{$ref: '#/components/schemas/Group'}"
const json = `content: {application/json: {schema: ${group}}}`
const groups = (id: string) => `
paths:
  /groups:
    post: {requestBody: {${json}}, responses: {'201': {description: made, ${json}}}}
  /groups/{${id}}:
    parameters: &id [{name: ${id}, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json}}, '404': {description: none}}}
    patch: {requestBody: {${json}}, responses: {'200': {description: it, ${json}}}}
    delete: {responses: {'204': {description: gone}}}
  /groups/{${id}}/children:
    parameters: *id
    post: {requestBody: {${json}}, responses: {'201': {description: made, ${json}}, '404': {description: none}}}
components: {schemas: {Group: {type: object, properties: {${id}: {type: string}, note: {type: integer}, parent: {type: string}, subGroups: {type: array, items: ${group}}}}}}
`

it('a group that is called otherwise goes on showing its children, and is shown by its new name', async () => {
  const { ask } = await sandboxOf(groups('name'))
  ask('POST /groups', { body: { name: 'top' } })
  ask('POST /groups/top/children', { body: { name: 'a' } })
  ask('POST /groups/a/children', { body: { name: 'b' } })
  expect(ask('PATCH /groups/a', { body: { name: 'z' } }).body).toMatchObject({ name: 'z' })
  expect(ask('GET /groups/z').body).toMatchObject({ subGroups: [{ name: 'b', parent: 'z' }] })
  const changed = ask('PATCH /groups/b', { body: { note: 2 } }).body
  expect(changed).toMatchObject({ name: 'b', note: 2, parent: 'z' })
  const shown = { name: 'z', parent: 'top', subGroups: [{ name: 'b', note: 2, parent: 'z' }] }
  expect(ask('GET /groups/z').body).toMatchObject(shown)
  expect(ask('GET /groups/top').body).toMatchObject({ subGroups: [shown] })
  ask('PATCH /groups/b', { body: { name: 'y' } })
  expect(ask('GET /groups/z').body).toMatchObject({ subGroups: [{ name: 'y', note: 2 }] })
  ask('DELETE /groups/y')
  expect(ask('GET /groups/z').body).toMatchObject({ subGroups: [] })
  expect(ask('GET /groups/top').body).toMatchObject({ subGroups: [{ name: 'z', subGroups: [] }] })
})

it('refuses to put a group under what stands under it', async () => {
  const { ask } = await sandboxOf(groups('id'))
  for (const id of ['A', 'X']) ask('POST /groups', { body: { id } })
  ask('POST /groups/A/children', { body: { id: 'B' } })
  ask('POST /groups/B/children', { body: { id: 'C' } })
  const before = ask('GET /groups/A').body
  expect(ask('POST /groups/C/children', { body: { id: 'A' } }).status).toBe(409)
  expect(ask('POST /groups/B/children', { body: { id: 'A' } }).status).toBe(409)
  expect(ask('GET /groups/A').body).toEqual(before)
  expect(ask('POST /groups/X/children', { body: { id: 'B' } }).status).toBe(201)
  expect(ask('GET /groups/A').body).toMatchObject({ subGroups: [] })
  expect(ask('POST /groups/C/children', { body: { id: 'A' } }).status).toBe(201)
  expect(ask('GET /groups/X').body).toMatchObject({
    subGroups: [{ id: 'B', subGroups: [{ id: 'C', subGroups: [{ id: 'A' }] }] }],
  })
})

it('refuses that too where no group shows another', async () => {
  const { ask } = await sandboxOf(groups('id').replace(`, subGroups: {type: array, items: ${group}}`, ''))
  ask('POST /groups', { body: { id: 'A' } })
  ask('POST /groups/A/children', { body: { id: 'B' } })
  expect(ask('POST /groups/B/children', { body: { id: 'A' } }).status).toBe(409)
  expect(ask('GET /groups/B').body).toMatchObject({ parent: 'A' })
})
