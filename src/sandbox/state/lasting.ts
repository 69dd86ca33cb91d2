/** When a new record ends, of which the request says how long it lasts: `ttl: 600` → `expires_at`. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { plain } from '../../derive/naming/words.ts'
import { eachRecordSchema, recordSchema } from '../../derive/schemas/requests.ts'
import type { Instant } from '../../support/clock.ts'
import { isObject, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { NO_VALUES } from './merge.ts'
import { samplesOf } from './samples.ts'
import { timeFor } from './times.ts'

const LASTS =
  /^(?:ttl|timetolive|lifetime|validfor|(?:expires?|expiration|expiry|ttl)in|(?:expires?|expiration|expiry)after)(|[a-z]+)$/

const UNITS: ReadonlyMap<string, number> = new Map([
  ...['', 's', 'sec', 'secs', 'seconds', 'inseconds'].map((unit) => [unit, 1_000] as const),
  ...['ms', 'millis', 'milliseconds'].map((unit) => [unit, 1] as const),
  ...['mins', 'minutes', 'inminutes'].map((unit) => [unit, 60_000] as const),
  ...['hours', 'inhours'].map((unit) => [unit, 3_600_000] as const),
  ...['days', 'indays'].map((unit) => [unit, 86_400_000] as const),
])

const ENDS = /^(expires?|expiry|expiration)(at|on|time|date|timestamp|datetime)?$|^validuntil$/

const MOST_MILLIS = 1e13

/** The moment of the end where the request says a length; null for a length of nothing, where that may be. */
export function endOf(plan: ResourcePlan, sent: JsonObject, now: Instant, runtime: Runtime): JsonObject {
  const end = endsOf(plan, runtime)
  if (end === undefined) return NO_VALUES
  const millis = lengthIn(sent, end.units)
  if (millis === undefined) return NO_VALUES
  const value = millis === 0 ? null : timeFor(end.view, now + millis, end.name)
  if (value === undefined || (value === null && !end.isNullable)) return NO_VALUES
  return { [end.name]: value }
}

function lengthIn(sent: JsonObject, units: ReadonlyMap<string, number>): number | undefined {
  for (const [name, value] of Object.entries(sent)) {
    const parts = isObject(value) && LASTS.exec(plain(name))?.[1] === '' ? partsIn(value as JsonObject) : undefined
    if (parts !== undefined) return parts
    const [, count, letter = ''] = (LASTS.test(plain(name)) && SPELLED.exec(textOf(value))) || []
    if (count !== undefined) return Number(count) * (LETTERS[letter] ?? 0)
    if (typeof value !== 'number' || value < 0) continue
    const own = LASTS.exec(plain(name))?.[1]
    const unit = own === '' ? (units.get(plain(name)) ?? UNITS.get('')) : UNITS.get(own ?? 'none')
    if (unit !== undefined && value * unit < MOST_MILLIS) return value * unit
  }
  return undefined
}

/** `12h`, `7d`. */
const SPELLED = /^(\d{1,5})([smhd])$/
const LETTERS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `{anchor: created_at, seconds: 3600}`: so long after it is made. */
function partsIn(value: JsonObject): number | undefined {
  const lengths = Object.entries(value).flatMap(([name, one]) => {
    const unit = name === '' ? undefined : UNITS.get(plain(name))
    return unit === undefined || typeof one !== 'number' || one < 0 ? [] : [one * unit]
  })
  const whole = lengths.reduce((sum, one) => sum + one, 0)
  return lengths.length === 0 || whole >= MOST_MILLIS ? undefined : whole
}

/** The property with the end of a record that lasts as long as its request says, and else for good. */
export const endIfAsked: (plan: ResourcePlan, runtime: Runtime) => string | undefined = oncePer((plan, runtime) => {
  const end = endsOf(plan, runtime)
  if (end === undefined || !plan.creatable) return undefined
  // An example that shows its length shows an end that goes with it.
  if (samplesOf(plan, runtime).single.some((one) => Object.keys(one).some((name) => LASTS.test(plain(name)))))
    return undefined
  const makers = runtime.operationsOn(plan.type).filter(({ plan: { kind } }) => kind === 'create' || kind === 'upload')
  const asked = makers.flatMap(({ id }): readonly Schema[] => {
    const schema = eachRecordSchema(runtime.operation(id).operation, runtime)
    return schema === undefined ? [] : [schema]
  })
  const lengths = asked.flatMap((schema) =>
    [...allProperties(schema, runtime)].flatMap(([name, one]) =>
      LASTS.test(plain(name)) ? [{ isLeft: !runtime.view(schema).required.has(name), view: runtime.view(one) }] : [],
    ),
  )
  return lengths.length > 0 && lengths.every(({ isLeft, view }) => isLeft && !hasDefault(view, runtime))
    ? end.name
    : undefined
})

/** It lasts for a time that the description names where nobody says one. */
function hasDefault({ keywords, properties }: SchemaView, runtime: Runtime): boolean {
  const own = [keywords, ...Array.from(properties.values(), (one) => runtime.view(one).keywords)]
  return (
    keywords['default'] !== undefined ||
    own.some((one) => typeof one['default'] === 'number' || DEFAULTS.test(textOf(one['description'])))
  )
}

const DEFAULTS = /\bdefaults? (?:to|is|of|value)\b|\bdefault:/i

interface End {
  readonly name: string
  readonly view: SchemaView
  readonly isNullable: boolean
  /** Milliseconds of the units that words say of the lengths that requests name. */
  readonly units: ReadonlyMap<string, number>
}

/** "Time to live in days", "the number of minutes". */
const SAID_UNIT = /\b(?:in|(?:number|count) of) (?:whole )?(milliseconds|seconds|minutes|hours|days)\b/i

function saidUnits(plan: ResourcePlan, runtime: Runtime): ReadonlyMap<string, number> {
  const makers = runtime.operationsOn(plan.type).filter((one) => one.plan.kind === 'create')
  const sent = makers.map(({ id }) => recordSchema(runtime.operation(id).operation, runtime))
  const found = new Map<string, number>()
  const all = [plan.schema, ...sent].flatMap((one) => (one === undefined ? [] : [...allProperties(one, runtime)]))
  for (const [name, schema] of all) {
    const said = SAID_UNIT.exec(textOf(runtime.view(schema).keywords['description']))?.[1]
    const unit = said === undefined ? undefined : UNITS.get(said.toLowerCase())
    if (unit !== undefined && LASTS.test(plain(name))) found.set(plain(name), unit)
  }
  return found
}

export const endsOf: (plan: ResourcePlan, runtime: Runtime) => End | undefined = oncePer((plan, runtime) => {
  for (const [name, schema] of allProperties(plan.schema, runtime))
    if (ENDS.test(plain(name))) {
      const isNullable = runtime.accepts(schema, null)
      return { name, view: runtime.view(schema), isNullable, units: saidUnits(plan, runtime) }
    }
  return undefined
})
