import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const many = (name: string) => `{type: array, items: ${ref(name)}}`
const id = (name: string) => `[{name: ${name}, in: path, required: true, schema: {type: string}}]`
const taking = (schema: string) => `requestBody: {content: {application/json: {schema: ${schema}}}}`

const api = await sandboxOf(`
paths:
  /boards:
    post: {${taking(ref('Board'))}, responses: {'201': ${ok(ref('Board'))}}}
  /boards/{board_id}:
    get: {parameters: ${id('board_id')}, responses: {'200': ${ok(ref('Board'))}, '404': {description: no}}}
  /boards/{board_id}/tasks:
    get: {parameters: ${id('board_id')}, responses: {'200': ${ok(many('TaskCompact'))}}}
  /boards/{board_id}/columns:
    get: {parameters: ${id('board_id')}, responses: {'200': ${ok(many('ColumnCompact'))}}}
    post: {parameters: ${id('board_id')}, ${taking('{type: object, required: [name, board], properties: {name: {type: string}}}')}, responses: {'201': ${ok(ref('Column'))}}}
  /columns/{column_id}:
    get: {parameters: ${id('column_id')}, responses: {'200': ${ok(ref('Column'))}, '404': {description: no}}}
    put: {operationId: updateColumn, parameters: ${id('column_id')}, ${taking(ref('Column'))}, responses: {'200': ${ok(ref('Column'))}}}
  /tasks:
    get: {parameters: [{name: archived, in: query, schema: {type: boolean}}], responses: {'200': ${ok(many('TaskCompact'))}}}
    post: {${taking(ref('TaskInput'))}, responses: {'201': ${ok(ref('Task'))}}}
  /tasks/{task_id}:
    get: {parameters: ${id('task_id')}, responses: {'200': ${ok(ref('Task'))}, '404': {description: no}}}
    patch: {parameters: ${id('task_id')}, ${taking(ref('TaskInput'))}, responses: {'200': ${ok(ref('Task'))}}}
  /tasks/{task_id}/subtasks:
    get: {parameters: ${id('task_id')}, responses: {'200': ${ok(many('TaskCompact'))}}}
    post: {parameters: ${id('task_id')}, ${taking(ref('TaskInput'))}, responses: {'201': ${ok(ref('Task'))}}}
  /labels:
    get: {responses: {'200': ${ok(`{type: object, properties: {data: ${many('Label')}, page: {type: integer}, results: {type: integer, description: The total number of results.}}}`)}}}
    post: {${taking(ref('Label'))}, responses: {'200': ${ok(ref('Label'))}}}
  /labels/{label}:
    get: {parameters: ${id('label')}, responses: {'200': ${ok(`{type: object, properties: {data: {type: array, items: {type: object}}, page: {type: integer}, results: {type: integer}}}`)}}}
    delete: {parameters: ${id('label')}, responses: {'200': {description: gone}, '404': {description: no}}}
components:
  schemas:
    Board: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    ColumnCompact: {type: object, properties: {id: {type: string}, name: {type: string}}}
    Column: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, note: {type: string}}}
    TaskCompact: {type: object, properties: {id: {type: string}, name: {type: string}}}
    TaskInput: {type: object, properties: {name: {type: string}, archived: {type: boolean}, boards: {type: array, items: {type: string}}}}
    Task: {type: object, properties: {id: {type: string}, name: {type: string}, archived: {type: boolean, default: false}, archived_at: {type: string, format: date-time, nullable: true}, parent: ${ref('TaskCompact')}, boards: ${many('Board')}}}
    Label: {type: object, properties: {label: {type: string}}}
`)

interface Shown {
  readonly id: string
  readonly archived_at?: string | null
  readonly parent?: { readonly id: string }
}
const make = (at: string, body: object) => api.ask(`POST ${at}`, { body }).body as Shown
const ids = (at: string) => (api.ask(`GET ${at}`).body as readonly Shown[]).map((one) => one.id)

it('takes what is made below another record, and listed in short, for a record of the type', () => {
  const task = make('/tasks', { name: 'a' })
  const inner = make(`/tasks/${task.id}/subtasks`, { name: 'b' })
  expect(api.ask(`GET /tasks/${inner.id}`).body).toMatchObject({ name: 'b', parent: { id: task.id } })
  expect(ids(`/tasks/${task.id}/subtasks`)).toEqual([inner.id])
  expect(ids('/tasks')).toEqual([task.id, inner.id])
})

it('finds at its own address what is made below another, though it is changed there with PUT', () => {
  const board = make('/boards', { name: 'b' })
  const column = make(`/boards/${board.id}/columns`, { name: 'c' })
  expect(api.ask(`GET /columns/${column.id}`).body).toMatchObject({ name: 'c' })
  expect(ids(`/boards/${board.id}/columns`)).toEqual([column.id])
})

it('lists a record under every parent that its request names', () => {
  const [one, two] = [make('/boards', { name: 'one' }), make('/boards', { name: 'two' })]
  const task = make('/tasks', { name: 'both', boards: [one.id, two.id] })
  expect(ids(`/boards/${one.id}/tasks`)).toEqual([task.id])
  expect(ids(`/boards/${two.id}/tasks`)).toEqual([task.id])
})

it('filters by a flag that the list does not show, and moves the time named after it', () => {
  const task = make('/tasks', { name: 'old' })
  const archived = api.ask(`PATCH /tasks/${task.id}`, { body: { archived: true } }).body as Shown
  expect(archived.archived_at).toMatch(/^2025-/)
  expect(ids('/tasks?archived=true')).toEqual([task.id])
  expect(ids('/tasks?archived=false')).not.toContain(task.id)
  const back = api.ask(`PATCH /tasks/${task.id}`, { body: { archived: false } }).body as Shown
  expect(back.archived_at).toBeNull()
})

it('finds a JSON Patch inside an object', () => {
  const task = make('/tasks', { name: 'old' })
  const steps = [{ op: 'replace', path: '/name', value: 'new' }]
  expect(api.ask(`PATCH /tasks/${task.id}`, { body: { comment: 'why', patch: steps } }).body).toMatchObject({
    name: 'new',
  })
})

it('takes an item that answers with a page of other things for no record', () => {
  api.ask('POST /labels', { body: { label: 'red' } })
  expect(api.ask('GET /labels').body).toMatchObject({ data: [{ label: 'red' }], results: 1 })
  expect(api.ask('DELETE /labels/red').status).toBe(200)
  expect(api.ask('GET /labels').body).toMatchObject({ data: [], results: 0 })
})

it('takes a component of any name and id for the short form of nothing', async () => {
  const { ask } = await sandboxOf(`
paths:
  /searches:
    get: {responses: {'200': ${ok(many('Ref'))}}}
    post: {${taking(ref('Search'))}, responses: {'201': ${ok(ref('Search'))}}}
  /searches/{id}: {get: {parameters: ${id('id')}, responses: {'200': ${ok(ref('Search'))}}}}
  /tags: {get: {responses: {'200': ${ok(many('Ref'))}}}}
components:
  schemas:
    Ref: {type: object, properties: {id: {type: string}, name: {type: string}}}
    Search: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, query: {type: string}}}
`)
  const made = ask('POST /searches', { body: { name: 'a', query: 'b' } }).body as Shown
  expect((ask('GET /tags').body as readonly Shown[]).map((one) => one.id)).not.toContain(made.id)
})
