/** What is stored: `{ "charge": { "where": { "status": "captured" } } }`, `{ "charge": { "count": { "gte": 3 } } }`. */
import type { ResourceType } from '../../../api/description.ts'
import { isObject, type Json } from '../../../support/json.ts'
import { nearest } from '../../../support/nearest.ts'
import type { Call } from '../../exchange.ts'
import { addressed } from '../../operation/address.ts'
import type { Runtime } from '../../runtime.ts'
import type { StoredRecord } from '../../state/records.ts'
import { compileMatcher, matcherWords, objectionTo, type Surroundings } from '../matchers.ts'
import { lookUp } from '../path.ts'
import type { Ask, Condition } from './condition.ts'
import { matchersObjection, placesOf, placesWords } from './values.ts'

/** Records looked at for one condition. */
const MOST = 1_000

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
  words: (argument) =>
    Object.entries(isObject(argument) ? argument : {})
      .map(([type, wish]) => wishWords(type, wish as Json))
      .join(', '),
}

/** Types that a state condition names and no operation stores. */
export function unknownTypes(argument: Json, runtime: Runtime): readonly string[] {
  return Object.keys(isObject(argument) ? argument : {}).filter(
    (type) => runtime.resource(type as ResourceType) === undefined,
  )
}

const PARTS = ['where', 'count']

function wishObjection(wish: Json): string | undefined {
  if (!isObject(wish)) return 'must hold where or count'
  const stranger = Object.keys(wish).find((name) => !PARTS.includes(name))
  if (stranger !== undefined) {
    const near = nearest(stranger, PARTS)
    return `has no ${JSON.stringify(stranger)} (${near === undefined ? 'there is where, count' : `did you mean ${near}?`})`
  }
  if (Object.keys(wish).length === 0) return 'must hold where or count'
  const where = Object.hasOwn(wish, 'where') ? matchersObjection(wish['where'] as Json) : undefined
  const count = Object.hasOwn(wish, 'count') ? objectionTo(wish['count'] as Json) : undefined
  return where === undefined ? (count === undefined ? undefined : `count ${count}`) : `where ${where}`
}

function wishWords(type: string, wish: Json): string {
  const parts = isObject(wish) ? wish : {}
  const where = Object.hasOwn(parts, 'where') ? placesWords(parts['where'] as Json, `${type}.`) : ''
  const count = Object.hasOwn(parts, 'count') ? `count of ${type} ${matcherWords(parts['count'] as Json)}` : ''
  return [where, count].filter((part) => part !== '').join(', ')
}

function compileWish(type: string, wish: Json, runtime: Runtime): Ask {
  const plan = runtime.resource(type as ResourceType)
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
    return asked(call, type).some((record) => fits(record, around)) ? undefined : () => `${words} does not hold`
  }
}

/** The addressed record where the operation addresses one of the type, else all of them. */
function asked(call: Call, type: string): readonly StoredRecord[] {
  const { plan } = call.compiled.operation
  if (plan.type !== type || plan.target === undefined)
    return call.resources.records.list(type, { link: '', limit: MOST, reverse: true })
  const found = addressed(call)
  return 'record' in found ? [found.record] : []
}
