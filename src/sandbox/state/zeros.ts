/** Statistics of which nothing is known are zero. */

import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { YET_TO_COME } from '../../derive/naming/amounts.ts'
import { plain, snake } from '../../derive/naming/words.ts'
import { at, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { withAt } from './place.ts'

/** Objects in objects are followed so far. */
const DEEPEST = 6

/** Numbers that bound, number or place something, or say when: none of them begins at nothing. */
const NO_COUNT =
  /(^|_)(id|ids|limits?|quotas?|max|maximum|min|minimum|cap|capacity|allowed|allowance|included|available|remain|remaining|free|threshold|target|page|per|offset|version|revision|port|code|level|tier|priority|position|rank|order|index|lat|lng|latitude|longitude|interval|window|resolution|step|years?|months?|weeks?|days?|hours?|radius|distance|duration|cpus?|cores?|procs)(_|$)|_(at|on|ts|from|to)$|(^|_)(date|timestamp|start|end|since|until|begin|period|bucket|read|expires)(_time)?$|^time$|^(total|mem|disk|swap)_(total|memory|mem|disk|space|storage|swap)/

/** The number counts, measures or sums up what happens, and nothing declares another one. */
function isOfNothing(name: string, schema: Schema, runtime: Runtime): boolean {
  if (typeof schema !== 'object') return false
  const known = judged(schema)
  let is = known.get(name)
  if (is === undefined) {
    const { types, keywords } = runtime.view(schema)
    const isNumber = types.includes('integer') || types.includes('number')
    const isFixed = ['enum', 'const', 'default'].some((keyword) => keywords[keyword] !== undefined)
    is = isNumber && !isFixed && !NO_COUNT.test(snake(name)) && runtime.accepts(schema, 0)
    known.set(name, is)
  }
  return is
}

const judged = oncePer((_: object) => new Map<string, boolean>())

/** How large something is. */
const SIZE = /(^|_)(size|bytes|kb|mb|gb)(_|$)/

/**
 * The value with zeros for its numbers, and nothing in maps of numbers, as far as their schemas take that; itself where
 * there are none. `holds`: something is there, so that sizes stay.
 */
export function stilled(
  value: unknown,
  schema: Schema | undefined,
  runtime: Runtime,
  holds = false,
  name = '',
  depth = 0,
): unknown {
  if (schema === undefined || depth > DEEPEST) return value
  if (typeof value === 'number') {
    const isLeft = value === 0 || !isOfNothing(name, schema, runtime) || (holds && SIZE.test(snake(name)))
    return isLeft ? value : 0
  }
  const view = runtime.view(schema)
  if (Array.isArray(value)) {
    const each = value.map((one) => stilled(one, view.items, runtime, holds, name, depth + 1))
    return each.some((one, index) => one !== value[index]) ? each : value
  }
  if (!isObject(value)) return value
  const properties = allProperties(schema, runtime)
  const entries = properties.size === 0 ? view.additional : undefined
  const isMap = entries !== undefined && isOfNothing('', entries, runtime) && !STATISTICS.test(snake(name))
  if (isMap && runtime.accepts(schema, {})) return {}
  return withEach(value as JsonObject, (key, one) =>
    stilled(one, properties.get(key) ?? entries, runtime, holds, properties.has(key) ? key : name, depth + 1),
  )
}

function withEach(value: JsonObject, made: (key: string, one: unknown) => unknown): JsonObject {
  let copy: Record<string, unknown> | undefined
  for (const [key, one] of Object.entries(value)) {
    const next = made(key, one)
    if (next === one) continue
    copy ??= { ...value }
    setOwn(copy, key, next)
  }
  return (copy ?? value) as JsonObject
}

/** Zeros for the numbers of an object, and of the objects in it; undefined where it has none. */
export function zerosOf(schema: Schema, runtime: Runtime): JsonObject | undefined {
  return zerosIn(schema, runtime, { budget: MOST, trail: new Set() })
}

interface Walk {
  budget: number
  /** Components and schemas that are being looked at. */
  readonly trail: Set<unknown>
}

function zerosIn(schema: Schema, runtime: Runtime, walk: Walk): JsonObject | undefined {
  const own = runtime.view(schema).references[0] ?? schema
  if (walk.trail.size > DEEPEST || walk.trail.has(own)) return undefined
  walk.trail.add(own)
  const found: Record<string, unknown> = {}
  for (const [name, property] of allProperties(schema, runtime)) {
    if (walk.budget-- <= 0) break
    const view = runtime.view(property)
    if (isOfNothing(name, property, runtime)) setOwn(found, name, 0)
    else if (view.types.includes('object') || view.properties.size > 0) {
      const inner = zerosIn(property, runtime, walk)
      if (inner !== undefined) setOwn(found, name, inner)
    }
  }
  walk.trail.delete(own)
  return Object.keys(found).length === 0 ? undefined : (found as JsonObject)
}

/** Objects of numbers that only time brings. */
const STATISTICS = /(^|_)(stats|statistics|counts|counters|totals|metrics|usage|balances)$/
/** How deep they stand, at most, and how many properties are looked at to find them. */
const DEEPEST_STATISTICS = 3
const MOST = 2_000

interface Statistics {
  readonly place: Place
  readonly schema: Schema
  /** A number, or one with its currency. */
  readonly isAmount?: true
}

/** What is owed. */
const OUTSTANDING = /^(total)?(outstanding|overdue|pastdue)(balance|amount|total)?$/
/** Records that are owed, or tell of what was paid. */
const TELLS_OF_PAYING =
  /(^|_)(invoice|bill|order|loan|charge|payment|purchase|quote|estimate|transaction|refund|receipt|event|report|statement|balance|payout|transfer|credit_note|debt|note)$/

/** Where the schema has such objects. */
export function placesOfStatistics({ type, schema }: ResourcePlan, runtime: Runtime): readonly Statistics[] {
  const found: Statistics[] = []
  const isBill = TELLS_OF_PAYING.test(type)
  let budget = MOST
  const look = (one: Schema, place: Place): void => {
    for (const [name, property] of allProperties(one, runtime)) {
      if (budget-- <= 0) return
      const isYetToCome = place.length > 0 && (YET_TO_COME.test(plain(name)) || OUTSTANDING.test(plain(name)))
      if (isYetToCome && !isBill) found.push({ place: [...place, name], schema: property, isAmount: true })
      if (isYetToCome || runtime.view(property).properties.size === 0) continue
      if (STATISTICS.test(snake(name)) && zerosOf(property, runtime) !== undefined)
        found.push({ place: [...place, name], schema: property })
      else if (place.length + 1 < DEEPEST_STATISTICS) look(property, [...place, name])
    }
  }
  look(schema, [])
  return found
}

/** The value with zeros in those that nobody sent; what one use took is as the example of a whole record has it. */
export function withZeros(
  value: JsonObject,
  sent: JsonObject,
  { statistics, sample }: Beginning,
  runtime: Runtime,
): JsonObject {
  let whole = value
  for (const { place, schema, isAmount } of statistics) {
    const own = at(whole, place)
    if (isAmount === true) {
      const nothing = at(sent, place) === undefined ? nothingOf(own, schema, runtime) : own
      if (nothing !== own) whole = withAt(whole, place, nothing)
      continue
    }
    if (!isObject(own) || at(sent, place) !== undefined) continue
    if (/usage$/i.test(place.at(-1) ?? '') && isObject(at(sample, place))) continue
    const still = stilled(own, schema, runtime)
    if (still !== own) whole = withAt(whole, place, still)
  }
  return whole
}

interface Beginning {
  readonly statistics: readonly Statistics[]
  readonly sample: JsonObject | undefined
}

/** No amount, in the form that the amount has. */
function nothingOf(amount: unknown, schema: Schema, runtime: Runtime): unknown {
  if (typeof amount === 'number' || typeof amount === 'string') {
    const zero = typeof amount === 'number' ? 0 : amount.replace(/\d/g, '0').replace(/^0+(?=0)/, '')
    return (typeof amount === 'number' || AMOUNT.test(amount)) && runtime.accepts(schema, zero) ? zero : amount
  }
  const leaf = isObject(amount) ? ['value', 'amount', 'units'].find((one) => Object.hasOwn(amount, one)) : undefined
  if (leaf === undefined) return amount
  const own = (amount as JsonObject)[leaf]
  const inner = runtime.view(schema).properties.get(leaf)
  const nothing = inner === undefined ? own : nothingOf(own, inner, runtime)
  return nothing === own ? amount : withAt(amount as JsonObject, [leaf], nothing)
}

const AMOUNT = /^\d{1,20}(\.\d{1,10})?$/
