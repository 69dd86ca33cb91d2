/** Numbers that count how often a record was changed, and its entity tag: `version`, `metadata.generation`, `etag`. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, isObject, type Json, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { askedNames, askedSchemas } from './asked.ts'
import { withAt, without } from './place.ts'
import { nextTag } from './tags.ts'

/** What counts changes of what is said about a record, and is never asked for, whatever takes the whole record. */
const OWN_COUNT = /^metageneration$/
const NAME = /^(current|latest)?(version|revision)(number|no)?$|^(lock|row)version$/
const COUNTS =
  /\bincrement|\boptimistic|\beach time\b[^.]{0,60}\b(updated|changed|modified|saved)|\bincreases? (by one |by 1 )?(every|each|on|when)/i
/** Words by which a change of another number than the one that holds is refused. */
const CHECKED =
  /\b(fails?|rejected|refused|error|conflict)\b[^.]{0,80}\b(does not|doesn't|do not|not) match|\boptimistic (concurrency|locking)|\bconcurrency (issues|control)|\bstale\b/i
const FROM_NOTHING = /\b(starts?|begins?) (at|from|with) (0|zero)\b/i

/** The names of such numbers, with where they begin: those that no request says, and those of which words say it. */
export const revisionsOf: (plan: ResourcePlan, runtime: Runtime) => ReadonlyMap<string, number> = oncePer(
  (plan: ResourcePlan, runtime: Runtime): ReadonlyMap<string, number> => {
    const changes = runtime
      .operationsOn(plan.type)
      .filter(({ plan: { kind } }) => kind === 'update' || kind === 'replace')
    if (changes.length === 0 || plan.singleton === true || /(^|_)(version|revision)(_|$)/.test(plan.type))
      return new Map()
    const found = [...allProperties(plan.schema, runtime)].flatMap(([name, schema]): [string, number][] => {
      const { types, keywords } = runtime.view(schema)
      const isText = keywords['format'] === 'int64'
      const isWhole =
        types.length > 0 && types.every((type) => /^(integer|number|null)$/.test(type) || (isText && type === 'string'))
      if (
        !(NAME.test(plain(name)) || OWN_COUNT.test(plain(name))) ||
        !isWhole ||
        keywords['enum'] !== undefined ||
        plan.id.place[0] === name
      )
        return []
      const said = typeof keywords['description'] === 'string' ? keywords['description'] : ''
      return OWN_COUNT.test(plain(name)) ||
        COUNTS.test(said) ||
        CHECKED.test(said) ||
        !askedNames(plan, runtime).has(plain(name))
        ? [[name, FROM_NOTHING.test(said) ? 0 : 1]]
        : []
    })
    return new Map(found)
  },
)

/** Objects of a record that tell of it. */
const ABOUT = /^_?(meta(data|info)?|sys(tem)?)$/
const INSIDE = /^(generation|(resource|object|record)?version|revision)(number|no)?$/
/** Words by which the server alone says a value, whatever takes the whole record. */
const BY_SERVER =
  /\bread[- ]only\b|\b(populated|set|assigned|managed|maintained|updated|incremented|generated) by the (system|server|service|api)\b/i

interface Inside {
  readonly place: Place
  /** It counts changes of what is wanted, not of what is told of the record. */
  readonly isOfWanted: boolean
}

/** The places of such numbers inside objects that tell of the record: whole numbers, and texts that hold one. */
const revisionsInside = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Inside[] => {
  if (plan.singleton === true) return []
  return [...allProperties(plan.schema, runtime)].flatMap(([around, object]) => {
    if (!ABOUT.test(plain(around))) return []
    const asked = askedInside(plan, around, runtime)
    return [...runtime.view(object).properties].flatMap(([name, schema]): Inside[] => {
      const { types, keywords } = runtime.view(schema)
      const word = plain(name)
      const isWhole = types.length > 0 && types.every((type) => /^(integer|number|string)$/.test(type))
      if (!INSIDE.test(word) || !isWhole || keywords['enum'] !== undefined) return []
      const said = textOf(keywords['description']).slice(0, 600)
      const isServers = keywords['readOnly'] === true || BY_SERVER.test(said) || COUNTS.test(said)
      const isMeant = isServers || (!asked.has(word) && !types.includes('string'))
      return isMeant ? [{ place: [around, name], isOfWanted: word === 'generation' }] : []
    })
  })
})

/** What requests may say inside the object, in plain words. */
function askedInside(plan: ResourcePlan, around: string, runtime: Runtime): ReadonlySet<string> {
  const objects = askedSchemas(plan, runtime).flatMap((schema): Schema[] => {
    const object = allProperties(schema, runtime).get(around)
    return object === undefined ? [] : [object]
  })
  return new Set(objects.flatMap((object) => [...runtime.view(object).properties.keys()].map(plain)))
}

