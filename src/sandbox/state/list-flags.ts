/** Flags that say whether a list or an object beside them holds anything: `has_attachments` beside `attachments`. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { plain, snake } from '../../derive/naming/words.ts'
import { isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { withAt } from './place.ts'

interface Flag {
  readonly name: string
  /** The property that it speaks of; undefined where the record shows none. */
  readonly of: string | undefined
}

/** What nothing has from the start: `has_validation_errors`, `has_attachments`. */
const COMES_LATER = /(?:^|_)(?:errors?|warnings?|failures?|violations?|attachments?)$/

/** Flags of lists and objects beside them, and of what a new record has none of. */
export const listFlagsOf: (plan: ResourcePlan, runtime: Runtime) => readonly Flag[] = oncePer((plan, runtime) => {
  const properties = allProperties(plan.schema, runtime)
  const held = [...properties].flatMap(([name, schema]) => {
    const { types, properties: inner } = runtime.view(schema)
    return types.includes('array') || types.includes('object') || inner.size > 0 ? [[plain(name), name] as const] : []
  })
  const byName = new Map(held)
  return [...properties].flatMap(([name, schema]): readonly Flag[] => {
    const [, what] = /^has_(.+)$/.exec(snake(name)) ?? []
    const { types, keywords } = runtime.view(schema)
    if (what === undefined || types[0] !== 'boolean' || keywords['default'] === true) return []
    const of = byName.get(plain(what)) ?? byName.get(`${plain(what)}s`)
    return of !== undefined || COMES_LATER.test(what) ? [{ name, of }] : []
  })
})

/** A record's flags that nobody sent say what stands beside them; a new record has none of what comes later. */
export function withListFlags(
  flags: readonly Flag[],
  value: JsonObject,
  sent: JsonObject,
  { isNew, fits }: { readonly isNew: boolean; readonly fits: (value: JsonObject) => boolean },
): JsonObject {
  return flags.reduce((told, { name, of }) => {
    if (typeof told[name] !== 'boolean' || Object.hasOwn(sent, name)) return told
    const isShown = of !== undefined && Object.hasOwn(told, of)
    if (!isShown && !isNew) return told
    return withFlag(told, name, isShown && holdsAny(told[of]), fits)
  }, value)
}

/** The same of a record that is changed: its flags follow what was filled or emptied. */
export function withListFlagsKept(
  flags: readonly Flag[],
  before: JsonObject,
  value: JsonObject,
  sent: JsonObject,
  fits: (value: JsonObject) => boolean,
): JsonObject {
  return flags.reduce((told, { name, of }) => {
    if (of === undefined || typeof told[name] !== 'boolean' || Object.hasOwn(sent, name)) return told
    const holds = holdsAny(told[of])
    return holds === holdsAny(before[of]) ? told : withFlag(told, name, holds, fits)
  }, value)
}

function withFlag(value: JsonObject, name: string, flag: boolean, fits: (value: JsonObject) => boolean): JsonObject {
  if (value[name] === flag) return value
  const changed = withAt(value, [name], flag)
  return fits(changed) || !fits(value) ? changed : value
}

function holdsAny(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isObject(value) ? Object.keys(value).length > 0 : value !== undefined && value !== null
}
