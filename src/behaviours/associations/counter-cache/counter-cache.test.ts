import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const of = (name: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`
const ok = (name: string) => `{description: ok, ${of(name)}}`
const at = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const api = (task: string) => `
paths:
  /tasks: {post: {operationId: createTask, requestBody: {${of('Task')}}, responses: {'201': ${ok('Task')}}}}
  /tasks/{id}: {get: {operationId: getTask, ${at}, responses: {'200': ${ok('Task')}}}}
  /tasks/{id}/subtasks:
    post: {operationId: addSubtask, ${at}, requestBody: {${of('Task')}}, responses: {'201': ${ok('Task')}}}
    get: {operationId: listSubtasks, ${at}, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Task'}}}}}}}
  /tasks/{id}/comments:
    post: {operationId: addComment, ${at}, requestBody: {${of('Comment')}}, responses: {'201': ${ok('Comment')}}}
    get: {operationId: listComments, ${at}, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Comment'}}}}}}}
components:
  schemas:
    Comment: {type: object, properties: {id: {type: string, readOnly: true}, text: {type: string}}}
    Task:
      type: object
      properties:
        id: {type: string, readOnly: true}
        name: {type: string}
        parent: {type: string}
        ${task}
`

async function after(task: string): Promise<unknown> {
  const { ask } = await sandboxOf(api(task))
  const { id } = ask('POST /tasks', { body: { name: 'One' } }).body as { id: string }
  ask(`POST /tasks/${id}/comments`, { body: { text: 'a' } })
  ask(`POST /tasks/${id}/comments`, { body: { text: 'b' } })
  ask(`POST /tasks/${id}/subtasks`, { body: { name: 'Below' } })
  return ask(`GET /tasks/${id}`).body
}

it('counts what is made below, also where requests hold the whole component', async () => {
  expect(await after('comment_count: {type: integer}')).toMatchObject({ comment_count: 2 })
})

it('counts children of the same kind', async () => {
  expect(await after('num_subtasks: {type: integer, readOnly: true}')).toMatchObject({ num_subtasks: 1 })
})

it('counts where a link tells how many there are', async () => {
  const link = (name: string) => `${name}: {type: object, properties: {uri: {type: string}, total: {type: integer}}}`
  const shown = 'connections: {comments: {uri: /x, total: 7}, likes: {uri: /y, total: 7}}'
  const task = `metadata: {type: object, readOnly: true, properties: {connections: {type: object, properties: {${link('comments')}, ${link('likes')}}}}, example: {${shown}}}`
  expect(await after(task)).toMatchObject({
    metadata: { connections: { comments: { uri: '/x', total: 2 }, likes: { total: 0 } } },
  })
})

it('begins with lists as long as they are, and leaves alone what lists nothing of its own', async () => {
  const task = `
        items: {type: object, readOnly: true, properties: {total_count: {type: integer}, offset: {type: integer}, limit: {type: integer}, entries: {type: array, items: {type: object}}}, example: {total_count: 5000, offset: 2000, limit: 100, entries: []}}
        invoice: {type: object, readOnly: true, properties: {uri: {type: string}, total: {type: integer}, currency: {type: string}}, example: {uri: /i/1, total: 90, currency: eur}}`
  expect(await after(task)).toMatchObject({
    items: { total_count: 0, offset: 0, limit: 100, entries: [] },
    invoice: { uri: '/i/1', total: 90, currency: 'eur' },
  })
})

const rooms = `
paths:
  /rooms: {post: {operationId: createRoom, requestBody: {${of('Room')}}, responses: {'201': ${ok('Room')}}}}
  /rooms/{id}:
    get: {operationId: getRoom, ${at}, responses: {'200': ${ok('Room')}}}
    patch: {operationId: changeRoom, ${at}, requestBody: {${of('Room')}}, responses: {'200': ${ok('Room')}}}
  /rooms/{id}/seats:
    post: {operationId: addSeat, ${at}, requestBody: {${of('Seat')}}, responses: {'201': ${ok('Seat')}}}
  /rooms/{id}/seats/bulk:
    post: {operationId: addSeats, ${at}, requestBody: {content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Seat'}}}}}, responses: {'201': {description: made, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Seat'}}}}}}}
  /rooms/{id}/seats/{seat_id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: seat_id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getSeat, responses: {'200': ${ok('Seat')}}}
    delete: {operationId: removeSeat, responses: {'204': {description: gone}}}
components:
  schemas:
    Seat: {type: object, properties: {id: {type: string, readOnly: true}, row: {type: string}}}
    Room: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, seat_count: {type: integer}}}
`

async function roomOf(sent: object) {
  const { ask } = await sandboxOf(rooms)
  const { id } = ask('POST /rooms', { body: sent }).body as { id: string }
  const seat = () => (ask(`POST /rooms/${id}/seats`, { body: { row: 'a' } }).body as { id: string }).id
  const count = () => (ask(`GET /rooms/${id}`).body as { seat_count: number }).seat_count
  return { ask, id, seat, count }
}

it('keeps a number that the client says', async () => {
  const { ask, id, seat, count } = await roomOf({ name: 'One', seat_count: 20 })
  const first = seat()
  seat()
  expect(count()).toBe(20)
  ask(`DELETE /rooms/${id}/seats/${first}`)
  expect(count()).toBe(20)
  ask(`PATCH /rooms/${id}`, { body: { seat_count: 30 } })
  seat()
  expect(count()).toBe(30)
})

it('counts where the client says nothing, one by one and several at once', async () => {
  const { ask, id, seat, count } = await roomOf({ name: 'One' })
  expect(count()).toBe(0)
  const first = seat()
  expect(count()).toBe(1)
  ask(`POST /rooms/${id}/seats/bulk`, { body: [{ row: 'b' }, { row: 'c' }, { row: 'd' }] })
  expect(count()).toBe(4)
  ask(`DELETE /rooms/${id}/seats/${first}`)
  expect(count()).toBe(3)
})
