/** Links with which a record names itself: they lead to it under the address that the request came by. */
import { sentNames } from '../../api/model-reader.ts'
import type { Place, ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, field, isObject, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { mediaOf, successFor } from '../operation/answers/declared-answers.ts'
import type { Runtime } from '../runtime.ts'
import { askedSchemas } from '../state/asked.ts'
import { isSigned } from '../state/fitting-addresses.ts'
import { withAt } from '../state/place.ts'
import { exampleAt } from '../state/samples.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { addressOf, keepersOf, readersOf, rooted } from './location.ts'
import { withNamed } from './named-links.ts'

interface SelfLinks {
  /** Texts that are the link. */
  readonly places: readonly Place[]
  /** Those of which words say so: they are there though they may be null. */
  readonly said: readonly Place[]
  /** Those that are paths, by their words. */
  readonly relative: readonly Place[]
  /** The path that the example of one stands right under. Absent: no example leads to a path that reads records. */
  readonly under?: string
  /** Arrays of `{rel, href}`, and what stands in one that nothing else is known of. */
  readonly lists: readonly { readonly name: string; readonly ownOf: (href: string) => JsonObject | undefined }[]
  /** Links to what has a path right under the record's own. */
  readonly onward: readonly { readonly place: Place; readonly step: string }[]
}

const CERTAIN = /^(self|selflink|selfurl|selfuri|href|resourceuri|resourceurl|apiurl)$/
/** Names that mean the record itself where an example shows it. */
const LIKELY = /^(url|uri|location|link|canonicalurl)$/
const AROUND = /^_?(links?|meta(data)?)$/

/** True when records of the type, or the answer, name themselves, so that answers depend on the address of the request. */
export function namesSelf(runtime: Runtime, plan: ResourcePlan | undefined, schema: Schema | undefined): boolean {
  if (plan === undefined) return false
  return linksOf(plan, runtime) !== undefined || (typeof schema === 'object' && ownPlaces(schema, runtime).length > 0)
}

/** The record as shown, with its own links leading to it. */
export function withSelf(call: Call, record: StoredRecord, shown: unknown): unknown {
  const { resource, operation } = call.compiled
  const plan = operation.plan.makes?.type === record.type ? call.runtime.resource(record.type) : resource
  if (plan === undefined || plan.type !== record.type || !isObject(shown)) return shown
  const links = linksOf(plan, call.runtime)
  if (links === undefined) return shown
  const path =
    (links.under === undefined ? undefined : addressOf(call, record, links.under)) ??
    addressOf(call, record, undefined, keepersOf) ??
    (isOfRequest(call) ? call.request.path.slice(call.base.length) : undefined)
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
    if (typeof old === 'string')
      value = withAt(value, place, `${seen(old, listsArePaths(call.runtime) || undefined)}/${step}`)
  }
  for (const { name, ownOf } of links.lists)
    value = withNamed(plan, record, withListed(value, name, seen, ownOf), name, call.runtime)
  return value
}

/** True for an answer to a request whose path names the one record there is. */
function isOfRequest({ compiled: { operation } }: Call): boolean {
  const { kind, target } = operation.plan
  return (kind === 'read' || kind === 'singleton') && target === undefined && !operation.path.includes('{')
}

/**
 * What an answer that is no record, or stands around a list, calls its own address: that of the request. `given` is
 * what is known of it.
 */
export function withRequest(
  call: Call,
  shown: unknown,
  schema: Schema | undefined,
  given: readonly unknown[],
): unknown {
  return call.request.method === 'GET' ? led(call, shown, schema, given, () => call.request.path) : shown
}

/** The same around a record: where that is found. */
export function withRecordAddress(call: Call, record: StoredRecord, shown: unknown, schema: Schema): unknown {
  return led(call, shown, schema, [record.value], () => {
    const path = addressOf(call, record, undefined, keepersOf)
    return path === undefined ? undefined : `${call.base}${path}`
  })
}

function led(
  call: Call,
  shown: unknown,
  schema: Schema | undefined,
  given: readonly unknown[],
  pathOf: () => string | undefined,
): unknown {
  if (typeof schema !== 'object' || !isObject(shown)) return shown
  const places = ownPlaces(schema, call.runtime).filter(
    (place) => typeof at(shown, place) === 'string' && given.every((one) => at(one, place) === undefined),
  )
  const path = places.length === 0 ? undefined : pathOf()
  if (path === undefined) return shown
  const host = call.request.fields.get('host') ?? 'localhost'
  const url = `http://${host}${rooted({ ...call, base: '' }, path)}`
  return places.reduce((value, place) => withAt(value, place, url), shown as JsonObject)
}

/** Links of an answer to itself of which no example tells. */
const ownPlaces = oncePer((schema: Schema & object, runtime: Runtime): readonly Place[] =>
  [...runtime.view(schema).properties].flatMap(([name, property]) =>
    AROUND.test(plain(name))
      ? selfInside(runtime, name, property).filter(
          (place) => runtime.view(schemaAt(runtime.view, schema, place)).keywords['example'] === undefined,
        )
      : [],
  ),
)

/** `{href, rel, method}` as the answer about a record: it leads to that. */
export function asLink(call: Call, record: StoredRecord, shown: unknown, schema: Schema): unknown {
  const { properties } = call.runtime.view(schema)
  const isLink = properties.has('href') && (properties.has('rel') || properties.has('method'))
  return isLink ? leading(call, record, shown, schema) : shown
}