const TAG = /^(odata)?etag$|^(version|revision|concurrency)token$|^concurrencystamp$/
/** An entity tag of something else, that the record remembers. */
const OF_ANOTHER =
  /\b(repository|remote|upstream|downloaded|fetched|previous(ly)?|last) (url|file|import|fetch|download)/i

/** Where a record shows its own entity tag (`etag`, `@odata.etag`, `meta.etag`); undefined where it does not. */
export const ownTag: (plan: ResourcePlan, runtime: Runtime) => Place | undefined = oncePer(
  (plan: ResourcePlan, runtime: Runtime): Place | undefined => {
    const properties = [...allProperties(plan.schema, runtime)]
    const isTag = (name: string, schema: Schema): boolean => {
      const { types, keywords } = runtime.view(schema)
      const said = textOf(keywords['description'])
      if (!TAG.test(plain(name)) || !types.includes('string') || OF_ANOTHER.test(said)) return false
      return /etag$/.test(plain(name)) || BY_SERVER.test(said) || !askedNames(plan, runtime).has(plain(name))
    }
    const [own] = properties.find(([name, schema]) => plan.id.place[0] !== name && isTag(name, schema)) ?? []
    if (own !== undefined) return [own]
    for (const [around, object] of properties) {
      const inside = ABOUT.test(plain(around)) ? [...runtime.view(object).properties] : []
      const [name] = inside.find(([inner, schema]) => isTag(inner, schema)) ?? []
      if (name !== undefined) return [around, name]
    }
    return undefined
  },
)

/** The changed record with its numbers one higher, where the client has not set them itself, and another entity tag. */
export function revised(plan: ResourcePlan, before: JsonObject, value: JsonObject, runtime: Runtime): JsonObject {
  let next = revisedInside(plan, before, withTag(plan, before, value, runtime), runtime)
  for (const name of revisionsOf(plan, runtime).keys()) {
    const higher = oneHigher(before[name])
    if (higher !== undefined && value[name] === before[name]) next = withAt(next, [name], higher)
  }
  return next
}

/** Numbers inside objects move where anything else did; one that is left out of a whole record is still there. */
function revisedInside(plan: ResourcePlan, before: JsonObject, value: JsonObject, runtime: Runtime): JsonObject {
  const places = revisionsInside(plan, runtime)
  if (places.length === 0) return value
  const bare = (one: JsonObject) => JSON.stringify(places.reduce((left, { place }) => without(left, place), one))
  const isChanged = bare(before) !== bare(value)
  return places.reduce((next, { place, isOfWanted }) => {
    const [old, now] = [at(before, place), at(value, place)]
    if (old === undefined || (now !== undefined && now !== old)) return next
    const moves = isChanged && (!isOfWanted || wanted(before) !== wanted(value))
    const held = (moves ? oneHigher(old) : undefined) ?? (old as Json)
    return isObject(next[place[0] ?? '']) ? withAt(next, place, held) : next
  }, value)
}

/** A list that tells its version at the place where its records tell theirs is no older than any of them. */
export function asNewAs(
  plan: ResourcePlan | undefined,
  list: JsonObject,
  records: readonly { readonly value: JsonObject }[],
  runtime: Runtime,
): JsonObject {
  const places = plan === undefined ? [] : revisionsInside(plan, runtime)
  return places.reduce((whole, { place, isOfWanted }) => {
    const own = isOfWanted ? undefined : countIn(at(whole, place))
    if (own === undefined) return whole
    const newest = records.reduce((most, { value }) => Math.max(most, countIn(at(value, place)) ?? 0), own)
    return newest === own ? whole : withAt(whole, place, typeof at(whole, place) === 'string' ? String(newest) : newest)
  }, list)
}

/** What is wanted of the record: neither what is told of it nor how it is. */
function wanted(value: JsonObject): string {
  return JSON.stringify(Object.entries(value).filter(([name]) => !ABOUT.test(plain(name)) && name !== 'status'))
}

function oneHigher(old: unknown): number | string | undefined {
  const count = countIn(old)
  if (count === undefined) return undefined
  return typeof old === 'string' ? String(count + 1) : count + 1
}

function countIn(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) ? count : undefined
}

/** Such numbers of which words say that a change of another one than the current is refused. */
export const checkedNumbers: (plan: ResourcePlan, runtime: Runtime) => readonly string[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly string[] => {
    const properties = allProperties(plan.schema, runtime)
    return [...revisionsOf(plan, runtime).keys()].filter((name) =>
      CHECKED.test(textOf(runtime.view(properties.get(name)).keywords['description'])),
    )
  },
)

function withTag(plan: ResourcePlan, before: JsonObject, value: JsonObject, runtime: Runtime): JsonObject {
  const place = ownTag(plan, runtime)
  const old = place === undefined ? undefined : at(before, place)
  if (place === undefined || typeof old !== 'string' || old === '') return value
  if (place.length > 1 && !isObject(value[place[0] ?? ''])) return value
  const same = withAt(value, place, old)
  const text = JSON.stringify(same)
  return text === JSON.stringify(before) ? same : withAt(value, place, nextTag(old, text))
}
