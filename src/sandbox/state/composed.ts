/**
 * Texts that examples compose of a record's names: `full_name: ada/poems` beside `owner.login: ada` and
 * `name: poems`, `player: https://play.example/v1a2b3c4` beside `id: v1a2b3c4`. A record with other names
 * is called after those.
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { at, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { idText } from './place.ts'
import { exampleAt, samplesOf } from './samples.ts'

interface Composed {
  /** The property of the surroundings. */
  readonly around: Place
  /** Surroundings and name, as the examples join them. */
  readonly joined: string
  readonly names: readonly string[]
}

/** The record with its composed texts made of its own names; those that were sent stay. */
export function composed(plan: ResourcePlan, value: JsonObject, sent: JsonObject, runtime: Runtime): JsonObject {
  return withEnd(plan, withIds(plan, withNames(plan, value, sent, runtime), sent, runtime), sent)
}

/** What is found by its path is called as the path ends. */
function withEnd(plan: ResourcePlan, value: JsonObject, sent: JsonObject): JsonObject {
  const path = isPath(plan) ? idText(at(value, plan.id.place)) : undefined
  const end = path?.split('/').findLast((step) => step !== '')
  if (end === undefined) return value
  const names = Object.keys(value).filter((name) => CALLED.test(name) && !Object.hasOwn(sent, name))
  const copy = { ...value }
  for (const name of names) if (typeof value[name] === 'string') setOwn(copy, name, end)
  return copy
}

const CALLED = /^((display|file)?_?name|basename)$/i

/** Some text of such records may be composed of their names. */
export function isComposed(plan: ResourcePlan, runtime: Runtime): boolean {
  if (isPath(plan)) return true
  return composedOf(plan, runtime) !== undefined || shownIds(plan, runtime).length > 0
}

/** Records are found by the paths that they are called. */
function isPath({ id: { place } }: ResourcePlan): boolean {
  return place.length === 1 && /^(file_?)?path$/i.test(place[0] ?? '')
}

function withNames(plan: ResourcePlan, value: JsonObject, sent: JsonObject, runtime: Runtime): JsonObject {
  const found = composedOf(plan, runtime)
  if (found === undefined) return value
  const [around, own] = [idText(at(value, found.around)), idText(at(value, plan.id.place))]
  if (around === undefined || own === undefined) return value
  const copy: Record<string, JsonObject[string]> = { ...value }
  for (const name of found.names) {
    const text = value[name]
    if (typeof text === 'string' && !Object.hasOwn(sent, name))
      setOwn(
        copy,
        name,
        text.replace(found.joined, () => `${around}/${own}`),
      )
  }
  return copy
}

const composedOf = oncePer(findComposed)

function findComposed(plan: ResourcePlan, runtime: Runtime): Composed | undefined {
  const [link] = plan.scope
  const around = plan.links.find((one) => one.link === link)?.property
  if (link === undefined || plan.scope.length !== 1 || around === undefined) return undefined
  const [first, last] = [exampleAt(plan, around, runtime), exampleAt(plan, plan.id.place, runtime)]
  if (first === undefined || last === undefined) return undefined
  const joined = `${first}/${last}`
  const names = [...runtime.view(plan.schema).properties.keys()].filter((name) =>
    exampleAt(plan, [name], runtime)?.includes(joined),
  )
  return names.length === 0 ? undefined : { around, joined, names }
}

/** An id that the examples show, and where the record has its own. */
interface ShownId {
  readonly place: Place
  readonly shown: RegExp
}

function withIds(plan: ResourcePlan, value: JsonObject, sent: JsonObject, runtime: Runtime): JsonObject {
  const ids = shownIds(plan, runtime)
  if (ids.length === 0) return value
  const own = ids.flatMap(({ place, shown }) => {
    const text = idText(at(value, place))
    return text === undefined || `/${text}`.search(shown) !== -1 ? [] : [{ shown, text }]
  })
  const copy: Record<string, JsonObject[string]> = {}
  for (const [name, old] of Object.entries(value))
    setOwn(copy, name, Object.hasOwn(sent, name) ? old : (renamed(old, own, 0) as JsonObject[string]))
  return copy
}

const DEPTH = 5

function renamed(value: unknown, own: readonly { shown: RegExp; text: string }[], depth: number): unknown {
  if (typeof value === 'string')
    return own.reduce((text, one) => text.replace(one.shown, (_, before: string) => `${before}${one.text}`), value)
  if (depth > DEPTH) return value
  if (Array.isArray(value)) return value.map((one) => renamed(one, own, depth + 1))
  if (!isObject(value)) return value
  const copy: Record<string, unknown> = {}
  for (const [name, old] of Object.entries(value)) setOwn(copy, name, renamed(old, own, depth + 1))
  return copy
}

/** The ids of the examples, of the record and of its parents, that other texts of the same example repeat. */
const shownIds = oncePer((plan: ResourcePlan, runtime: Runtime): readonly ShownId[] => {
  const [sample] = samplesOf(plan, runtime).single
  if (sample === undefined) return []
  const places = [plan.id.place, ...plan.links.flatMap(({ property }) => (property === undefined ? [] : [property]))]
  return places.flatMap((place): readonly ShownId[] => {
    const id = idText(at(sample, place))
    const shown = id === undefined ? undefined : inTexts(id)
    return shown !== undefined && repeats(sample, shown, 0) ? [{ place, shown }] : []
  })
})

/** The id as a word of its own: a long one of letters and digits anywhere, another only as a step of a path or address. */
function inTexts(id: string): RegExp | undefined {
  if (!/^[\w-]{3,100}$/.test(id)) return undefined
  const before = id.length > 7 && /\d/.test(id) && /[a-z]/i.test(id) ? '[^A-Za-z0-9]' : '[/:=]'
  return new RegExp(`(${before})${id}(?![A-Za-z0-9])`, 'g')
}

function repeats(value: unknown, shown: RegExp, depth: number): boolean {
  if (typeof value === 'string') return value.search(shown) !== -1
  return typeof value === 'object' && value !== null && depth <= DEPTH
    ? Object.values(value).some((one) => repeats(one, shown, depth + 1))
    : false
}
