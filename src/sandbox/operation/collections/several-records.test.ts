import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const taking = (schema: string) => `requestBody: {content: {application/json: {schema: ${schema}}}}`
const entry = '{type: object, properties: {id: {type: string}, amount: {type: integer}, memo: {type: string}}}'
const both = `{type: object, properties: {entry: ${entry}, entries: {type: array, items: ${entry}}, entry_ids: {type: array, items: {type: string}}}}`
const group = '{type: object, properties: {groupId: {type: string}, groupName: {type: string}}}'
const groups = `{type: object, properties: {groups: {type: array, items: ${group}}}}`

const { ask } = await sandboxOf(`
paths:
  /entries:
    get: {responses: {'200': ${ok(`{type: object, properties: {entries: {type: array, items: ${entry}}}}`)}}}
    post: {${taking(`{type: object, properties: {entry: ${entry}, entries: {type: array, items: ${entry}}}}`)}, responses: {'201': ${ok(`{type: object, properties: {data: ${both}}}`)}}}
    patch: {${taking(`{type: object, required: [entries], properties: {entries: {type: array, items: ${entry}}}}`)}, responses: {'200': ${ok(`{type: object, properties: {data: ${both}}}`)}, '404': {description: none}}}
  /entries/{entry_id}:
    get: {parameters: [{name: entry_id, in: path, required: true, schema: {type: string}}], responses: {'200': ${ok(`{type: object, properties: {entry: ${entry}}}`)}, '404': {description: none}}}
  /groups:
    get: {responses: {'200': ${ok(groups)}}}
    post: {${taking(groups)}, responses: {'201': ${ok(groups)}}}
    delete: {${taking(groups)}, responses: {'200': ${ok(groups)}}}
`)

interface Entry {
  readonly id: string
  readonly amount: number
}
interface Told {
  readonly data: { readonly entry?: Entry; readonly entries?: readonly Entry[]; readonly entry_ids: readonly string[] }
}

it('makes one or several by the same path, and lists their ids', () => {
  const one = (ask('POST /entries', { body: { entry: { amount: 1 } } }).body as Told).data
  expect(one.entry).toMatchObject({ amount: 1 })
  expect(one.entry_ids).toEqual([one.entry?.id])
  expect(one.entries).toBeUndefined()
  const many = (ask('POST /entries', { body: { entries: [{ amount: 2 }, { amount: 3 }] } }).body as Told).data
  expect(many.entries?.map(({ amount }) => amount)).toEqual([2, 3])
  expect(many.entry_ids).toEqual(many.entries?.map(({ id }) => id))
  expect(many.entry).toBeUndefined()
  const { entries } = ask('GET /entries').body as { entries: readonly Entry[] }
  expect(entries.map(({ amount }) => amount)).toEqual([1, 2, 3])
})

it('changes several that the request names, or none', () => {
  const [first, second] = (ask('GET /entries').body as { entries: readonly Entry[] }).entries
  const change = (id: string | undefined) =>
    ask('PATCH /entries', {
      body: {
        entries: [
          { id: first?.id, amount: 10 },
          { id, amount: 20 },
        ],
      },
    })
  expect(change('nobody').status).toBe(404)
  expect(ask(`GET /entries/${first?.id}`).body).toMatchObject({ entry: { amount: 1 } })
  expect((change(second?.id).body as Told).data.entries?.map(({ amount }) => amount)).toEqual([10, 20])
  expect(ask(`GET /entries/${second?.id}`).body).toMatchObject({ entry: { amount: 20 } })
})

it('deletes those that the body lists', () => {
  interface Groups {
    readonly groups: readonly { readonly groupId: string }[]
  }
  const made = ask('POST /groups', { body: { groups: [{ groupName: 'a' }, { groupName: 'b' }] } }).body as Groups
  expect(ask('DELETE /groups', { body: { groups: [{ groupId: made.groups[0]?.groupId }] } }).status).toBe(200)
  expect((ask('GET /groups').body as Groups).groups.map(({ groupId }) => groupId)).toEqual([made.groups[1]?.groupId])
})

it('keeps what is said twice of one record, and makes none of none', () => {
  const { entry } = (ask('POST /entries', { body: { entry: { amount: 1, memo: 'a' } } }).body as Told).data
  const said = [
    { id: entry?.id, amount: 10 },
    { id: entry?.id, memo: 'b' },
  ]
  ask('PATCH /entries', { body: { entries: said } })
  expect(ask(`GET /entries/${entry?.id}`).body).toMatchObject({ entry: { amount: 10, memo: 'b' } })
  const before = ask('GET /entries').body
  expect(ask('PATCH /entries', { body: { entries: [] } }).status).toBe(200)
  expect((ask('POST /entries', { body: { entries: [] } }).body as Told).data.entries).toEqual([])
  expect(ask('GET /entries').body).toEqual(before)
})
