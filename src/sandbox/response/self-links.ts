/** Links with which a record names itself: they lead to it under the address that the request came by. */
import { sentNames } from '../../api/model-reader.ts'
import type { Place, ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { withAt } from '../state/place.ts'
import { exampleAt } from '../state/samples.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { addressOf, readersOf, rooted } from './location.ts'

interface SelfLinks {
  /** Texts that are the link. */
  readonly places: readonly Place[]
  /** Those of which words say so: they are there though they may be null. */
  readonly said: readonly Place[]
  /** Those that are paths, by their words. */
  readonly relative: readonly Place[]
  /** The path that the example of one stands right under. Absent: no example leads to a path that reads records. */
  readonly under?: string
  /** Arrays of `{rel, href}`. */
  readonly lists: readonly string[]
  /** Links to what has a path right under the record's own. */
  readonly onward: readonly { readonly place: Place; readonly step: string }[]
}

const CERTAIN = /^(self|selflink|selfurl|selfuri|href|resourceuri|resourceurl|apiurl)$/
/** Names that mean the record itself where an example shows it. */
const LIKELY = /^(url|uri|location|link|canonicalurl)$/
const AROUND = /^_?(links?|meta(data)?)$/

/** True when records of the type name themselves, so that answers depend on the address of the request. */
export function namesSelf(runtime: Runtime, plan: ResourcePlan | undefined): boolean {
  return plan !== undefined && linksOf(plan, runtime) !== undefined
}

/** The record as shown, with its own links leading to it. */
export function withSelf(call: Call, record: StoredRecord, shown: unknown): unknown {
  const plan = call.compiled.resource
  const links = plan === undefined || plan.type !== record.type ? undefined : linksOf(plan, call.runtime)
  if (links === undefined || !isObject(shown)) return shown
  const path = (links.under === undefined ? undefined : addressOf(call, record, links.under)) ?? addressOf(call, record)
  if (path === undefined) return shown
  const host = call.request.fields.get('host') ?? 'localhost'
  const seen = (old: unknown, isPath = typeof old === 'string' && old.startsWith('/')): string =>
    isPath ? `${call.base}${path}` : `http://${host}${rooted(call, path)}`
  let value = shown as JsonObject
  for (const place of links.places) {
    const old = at(value, place)
    if (typeof old === 'string' || (old === null && links.said.includes(place)))
      value = withAt(value, place, seen(old, links.relative.includes(place) || undefined))
  }
  for (const { place, step } of links.onward) {
    const old = at(value, place)
    if (typeof old === 'string') value = withAt(value, place, `${seen(old)}/${step}`)
  }
  for (const name of links.lists) value = withListed(value, name, seen)
  return value
}

/** `{entity_id, location}` after a creation: the URL leads to what was made. */
export function withAddress(call: Call, record: StoredRecord, shown: unknown, schema: Schema): unknown {
  const { runtime, compiled } = call
  const { properties } = runtime.view(schema)
  if (compiled.operation.plan.kind !== 'create' || !isObject(shown) || properties.size > MOST_OF_RECEIPTS) return shown
  const path = addressOf(call, record)
  // What the record says by that name (where a meeting is) is no address of it.
  const isAddress = (one: string): boolean => plain(one) === 'location' && !Object.hasOwn(record.value, one)
  const name = [...properties.keys()].find((one) => CERTAIN.test(plain(one)) || isAddress(one))
  if (path === undefined || name === undefined || !isText(runtime, properties.get(name) ?? false)) return shown
  const host = call.request.fields.get('host') ?? 'localhost'
  const told = withAt(shown as JsonObject, [name], `http://${host}${rooted(call, path)}`)
  return runtime.accepts(schema, told) ? told : shown
}

const MOST_OF_RECEIPTS = 6

function withListed(value: JsonObject, name: string, seen: (old: unknown) => string): JsonObject {
  const list = value[name]
  if (!Array.isArray(list)) return value
  const led = list.map((one: unknown) =>
    isObject(one) && one['rel'] === 'self' && typeof one['href'] === 'string'
      ? { ...one, href: seen(one['href']) }
      : one,
  )
  return withAt(value, [name], led)
}

const linksOf = oncePer((plan: ResourcePlan, runtime: Runtime): SelfLinks | undefined => {
  if (readersOf(plan, runtime).length === 0) return undefined
  const sent = sentNames(runtime, plan)
  const places: Place[] = []
  const said: Place[] = []
  const relative: Place[] = []
  const lists: string[] = []
  const onward: SelfLinks['onward'][number][] = []
  for (const [name, property] of runtime.view(plan.schema).properties) {
    if (sent.has(name)) continue
    if (AROUND.test(plain(name))) {
      if (runtime.view(runtime.view(property).items).properties.has('rel')) lists.push(name)
      places.push(...selfInside(runtime, name, property))
      onward.push(...onwardInside(runtime, plan, name, property))
    } else if (isText(runtime, property)) {
      const own: Place = [name]
      if (isSaid(runtime, name, property)) said.push(own)
      if (/, relative to\b/i.test(String(runtime.view(property).keywords['description'] ?? ''))) relative.push(own)
      if (said.includes(own) || isSelf(runtime, plan, name)) places.push(own)
    }
  }
  const shown = places.map((place) => exampleAt(plan, place, runtime))
  const led = readersOf(plan, runtime).find(({ form }) => shown.some((one) => one !== undefined && form.test(one)))
  return places.length + lists.length + onward.length === 0
    ? undefined
    : { places, said, relative, lists, onward, ...(led !== undefined && { under: led.below }) }
})

/** `_links: {self: {href}}`, `links: {self}`, `meta: {href}`. */
function selfInside(runtime: Runtime, name: string, property: Schema): readonly Place[] {
  return [...runtime.view(property).properties].flatMap(([inner, schema]): readonly Place[] => {
    if (!CERTAIN.test(plain(inner))) return []
    if (isText(runtime, schema)) return [[name, inner]]
    return runtime.view(schema).properties.has('href') ? [[name, inner, 'href']] : []
  })
}

/** "The absolute URL of the Channel resource." */
function isSaid(runtime: Runtime, name: string, property: Schema): boolean {
  const { description } = runtime.view(property).keywords
  return LIKELY.test(plain(name)) && typeof description === 'string' && OWN_URL.test(description)
}

const OWN_URL =
  /^the (?:(?:(?:absolute|canonical) (?:url|uri) (?:of|for) (?:the|this) (?:[\w-]+ ){0,4}|(?:url|uri) (?:of|for) this )(?:resource|object|record)\b|(?:url|uri) (?:of|for) (?:the|this) (?:[\w-]+ ){0,4}(?:resource|object|record), relative to\b)/i

/** `_links: {refunds: {href}}` of what has `/payments/{id}/refunds`. */
function onwardInside(runtime: Runtime, plan: ResourcePlan, name: string, property: Schema): SelfLinks['onward'] {
  const steps = stepsBelow(plan, runtime)
  return [...runtime.view(property).properties].flatMap(([inner, schema]) => {
    const step = CERTAIN.test(plain(inner)) ? undefined : steps.get(plain(inner))
    const inHref = runtime.view(schema).properties.has('href')
    if (step === undefined || !(inHref || isText(runtime, schema))) return []
    return [{ place: inHref ? [name, inner, 'href'] : [name, inner], step }]
  })
}

/** The last steps of the paths right under that of a record. */
const stepsBelow = oncePer((plan: ResourcePlan, runtime: Runtime): ReadonlyMap<string, string> => {
  const nameless = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}')
  const own = new Set(
    readersOf(plan, runtime).map(({ parts }) => parts.map((part, i) => (i % 2 === 0 ? part : '{}')).join('')),
  )
  return new Map(
    runtime.api.head.operations.flatMap(({ path }) => {
      const end = path.lastIndexOf('/')
      const step = path.slice(end + 1)
      return /^[\w-]+$/.test(step) && own.has(nameless(path.slice(0, end))) ? [[plain(step), step]] : []
    }),
  )
})

function isSelf(runtime: Runtime, plan: ResourcePlan, name: string): boolean {
  if (CERTAIN.test(plain(name))) return true
  if (!LIKELY.test(plain(name))) return false
  const example = exampleAt(plan, [name], runtime)
  if (example === undefined) return false
  const isPath = example.startsWith('/')
  return readersOf(plan, runtime).some(({ form, tail }) => form.test(example) || (isPath && tail.test(example)))
}

function isText(runtime: Runtime, schema: Schema): boolean {
  const { types } = runtime.view(schema)
  return types.includes('string') && runtime.view(schema).keywords['enum'] === undefined
}
