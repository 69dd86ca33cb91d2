import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonObject } from '../../../../support/json.ts'
import type { Schema } from '../../schema.ts'
import { made } from '../generate.fixture.ts'

const text = { type: 'string' }
const int = { type: 'integer' }
const object = (properties: Readonly<Record<string, unknown>>): Schema =>
  ({ type: 'object', required: Object.keys(properties), properties }) as Schema
const madeOf = (properties: Readonly<Record<string, unknown>>, sent: JsonObject = {}) =>
  made(object(properties), sent) as Record<string, unknown>
const said = (description: string) => ({ ...text, description })

it.each([
  ['bot_id', 'bot_profile', 'id', text],
  ['customerId', 'customer', 'id', text],
  ['project_id', 'project', 'project_id', int],
  ['owner_email', 'owner', 'email', text],
  ['sender_name', 'sender', 'name', text],
  ['team', 'bot_profile', 'team', text],
])('says the same in %s and in %s.%s, whichever was sent', (outer, name, inner, schema) => {
  const properties = { [outer]: schema, [name]: object({ [inner]: schema, colour: text }) }
  const at = (value: Record<string, unknown>) => [value[outer], (value[name] as Record<string, unknown>)[inner]]
  const sent = fc.oneof(fc.constant(undefined), schema === int ? fc.nat() : fc.string({ minLength: 1 }))
  fc.assert(
    fc.property(sent, sent, (one, other) => {
      const [own, its] = at(
        madeOf(properties, {
          ...(one !== undefined && { [outer]: one }),
          ...(other !== undefined && { [name]: { [inner]: other } }),
        }),
      )
      expect([own, its]).toEqual([one ?? other ?? own, other ?? one ?? own])
    }),
    { numRuns: 40 },
  )
})

it.each([
  ['updated_by', { created_by: text, updated_by: text }, 'created_by'],
  ['lastModifiedById', { createdById: int, lastModifiedById: int }, 'createdById'],
  ['uid', { id: text, uid: said('Same as `id`.') }, 'id'],
  ['audience_id', { segment_id: text, audience_id: said('Deprecated: use `segment_id` instead.') }, 'segment_id'],
])('says in %s what another property says', (name, properties, other) => {
  const value = madeOf(properties)
  expect(value[name]).toEqual(value[other])
  const sent = { [other]: properties[other as keyof typeof properties] === int ? 7 : 'x7' } as JsonObject
  expect(madeOf(properties, sent)[name]).toEqual(sent[other])
})

it('has one and the same team in all that it shows of it', () => {
  const id = { ...text, pattern: '^T[0-9]{8}$' }
  const value = madeOf({ team_id: id, profile: object({ team: id, colour: text }) }, { team_id: 'T01234567' })
  expect(value['profile']).toMatchObject({ team: 'T01234567' })
  const named = madeOf({ team: text, profile: object({ team_id: text }) }, { team: 'Blue Team' })
  expect((named['profile'] as JsonObject)['team_id']).not.toBe('Blue Team')
})

it.each([
  ['ids of two things', { bot_id: text, app_profile: object({ id: text }) }, { bot_id: 'b' }],
  ['a count and a list of them', { bot_count: int, bot: object({ count: int }) }, { bot_count: 77_777 }],
  ['a choice', { created_by: text, updated_by: { ...text, enum: ['app', 'user'] } }, { created_by: 'app' }],
  ['another type', { bot_id: int, bot: object({ id: text }) }, { bot_id: 77_777 }],
  ['the same unless', { id: text, uid: said('Same as `id` unless it was migrated.') }, { id: 'x7' }],
])('leaves %s alone', (_name, properties, sent) => {
  const alone = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, madeOf({ [name]: schema }, sent as JsonObject)[name]]),
  )
  expect(madeOf(properties, sent as JsonObject)).toEqual(alone)
})

it('leaves what examples say of both', () => {
  const bot = { ...(object({ id: text }) as object), example: { id: 'B2' } }
  expect(madeOf({ bot_id: { ...text, example: 'B1' }, bot })).toEqual({ bot_id: 'B1', bot: { id: 'B2' } })
})
