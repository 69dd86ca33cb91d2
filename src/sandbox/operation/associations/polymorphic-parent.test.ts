import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const sends = (properties: string) => `requestBody: {${json(`{type: object, properties: {${properties}}}`)}}`
const byId = `parameters: [{name: folder_id, in: path, required: true, description: "The folder. The root folder is\n always represented by the ID \`0\`.", schema: {type: string}}]`
const drive = `
paths:
  /folders: {post: {${sends('name: {type: string}')}, responses: {'201': {description: ok, ${json(ref('Folder'))}}}}}
  /folders/{folder_id}:
    get: {${byId}, responses: {'200': {description: ok, ${json(ref('Folder'))}}, '404': {description: none}}}
    post: {summary: Restore folder, description: Restores a folder that has been moved to the trash., ${byId}, ${sends('name: {type: string}')}, responses: {'201': {description: ok, ${json(ref('Folder'))}}, '404': {description: none}}}
    delete: {${byId}, responses: {'204': {description: gone}, '404': {description: none}}}
  /folders/{folder_id}/shares:
    get: {${byId}, responses: {'200': {description: ok, ${json(`{type: array, items: ${ref('Share')}}`)}}}}
  /shares: {post: {${sends('role: {type: string}, item: {type: object, properties: {type: {type: string}, id: {type: string}}}')}, responses: {'201': {description: ok, ${json(ref('Share'))}}}}}
  /shares/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(ref('Share'))}}}}}
components:
  schemas:
    Folder: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Share: {type: object, properties: {id: {type: string, readOnly: true}, role: {type: string}, item: {type: object, properties: {type: {type: string}, id: {type: string}}}}}
`

it('lists a record below the one it is about, by type and id', async () => {
  const { ask } = await sandboxOf(drive)
  const [a, b] = ['a', 'b'].map((name) => (ask('POST /folders', { body: { name } }).body as { id: string }).id)
  const share = (type: string, id?: string) =>
    (ask('POST /shares', { body: { role: 'editor', item: { type, id } } }).body as { id: string }).id
  const [own] = [share('folder', a), share('folder', b), share('file', a)]
  expect(ask(`GET /folders/${a}/shares`).body).toMatchObject([{ id: own }])
})

it('has what is said to be there always, and brings back by a POST what was deleted', async () => {
  const { ask } = await sandboxOf(drive)
  expect([ask('GET /folders/0').status, ask('GET /folders/1').status]).toEqual([200, 404])
  const { id } = ask('POST /folders', { body: { name: 'a' } }).body as { id: string }
  const restore = () => ask(`POST /folders/${id}`, { body: { name: 'b' } })
  ask(`DELETE /folders/${id}`)
  expect(ask(`GET /folders/${id}`).status).toBe(404)
  expect(restore()).toMatchObject({ status: 201, body: { id, name: 'b' } })
  expect(ask(`GET /folders/${id}`).status).toBe(200)
  expect(ask('POST /folders/nobody', { body: {} }).status).toBe(404)
})