/** `{entity_id, location}` after a creation: the URL leads to what was made. */
export function withAddress(call: Call, record: StoredRecord, shown: unknown, schema: Schema): unknown {
  const isReceipt = call.runtime.view(schema).properties.size <= MOST_OF_RECEIPTS
  if (call.compiled.operation.plan.kind !== 'create' || !isReceipt) return asLink(call, record, shown, schema)
  return leading(call, record, shown, schema)
}

function leading(call: Call, record: StoredRecord, shown: unknown, schema: Schema): unknown {
  const { runtime } = call
  const { properties } = runtime.view(schema)
  if (!isObject(shown)) return shown
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

/** The link to the record itself, and those that begin as that does; where there is none, that one. */
function withListed(
  value: JsonObject,
  name: string,
  seen: (old: unknown) => string,
  ownOf: SelfLinks['lists'][number]['ownOf'],
): JsonObject {
  const list = value[name]
  if (!Array.isArray(list)) return value
  if (list.length === 0) {
    const own = ownOf(seen(undefined))
    return own === undefined ? value : withAt(value, [name], [own])
  }
  const self: unknown = list.find((one) => field(one, 'rel') === 'self' && typeof field(one, 'href') === 'string')
  if (self === undefined) return value
  const old = String(field(self, 'href'))
  const now = seen(old)
  const led = list.map((one: unknown) => {
    const href = field(one, 'href')
    return isObject(one) && typeof href === 'string'
      ? { ...one, href: href === old ? now : moved(href, old, now) }
      : one
  })
  return withAt(value, [name], led)
}

/** A link beside the one to the record, which led to `old` and leads to `now`. */
function moved(href: string, old: string, now: string): string {
  let same = 0
  while (same < Math.min(old.length, now.length) && old.at(-1 - same) === now.at(-1 - same)) same++
  const end = old.indexOf('/', old.length - same)
  const before = end < 0 ? '' : old.slice(0, end + 1)
  const isOfIt = /^https?:\/\/[^/]+\/|^\//.test(before) && href.startsWith(before)
  return isOfIt ? `${now.slice(0, now.length - (old.length - before.length))}${href.slice(before.length)}` : href
}

function ownLinkOf(list: Schema, items: Schema, runtime: Runtime): SelfLinks['lists'][number]['ownOf'] {
  const known = new Set(runtime.view(items).properties.keys())
  return (href) => {
    const told = Object.entries({ href, rel: 'self', method: 'GET' }).filter(([name]) => known.has(name))
    const own = Object.fromEntries(told)
    return runtime.accepts(list, [own]) ? own : undefined
  }
}

const linksOf = oncePer((plan: ResourcePlan, runtime: Runtime): SelfLinks | undefined => {
  const operations = runtime.operationsOn(plan.type)
  const isOne = operations.some(
    ({ plan: { kind, target } }) => kind === 'singleton' || (kind === 'read' && target === undefined),
  )
  if (!isOne && keepersOf(plan, runtime).length === 0) return undefined
  const sent = sentNames(runtime, plan)
  const places: Place[] = []
  const said: Place[] = []
  const relative: Place[] = []
  const lists: SelfLinks['lists'][number][] = []
  const onward: SelfLinks['onward'][number][] = []
  for (const [name, property] of runtime.view(plan.schema).properties) {
    onward.push(...heldList(runtime, plan, name, property))
    if (sent.has(name)) continue
    if (AROUND.test(plain(name))) {
      const { items } = runtime.view(property)
      if (items !== undefined && runtime.view(items).properties.has('rel'))
        lists.push({ name, ownOf: ownLinkOf(property, items, runtime) })
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

/** `{data, has_more, url}` inside a record: the URL is that of the list right under it. */
function heldList(runtime: Runtime, plan: ResourcePlan, name: string, property: Schema): SelfLinks['onward'] {
  const { properties } = runtime.view(property)
  const url = ['url', 'href', 'uri'].find((one) => isText(runtime, properties.get(one) ?? false))
  if (url === undefined || !saysList(runtime, properties)) return []
  const asked = askedSchemas(plan, runtime).map((schema) => runtime.view(runtime.view(schema).properties.get(name)))
  if (asked.some((view) => view.properties.has(url))) return []
  return [{ place: [name, url], step: stepsBelow(plan, runtime).get(plain(name)) ?? name }]
}

/** A pattern says of the URL of a list that it is a path (`^/v1/customers`): so are those of lists in records. */
const listsArePaths = oncePer((runtime: Runtime): boolean =>
  runtime.api.head.operations
    .filter(({ plan: { kind } }) => kind === 'list')
    .some(({ id }) => {
      const success = successFor(runtime.operation(id).operation)
      const [mediaType = ''] = success.mediaTypes
      const url = schemaAt(runtime.view, mediaOf(success, mediaType)?.schema, ['url'])
      return url !== undefined && /^\^\\?\//.test(textOf(runtime.view(url).keywords['pattern']))
    }),
)

/** An array, and whether or how many there are more. */
function saysList(runtime: Runtime, properties: ReadonlyMap<string, Schema>): boolean {
  const names = [...properties.keys()].map(plain)
  const holds = [...properties.values()].some((one) => runtime.view(one).types.includes('array'))
  return holds && names.some((one) => /^(hasmore|totalcount|total|count|next)$/.test(one))
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
  if (example === undefined || isSigned(example)) return false
  const isPath = example.startsWith('/')
  return readersOf(plan, runtime).some(({ form, tail }) => form.test(example) || (isPath && tail.test(example)))
}

function isText(runtime: Runtime, schema: Schema): boolean {
  const { types } = runtime.view(schema)
  return types.includes('string') && runtime.view(schema).keywords['enum'] === undefined
}
