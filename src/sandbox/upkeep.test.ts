import { expect, it } from 'vitest'
import { sandboxOf } from '../../test/support/inline.ts'
import { dump } from '../../test/support/simulated.ts'
import { armFault } from './faults/book.ts'
import { readFault } from './faults/read.ts'
import { runtimeOf } from './runtime.ts'
import type { LiveSandbox } from './serve.ts'
import type { DurableStore } from './state/store.ts'
import { advanceClock, MOST_SECONDS, resetSandbox, restoreSandbox, seedSandbox } from './upkeep.ts'

const description = `
paths:
  /pets:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}}}
  /pets/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, '404': {description: no}}}
    delete: {responses: {'204': {description: gone}}}
  /colours:
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Colour'}}}}}}}
components:
  schemas:
    Pet: {type: object, required: [id, name], properties: {id: {type: integer, readOnly: true}, name: {type: string}, born: {type: string, format: date-time}}}
    Colour: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}
`

interface Pet {
  readonly id: number
  readonly name: string
}

it('forgets what requests made, and keeps sequence, clock and population', async () => {
  const { ask, live } = await sandboxOf(description)
  const colours = ask('GET /colours').body
  expect(colours).toHaveLength(3)
  const asked = { body: { name: 'a' }, fields: { 'idempotency-key': 'k' } }
  const first = ask('POST /pets', asked).body as Pet
  ask('POST /pets', { body: { name: 'b' } })
  resetSandbox(live)
  expect(ask('GET /pets').body).toEqual([])
  expect(ask(`GET /pets/${first.id}`).status).toBe(404)
  expect(ask('GET /colours').body).toEqual(colours)
  const third = ask('POST /pets', asked).body as Pet
  expect(third.id).toBe(first.id + 2)
  expect(ask('GET /pets').body).toEqual([third])
  expect(advanceClock(live, 0)).toBe(Date.UTC(2025, 0, 1, 0, 0, 3))
})

it('goes back to a snapshot with ids, clock, lists, faults and idempotency answers', async () => {
  const { ask, live } = await sandboxOf(description)
  const commit = (): void => (live.store as DurableStore).commit()
  const asked = (name: string) => ({ body: { name }, fields: { 'idempotency-key': 'k' } })
  arm(live, 'GET', '/colours')
  ask('POST /pets', { body: { name: 'before' } })
  commit()
  const snapshot = live.store.fork()
  const play = (name: string) => {
    const made = ask('POST /pets', asked(name)).body as Pet
    commit()
    return [made, ask('GET /pets').body, ask('GET /pets').body, ask('GET /colours').status, ask('GET /colours').status]
  }
  const first = play('one')
  arm(live, 'GET', '/pets')
  expect(ask('GET /pets').status).toBe(500)
  for (const name of ['two', 'one']) {
    restoreSandbox(live, snapshot)
    commit()
    const again = play(name)
    expect(JSON.stringify(again).replaceAll('"two"', '"one"')).toBe(JSON.stringify(first))
  }
  expect(first.slice(3)).toEqual([500, 200])
})

function arm({ store, api }: LiveSandbox, method: string, path: string): void {
  armFault(store, readFault({ kind: 'error', method, path, times: 1 }, runtimeOf(api)))
}

it('serves seed data like any record, and again after a reset', async () => {
  const { ask, live } = await sandboxOf(description)
  expect(
    seedSandbox(live, { pet: [{ id: 70, name: 'Seeded' }, { name: 'Other' }], colour: [{ id: 'own', name: 'Own' }] }),
  ).toEqual({ pet: 2, colour: 1 })
  const seeded = ask('GET /pets').body as readonly Pet[]
  expect(seeded).toEqual([
    expect.objectContaining({ id: 70, name: 'Seeded' }),
    expect.objectContaining({ name: 'Other' }),
  ])
  for (const pet of seeded) expect(ask(`GET /pets/${pet.id}`).body).toEqual(pet)
  expect(ask('GET /colours').body).toContainEqual({ id: 'own', name: 'Own' })
  const made = ask('POST /pets', { body: { name: 'Made' } }).body as Pet
  expect(seeded.map((pet) => pet.id)).not.toContain(made.id)
  ask('DELETE /pets/70')
  resetSandbox(live)
  expect(ask('GET /pets').body).toEqual(seeded)
  resetSandbox(live)
  expect(ask('GET /pets').body).toEqual(seeded)
})

