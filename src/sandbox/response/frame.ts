/** What stands around the records of a list. */
import type { MediaType } from '../../api/description.ts'
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, field, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { mediaOf } from '../operation/answers/declared-answers.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'

const OTHER_PAGE = /^(next|prev|previous|first|last)([_-]?(page|url|uri|link|href|cursor|token|id|offset))*$/i

/**
 * What the list style says stands in the frame as said; beyond it a list never
 * leads to pages that nobody knows of, for clients would follow them for ever.
 */
export function framed(frame: JsonObject, around: JsonObject, output: Place, keepsEmpty: boolean): JsonObject {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(frame)) {
    const said = field(around, name)
    const isRecords = output.length === 1 && output[0] === name
    if (isRecords) setOwn(kept, name, value)
    else if (isObject(value) && (said === undefined || isObject(said))) {
      const below = output[0] === name ? output.slice(1) : []
      const inner = framed(value as JsonObject, (said ?? {}) as JsonObject, below, keepsEmpty)
      if (keepsEmpty || Object.keys(inner).length > 0 || Object.keys(value).length === 0) setOwn(kept, name, inner)
    } else if (said !== undefined) setOwn(kept, name, said)
    else if (value === null || !OTHER_PAGE.test(name)) setOwn(kept, name, value)
  }
  for (const [name, said] of Object.entries(around)) if (!Object.hasOwn(kept, name)) setOwn(kept, name, said)
  return kept as JsonObject
}

/** The object of another page goes as a whole, where it may: `next` of `next.after`. */
export function holderOf(place: Place): Place {
  const holder = place.slice(0, -1)
  return /^(next|prev)/i.test(holder.at(-1) ?? '') ? holder : place
}

/** What stands around a list of its path: `payment_id` of `/payments/{paymentId}/events`. */
export function ofPath({ compiled, runtime, pathParameters }: Call): JsonObject {
  const said: Record<string, unknown> = {}
  for (const [parameter, name, schema] of namedByPath(compiled, runtime)) {
    const text = pathParameters.get(parameter)
    const value = [text, Number(text)].find((one) => one !== undefined && runtime.accepts(schema, one))
    if (value !== undefined) setOwn(said, name, value)
  }
  return said as JsonObject
}

/** What was searched for, where the answer repeats it. */
export function ofSearch(call: Call): JsonObject {
  const place = queryIn(call.compiled, call.runtime)
  const search = call.compiled.operation.plan.list?.search
  if (place === undefined || search === undefined) return NOTHING
  const inQuery = call.query.find(([name]) => name === search)?.[1]
  const sent = inQuery ?? at(call.body, search.split('.')) ?? ''
  return typeof sent === 'string' ? { [place]: sent } : NOTHING
}

const NOTHING: JsonObject = {}

/** The text of the answer that is called like what is searched for. */
const queryIn = oncePer(({ success }: CompiledOperation, runtime: Runtime): string | undefined => {
  const [mediaType] = success.mediaTypes
  const schema = mediaType === undefined ? undefined : mediaOf(success, mediaType)?.schema
  return [...runtime.view(schema).properties].find(
    ([name, one]) => QUERY.test(plain(name)) && runtime.view(one).types.join() === 'string' && runtime.accepts(one, ''),
  )?.[0]
})

const QUERY = /^(q|query|searchquery|searchterm|querytext|querystring|search|keywords?|term)$/

const namedByPath = oncePer(
  ({ operation, success }: CompiledOperation, runtime: Runtime): readonly (readonly [string, string, Schema])[] => {
    const [mediaType] = success.mediaTypes
    const schema = mediaType === undefined ? undefined : mediaOf(success, mediaType)?.schema
    const own = new Map(operation.parameters.flatMap((p) => (p.in === 'path' ? [[plain(p.name), p.name]] : [])))
    return [...runtime.view(schema).properties].flatMap(([name, property]) => {
      const parameter = own.get(plain(name))
      return parameter === undefined ? [] : [[parameter, name, property] as const]
    })
  },
)

/** What is left out around the records, beyond what the list style says. */
export function leftOut({ compiled, runtime }: Call, around: JsonObject): readonly Place[] {
  const { objects, counts } = unknownAround(compiled, runtime)
  if (objects.length === 0 && counts.length === 0) return NONE
  const unknown = objects.filter((place) => at(around, place) === undefined)
  return [...unknown, ...counts.filter((place) => (at(around, place) ?? 0) === 0)]
}

const NONE: readonly Place[] = []

/**
 * Objects around the records that need not be there, hold nothing but texts, and have neither an example nor a value of
 * their own: what is said in them is known of a request or not at all. And counts that are left unset where nothing is
 * left to count.
 */
const unknownAround = oncePer(({ operation: { plan }, success }: CompiledOperation, runtime: Runtime) => {
  const [mediaType] = success.mediaTypes
  const objects: Place[] = []
  const counts: Place[] = []
  let budget = 500
  const look = (schema: Schema | undefined, place: Place): void => {
    const { properties, required } = runtime.view(schema)
    for (const [name, property] of properties) {
      if (budget-- <= 0) return
      const here = [...place, name]
      if (!required.has(name) && isUnsetAtNothing(property, runtime)) counts.push(here)
      if (runtime.view(property).properties.size === 0 || plan.output?.join('.') === here.join('.')) continue
      const holdsRecords = here.every((step, index) => plan.output?.[index] === step)
      const isKnown = required.has(name) || holdsRecords || LEADS.test(plain(name)) || !isText(property, runtime, 0)
      if (!isKnown) objects.push(here)
      else if (here.length < DEEPEST) look(property, here)
    }
  }
  look(mediaType === undefined ? undefined : mediaOf(success, mediaType)?.schema, [])
  return { objects, counts }
})

function isUnsetAtNothing(schema: Schema, runtime: Runtime): boolean {
  const { types, keywords } = runtime.view(schema)
  const { description } = keywords
  return (
    types.includes('integer') && typeof description === 'string' && UNSET.test(description) && WHEN.test(description)
  )
}

const UNSET = /\b(left unset|left out|omitted|not (set|present|returned))\b/i
const WHEN = /\b(is complete|last (page|chunk|batch)|no (more|further))\b/i

const DEEPEST = 3
/** What tells of the list and its pages. */
const LEADS =
  /^(links?|meta|metadata|page|pages|paging|pagination|pageinfo|pager|cursors?|next|prev(ious)?|self|first|last)$/

/** Nothing but texts of which the description shows none. */
function isText(schema: Schema, runtime: Runtime, depth: number): boolean {
  const { types, properties, keywords } = runtime.view(schema)
  if (['example', 'examples', 'default', 'enum', 'const'].some((keyword) => keywords[keyword] !== undefined))
    return false
  if (properties.size === 0) return types.length === 1 && types[0] === 'string'
  return (
    depth < DEEPEST &&
    properties.size <= 12 &&
    [...properties].every(([name, one]) => !LEADS.test(plain(name)) && isText(one, runtime, depth + 1))
  )
}

/** A list's example tells of other records and other pages. */
export function withoutExamples(media: MediaType | undefined): MediaType | undefined {
  return media === undefined ? undefined : { ...media, examples: {} }
}

/** What tells of pages, which an answer about one record need not do. */
export const pagesBeside: (schema: Schema & object, runtime: Runtime) => readonly Place[] = oncePer(
  (schema: Schema & object, { view }: Runtime): readonly Place[] => {
    const { properties, required } = view(schema)
    const names = [...properties.keys()].filter((name) => PAGES.test(name) && !required.has(name))
    return names.map((name) => [name])
  },
)

const PAGES = /^(pagination|paging|page_?info)$/i
