/**
 * The status of what is wanted, where a sandbox has what is wanted from the next request on: `status.replicas` and
 * `readyReplicas` are `spec.replicas`, `status.observedGeneration` is `metadata.generation`. The answer to the request
 * that wants it shows what was so before.
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, isObject, type Json, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { withAt, without } from './place.ts'

interface Observed {
  readonly place: Place
  /** What is wanted, or counted. */
  readonly wanted: Place
  /** What is wanted where nobody says it. */
  readonly preset?: number
}

const DEFAULT = /\bdefaults? (?:to|is|value is) (\d{1,4})\b/i
/** How many of them are so: of what is there at once, all. */
const OF_ALL = '(ready|available|updated|current|running|scheduled|healthy|synced|deployed|observed)'

/** Numbers of the status that follow from the spec beside it. */
export const observedIn: (plan: ResourcePlan, runtime: Runtime) => readonly Observed[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Observed[] => {
    const { properties } = runtime.view(plan.schema)
    const [spec, status, metadata] = ['spec', 'status', 'metadata'].map((name) => properties.get(name))
    if (spec === undefined || status === undefined) return []
    const isWhole = (schema: Parameters<Runtime['view']>[0]): boolean => runtime.view(schema).types.join() === 'integer'
    const wanted = [...allProperties(spec, runtime)].filter(([, schema]) => isWhole(schema))
    const counts = [...allProperties(status, runtime)].filter(([, schema]) => isWhole(schema)).map(([name]) => name)
    const found = wanted.flatMap(([name, schema]): Observed[] => {
      if (!counts.includes(name)) return []
      const all = new RegExp(`^${OF_ALL}?(number)?(of)?${plain(name)}$`)
      const said = DEFAULT.exec(textOf(runtime.view(schema).keywords['description']))?.[1]
      const preset = runtime.view(schema).keywords['default'] ?? (said === undefined ? undefined : Number(said))
      return counts
        .filter((count) => all.test(plain(count)))
        .map((count) => ({
          place: ['status', count],
          wanted: ['spec', name],
          ...(typeof preset === 'number' && { preset }),
        }))
    })
    const generation = counts.find((name) => plain(name) === 'observedgeneration')
    const isCounted = generation !== undefined && runtime.view(metadata).properties.has('generation')
    return isCounted && found.length > 0
      ? [{ place: ['status', generation], wanted: ['metadata', 'generation'] }, ...found]
      : found
  },
)

/** The record with the status that its spec leads to; a status that the request says stays, and so do counts of what is wanted as before. */
export function withObserved(
  value: JsonObject,
  sent: JsonObject,
  observed: readonly Observed[],
  fits: (value: JsonObject) => boolean,
  before?: JsonObject,
): JsonObject {
  if (sent['status'] !== undefined || !isObject(value['spec'])) return value
  const whole = observed.reduce((told: JsonObject, { place, wanted, preset }) => {
    const now = at(told, wanted) ?? preset
    const isAsBefore = before !== undefined && now === (at(before, wanted) ?? preset)
    const count = isAsBefore ? (at(told, place) ?? at(before, place)) : now
    return typeof count === 'number' && at(told, place) !== count ? withAt(told, place, count as Json) : told
  }, value)
  return whole !== value && fits(whole) ? whole : value
}

/** The record as the answer to the request that made or changed it shows it: nobody has seen yet what is wanted now. */
export function asSeenBefore(
  value: JsonObject,
  sent: JsonObject,
  observed: readonly Observed[],
  fits: (value: JsonObject) => boolean,
  before?: JsonObject,
): JsonObject {
  if (sent['status'] !== undefined) return value
  return observed.reduce((told: JsonObject, { place, wanted, preset }) => {
    const now = at(value, wanted) ?? preset
    const isAsBefore = before !== undefined && now === (at(before, wanted) ?? preset)
    if (isAsBefore || at(told, place) !== now || now === undefined) return told
    const old = at(before, place)
    const none = without(told, place)
    const shown = old === undefined ? [none, withAt(told, place, 0)] : [withAt(told, place, old as Json)]
    return shown.find(fits) ?? told
  }, value)
}