it('keeps seed data of the same id once, the last of it', async () => {
  const { ask, live } = await sandboxOf(description)
  seedSandbox(live, { pet: [{ id: 70, name: 'First' }] })
  seedSandbox(live, { pet: [{ id: 70, name: 'Second' }] })
  expect(ask('GET /pets').body).toEqual([expect.objectContaining({ id: 70, name: 'Second' })])
  resetSandbox(live)
  expect(ask('GET /pets').body).toEqual([expect.objectContaining({ id: 70, name: 'Second' })])
})

it('never gives a new record the id of a seeded one', async () => {
  const { ask, live } = await sandboxOf(description)
  const first = ask('POST /pets', { body: { name: 'a' } }).body as Pet
  seedSandbox(live, {
    pet: [
      { id: first.id + 1, name: 'Seeded' },
      { id: first.id + 2, name: 'Seeded' },
    ],
  })
  const ids = ['b', 'c', 'd'].map((name) => (ask('POST /pets', { body: { name } }).body as Pet).id)
  expect(new Set([first.id, first.id + 1, first.id + 2, ...ids]).size).toBe(6)
  expect(ask('GET /pets').body).toHaveLength(6)
})

it.each<[string, Record<string, unknown>, string]>([
  [
    'an unknown type',
    { dragon: [] },
    'Seed data names "dragon", which is not a resource type here; there are pet, colour',
  ],
  ['no list', { pet: { name: 'a' } }, 'Seed data for "pet" must be a list of records'],
  ['no object', { pet: [{ name: 'a' }, 5] }, 'Seed data pet[1] must be an object'],
  [
    'a value that does not fit',
    { colour: [{ name: 'a' }], pet: [{ name: 5 }] },
    'Seed data pet[0]/name must be string',
  ],
  [
    'a text of another format',
    { pet: [{ name: 'a', born: 'long ago' }] },
    'Seed data pet[0]/born must be of format date-time',
  ],
  [
    '__proto__',
    JSON.parse('{"__proto__": []}'),
    'Seed data names "__proto__", which is not a resource type here; there are pet, colour',
  ],
])('refuses seed data of %s in one line, and writes nothing', async (_, data, message) => {
  const { live } = await sandboxOf(description)
  const before = dump(live.store)
  expect(() => seedSandbox(live, data as Parameters<typeof seedSandbox>[1])).toThrow(message)
  expect(dump(live.store)).toEqual(before)
})

it('moves the virtual clock, forward only', async () => {
  const { ask, live } = await sandboxOf(description)
  expect(advanceClock(live, 86_400)).toBe(Date.UTC(2025, 0, 2))
  expect(ask('POST /pets', { body: { name: 'a' } }).body).toMatchObject({ name: 'a' })
  for (const seconds of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, '1', undefined])
    expect(() => advanceClock(live, seconds)).toThrow(
      `advance_seconds must be a whole number from 0 to ${MOST_SECONDS}`,
    )
  expect(advanceClock(live, 0)).toBe(Date.UTC(2025, 0, 2, 0, 0, 1))
  expect(() => advanceClock({ ...live, settings: { ...live.settings, clock: 'real' } }, 1)).toThrow('cannot be moved')
})

it('keeps time where dates end', async () => {
  const { ask, live } = await sandboxOf(description)
  expect(() => advanceClock(live, MOST_SECONDS + 1)).toThrow('whole number')
  expect(advanceClock(live, MOST_SECONDS)).toBe(Date.UTC(9900, 0, 1))
  expect(() => advanceClock(live, 1)).toThrow('year')
  expect(ask('POST /pets', { body: { name: 'a' } }).status).toBe(201)
})

it('places seeded children under their parents, named by a property or beside it', async () => {
  const child = (properties: string) => `
paths:
  /teams: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Team'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Team'}}}}}}}
  /teams/{team_id}: {get: {parameters: [{name: team_id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Team'}}}}}}}
  /teams/{team_id}/members:
    parameters: [{name: team_id, in: path, required: true, schema: {type: string}}]
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}}}}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Member'}}}}}}}
components:
  schemas:
    Team: {type: object, required: [id], properties: {id: {type: string}}}
    Member: {type: object, additionalProperties: false, required: [id], properties: {id: {type: string}, name: {type: string}${properties}}}
`
  for (const properties of ['', ', team_id: {type: string}']) {
    const { ask, live } = await sandboxOf(child(properties))
    seedSandbox(live, { team: [{ id: 'a' }, { id: 'b' }], member: [{ id: 'm', name: 'M', team_id: 'a' }] })
    for (const _ of ['before', 'after a reset']) {
      expect(ask('GET /teams/a/members').body).toEqual([expect.objectContaining({ id: 'm', name: 'M' })])
      expect(ask('GET /teams/b/members').body).toEqual([])
      resetSandbox(live)
    }
  }
})
