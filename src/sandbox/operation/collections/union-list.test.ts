import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const id = '{name: id, in: path, required: true, schema: {type: string}}'
const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const taking = (schema: string) => `requestBody: {content: {application/json: {schema: ${schema}}}}`
const sent =
  '{type: object, properties: {name: {type: string}, parent: {type: object, properties: {id: {type: string}}}}}'
const own = (path: string, name: string) => `
  /${path}: {post: {${taking(sent)}, responses: {'201': ${ok(ref(name))}}}}
  /${path}/{id}:
    parameters: [${id}]
    get: {responses: {'200': ${ok(ref(name))}, '404': {description: no}}}
    put: {${taking(sent)}, responses: {'200': ${ok(ref(name))}}}
    delete: {responses: {'204': {description: gone}}}`
const kind = (name: string) => `
    ${name}Mini: {type: object, required: [id, type], properties: {id: {type: string}, type: {type: string, enum: [${name.toLowerCase()}]}, name: {type: string}}}
    ${name}: {allOf: [${ref(`${name}Mini`)}, {type: object, properties: {size: {type: integer}, parent: ${ref('FolderMini')}}}]}`

const { ask } = await sandboxOf(`
paths:${own('folders', 'Folder')}${own('links', 'Link')}
  /folders/{id}/items:
    get: {parameters: [${id}, {name: limit, in: query, schema: {type: integer}}, {name: offset, in: query, schema: {type: integer}}], responses: {'200': ${ok(`{type: object, properties: {total_count: {type: integer}, entries: {type: array, items: {oneOf: [${ref('FolderMini')}, ${ref('LinkMini')}]}}}}`)}}}
components:
  schemas:${kind('Folder')}${kind('Link')}
`)
interface Made {
  readonly id: string
}
interface Page {
  readonly total_count: number
  readonly entries: readonly (Made & { readonly type: string })[]
}
const make = (path: string, name: string, parent?: string) =>
  (ask(`POST /${path}`, { body: { name, ...(parent !== undefined && { parent: { id: parent } }) } }).body as Made).id

it('shows in one list what is made at places of its own, page by page, and follows what becomes of it', () => {
  const [folder, other] = [make('folders', 'a'), make('folders', 'b')]
  const items = (query = '') => ask(`GET /folders/${folder}/items${query}`).body as Page
  expect(items()).toEqual({ total_count: 0, entries: [] })
  const inner = make('folders', 'inner', folder)
  const links = ['x', 'y'].map((name) => make('links', name, folder))
  make('links', 'elsewhere', other)
  const pages = [0, 2].map((offset) => items(`?limit=2&offset=${offset}`))
  expect(pages.flatMap(({ entries }) => entries.map((one) => [one.type, one.id]))).toEqual([
    ['folder', inner],
    ['link', links[0]],
    ['link', links[1]],
  ])
  expect(pages[0]?.total_count).toBe(3)
  ask(`PUT /links/${links[0]}`, { body: { name: 'x', parent: { id: other } } })
  ask(`DELETE /folders/${inner}`)
  expect(items().entries.map((one) => one.id)).toEqual([links[1]])
})
