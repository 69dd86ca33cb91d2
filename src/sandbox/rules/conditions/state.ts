/** What is stored: `{ "charge": { "where": { "status": "captured" } } }`, `{ "charge": { "count": { "gte": 3 } } }`. */
import { field, isObject, type Json, type JsonObject } from '../../../support/json.ts'
import { hintAmong } from '../../../support/nearest.ts'
import type { Call } from '../../exchange.ts'
import { addressed } from '../../operation/address.ts'
import type { Runtime } from '../../runtime.ts'
import type { Records } from '../../state/records.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { compileMatcher, matcherWords, objectionTo, plainWish, type Surroundings } from '../matchers.ts'
import { lookUp } from '../path.ts'
import type { Ask, Condition } from './condition.ts'
import { matchersObjection, placesOf, placesStoreTypes, placesWords, plainPlaces } from './values.ts'

/** Records looked at for one condition, and how many of them at a time. */
const MOST = 100_000
const PORTION = 1_000

export const state: Condition = {
  name: 'state',
  objection(argument) {
    if (!isObject(argument)) return 'must map resource types to what is asked of their records'
    for (const [type, wish] of Object.entries(argument)) {
      const problem = wishObjection(wish as Json)
      if (problem !== undefined) return `${type} ${problem}`
    }
    return undefined
  },
  compile(argument, runtime) {
    const asks = Object.entries(isObject(argument) ? argument : {}).map(([type, wish]) =>
      compileWish(type, wish as Json, runtime),
    )
    return (call, around) => {
      for (const ask of asks) {
        const failed = ask(call, around)
        if (failed !== undefined) return failed
      }
      return undefined
    }
  },
  plain: (argument) =>
    Object.fromEntries(
      Object.entries(isObject(argument) ? argument : {}).map(([type, wish]) => [type, plainWishOf(wish as Json)]),
    ),
  storeTypes: (argument) =>
    Object.entries(isObject(argument) ? argument : {}).flatMap(([type, wish]) => [
      type,
      ...placesStoreTypes(field(wish, 'where') as Json),
    ]),
  words: (argument) =>
    Object.entries(isObject(argument) ? argument : {})
      .map(([type, wish]) => wishWords(type, wish as Json))
      .join(', '),
}

export const stateParts: readonly string[] = ['where', 'count']

function wishObjection(wish: Json): string | undefined {
  if (!isObject(wish)) return 'must hold where or count'
  const stranger = Object.keys(wish).find((name) => !stateParts.includes(name))
  if (stranger !== undefined) return `has no ${JSON.stringify(stranger)} (${hintAmong(stranger, stateParts)})`
  if (Object.keys(wish).length === 0) return 'must hold where or count'
  const where = Object.hasOwn(wish, 'where') ? matchersObjection(wish['where'] as Json) : undefined
  const count = Object.hasOwn(wish, 'count') ? objectionTo(wish['count'] as Json) : undefined
  return where === undefined ? (count === undefined ? undefined : `count ${count}`) : `where ${where}`
}

function plainWishOf(wish: Json): JsonObject {
  const { where, count } = isObject(wish) ? wish : {}
  return {
    ...(isObject(where) && Object.keys(where).length > 0 ? { where: plainPlaces(where as Json) } : {}),
    ...(count === undefined ? {} : { count: plainWish(count as Json) }),
  }
}

function wishWords(type: string, wish: Json): string {
  const parts = isObject(wish) ? wish : {}
  const where = Object.hasOwn(parts, 'where') ? placesWords(parts['where'] as Json, `${type}.`) : ''
  const count = Object.hasOwn(parts, 'count') ? `count of ${type} ${matcherWords(parts['count'] as Json)}` : ''
  return [where, count].filter((part) => part !== '').join(', ')
}

function compileWish(type: string, wish: Json, runtime: Runtime): Ask {
  const plan = runtime.resource(type)
  const parts = isObject(wish) ? wish : {}
  const places = placesOf((parts['where'] as Json | undefined) ?? {}, `${type}.`)
  const count = Object.hasOwn(parts, 'count') ? compileMatcher(parts['count'] as Json) : undefined
  const words = wishWords(type, wish)
  const fits = (record: StoredRecord, around: Surroundings): boolean =>
    places.every(({ steps, test }) => test(lookUp(record.value, steps), around))
  return (call, around) => {
    if (plan === undefined) return () => `no operation stores a ${type}`
    if (count !== undefined && !count(call.resources.records.count(type, ''), around))
      return () => `${words} does not hold`
    if (places.length === 0) return undefined
    for (const record of asked(call, type)) if (fits(record, around)) return undefined
    return () => `${words} does not hold`
  }
}

/** The addressed record where the operation addresses one of the type, else all of them, the newest first. */
function* asked(call: Call, type: string): Generator<StoredRecord, void, undefined> {
  const { plan } = call.compiled.operation
  if (plan.type !== type || plan.target === undefined) {
    yield* newest(call.resources.records, type)
    return
  }
  const found = addressed(call)
  if ('record' in found) yield found.record
}

function* newest(records: Records, type: string): Generator<StoredRecord, void, undefined> {
  let after: string | undefined
  for (let seen = 0; seen < MOST; seen += PORTION) {
    const query = { link: '', limit: PORTION, reverse: true, ...(after === undefined ? {} : { after }) }
    const portion = records.list(type, query)
    yield* portion
    after = portion.at(-1)?.position
    if (portion.length < PORTION) return
  }
}
