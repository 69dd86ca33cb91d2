/**
 * Requests say some things shorter than records show them: an id for the whole record, a text for `{value: text}`,
 * an array for a list with its envelope. Each is brought to the form that the record has.
 */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { isOwnId } from '../../../api/schema/generate.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import type { SchemaView } from '../../../api/schema/view.ts'
import { typeShown } from '../../../derive/naming/named-types.ts'
import { plain, singularName, snake } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import { project } from '../../response/project.ts'
import type { Runtime } from '../../runtime.ts'
import { scopedTo } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { parentsOf } from '../address.ts'
import { withNames } from '../identity/sequence-numbers.ts'
import { inAddresses } from './message-recipients.ts'

/** How deep a request is looked through. */
const DEPTH = 4

/** The value in the form of the schema; the same value where it has that form, or where none can be found. */
export function seated(call: Call, name: string, value: unknown, schema: Schema, depth = 0): unknown {
  if (value === null || value === undefined || depth > DEPTH) return value
  const view = call.runtime.view(schema)
  const addresses = typeof value === 'string' ? inAddresses(name, value, view, call.runtime) : undefined
  if (addresses !== undefined) return addresses
  if (typeof value !== 'object')
    return isRecordLike(view, call.runtime) || isCalled(name, schema, call.runtime)
      ? inObject(call, name, value, schema)
      : value
  if (Array.isArray(value)) return seatedArray(call, name, value, view, depth)
  if (!isObject(value)) return value
  const record = depth === 0 ? recordLike(call, name, value, schema) : undefined
  const own = seatedObject(call, value, view, depth)
  return record === undefined || !isObject(own) ? own : { ...record, ...own }
}

/** The stored record that an object names by its id, as the property shows it, or by another key: `account: {code: bob}`. */
function recordLike(
  call: Call,
  name: string,
  value: Readonly<Record<string, unknown>>,
  schema: Schema,
): JsonObject | undefined {
  const plan = typeShown(name, schema, call.runtime)
  const id = plan === undefined ? undefined : idText(at(value, plan.id.place))
  if (plan !== undefined && id !== undefined && call.runtime.view(schema).properties.size > 0) {
    const named = called(call, plan, id)
    const shown = named === undefined ? undefined : project(named.value, schema, call.runtime)
    return isObject(shown) ? (shown as JsonObject) : undefined
  }
  if (plan === undefined || plan.alternateKeys.length === 0 || at(value, plan.id.place) !== undefined) return undefined
  for (const place of plan.alternateKeys) {
    const key = place.length === 1 ? idText(at(value, place)) : undefined
    const found = key === undefined ? undefined : called(call, plan, key, place)
    if (found !== undefined) return found.value
  }
  return undefined
}

function seatedArray(call: Call, name: string, value: readonly unknown[], view: SchemaView, depth: number): unknown {
  if (view.types.includes('object') && !view.types.includes('array')) {
    const place = listIn(view, call.runtime)
    return place === undefined ? value : { [place.name]: seated(call, name, value, place.schema, depth + 1) }
  }
  const { items } = view
  if (items === undefined) return value
  return each(value, (element) => seated(call, singular(name), element, items, depth + 1))
}

function seatedObject(
  call: Call,
  value: Readonly<Record<string, unknown>>,
  { properties }: SchemaView,
  depth: number,
): unknown {
  let copy: Record<string, unknown> | undefined
  for (const [name, inner] of Object.entries(value)) {
    const property = properties.get(name)
    const isOpen = property === undefined && properties.size === 0 && isObject(inner)
    const said = isOpen ? withNames(call, name, inner) : inner
    const next = property === undefined ? said : seated(call, name, inner, property, depth + 1)
    if (next === inner) continue
    copy ??= { ...value }
    setOwn(copy, name, next)
  }
  return copy ?? value
}

/** The same array where nothing changed. */
function each(values: readonly unknown[], change: (value: unknown) => unknown): readonly unknown[] {
  const changed = values.map(change)
  return changed.every((value, i) => value === values[i]) ? values : changed
}

/** True when values are objects with properties, and nothing else. */
function isRecordLike(view: SchemaView, runtime: Runtime): boolean {
  if (view.types.length > 1 || (view.types[0] !== undefined && view.types[0] !== 'object')) return false
  const isObject = view.properties.size > 0
  if (view.variants.length === 0) return isObject
  return view.variants.every((variant) => {
    const own = runtime.view(variant)
    return isRecordLike(own, runtime) || (isObject && saysNoType(own))
  })
}

/** An alternative that only says what is required: `anyOf: [{required: [name]}, {required: [company]}]`. */
function saysNoType({ types, properties, variants, keywords }: SchemaView): boolean {
  const isOpen = types.length === 0 && properties.size === 0 && variants.length === 0
  return isOpen && keywords['enum'] === undefined && keywords['const'] === undefined
}

function isCalled(name: string, schema: Schema, runtime: Runtime): boolean {
  const names = typeof schema === 'boolean' ? undefined : namesMeant(schema, runtime)
  return names !== undefined && names.size > 0 && names.has(plain(name))
}

/** Types whose records are told apart by their name, where the schema takes a text or an object: the object says the same. */
const namesMeant = oncePer((schema: Exclude<Schema, boolean>, runtime: Runtime): ReadonlySet<string> => {
  const objects = runtime.view(schema).variants.filter((variant) => isRecordLike(runtime.view(variant), runtime))
  const keys = new Set(objects.flatMap((variant) => [...runtime.view(variant).properties.keys()]))
  const named = runtime.api.head.resources.filter(({ id: { place } }) => {
    const [key = ''] = place
    return place.length === 1 && /^(name|label|slug)$/i.test(key) && keys.has(key)
  })
  return new Set(keys.size === 0 ? [] : named.map(({ type }) => plain(type.split('_').at(-1) ?? '')))
})

/** Members of an object that hold what the object is about. */
const HOLDERS = ['text', 'slug', 'name', 'code', 'key', 'content', 'login', 'username', 'ref']

/** A single value as the object stands for it: the record with that id, else an object that holds it. */
function inObject(call: Call, name: string, value: unknown, schema: Schema): unknown {
  const record = recordNamed(call, name, idText(value), schema)
  if (record !== undefined) return record
  const all = call.runtime.view(schema)
  const views = [all, ...all.variants.map((variant) => call.runtime.view(variant))]
  const heldAs = (holder: string): unknown => {
    const properties = views.flatMap((view) => view.properties.get(holder) ?? [])
    return inOtherForm(value).find((one) =>
      properties.some((property) => call.runtime.accepts(property as Schema, one)),
    )
  }
  const [key = 'id'] = typeShown(name, schema, call.runtime)?.id.place ?? []
  const ids = isWord(value) ? idsAmong(views, name) : []
  const holder = ['value', name, 'id', key, ...ids, ...HOLDERS].find((one) => heldAs(one) !== undefined)
  if (holder === undefined) return value
  const held = heldAs(holder)
  const label = holder === 'value' ? labelFor(held, all.properties, call.runtime) : undefined
  return label === undefined ? { [holder]: held } : { [holder]: held, label }
}

/** Ids have no spaces in them. */
function isWord(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && !/\s/.test(value))
}

/** Members by whose names an object says which one it is: `gid`, `uuid`, and `member_id` of a `member`. */
function idsAmong(views: readonly SchemaView[], name: string): readonly string[] {
  const own = `${plain(name)}id`
  return views.flatMap(({ properties }) => [...properties.keys()].filter((one) => isOwnId(one) || plain(one) === own))
}

/** A value, and a whole number that is sent as a text: an object may hold it as one. */
function inOtherForm(value: unknown): readonly unknown[] {
  return typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) ? [value, Number(value)] : [value]
}

/** What a `label` says beside a `value`, where the choices of both stand in one order. */
function labelFor(value: unknown, properties: ReadonlyMap<string, Schema>, runtime: Runtime): unknown {
  const choices = (name: string): readonly unknown[] => {
    const known = runtime.view(properties.get(name)).keywords['enum']
    return Array.isArray(known) ? known : []
  }
  const [values, labels] = [choices('value'), choices('label')]
  return values.length === labels.length ? labels[values.indexOf(value)] : undefined
}

/** The stored record of the type that the schema shows, or that the name means. */
function recordNamed(call: Call, name: string, id: string | undefined, schema: Schema): unknown {
  const plan = id === undefined ? undefined : typeShown(name, schema, call.runtime)
  if (plan === undefined || id === undefined) return undefined
  return called(call, plan, id)?.value
}

/** The record of this name; that of the same surroundings as the request's, where names are unique only in those. */
function called(call: Call, plan: ResourcePlan, id: string, place: Place = plan.id.place): StoredRecord | undefined {
  const around = plan.scope.length === 0 ? undefined : parentsOf(call)
  const links = around === undefined || 'refuse' in around ? {} : scopedTo(plan, around.links)
  return call.resources.find(plan, id, links, place)
}

/** The one array of objects inside an object that is a list with its envelope. */
function listIn(view: SchemaView, runtime: Runtime): { readonly name: string; readonly schema: Schema } | undefined {
  const arrays = [...view.properties].filter(([, property]) => runtime.view(property).types.includes('array'))
  const [only] = arrays
  return only !== undefined && arrays.length === 1 ? { name: only[0], schema: only[1] } : undefined
}

function singular(name: string): string {
  return name.length > 3 && name.endsWith('s') ? name.slice(0, -1) : name
}

/** The first property that is called by one of these plain words. */
export function propertyOf(words: readonly string[], properties: ReadonlyMap<string, Schema>): string | undefined {
  const known = byWord(properties)
  const [first] = words.flatMap((word) => known.get(word) ?? []).sort((a, b) => a.place - b.place)
  return first?.name
}

const byWord = oncePer((properties: ReadonlyMap<string, Schema>) => {
  const known = new Map<string, { readonly name: string; readonly place: number }>()
  for (const name of properties.keys()) {
    const word = plain(name)
    if (!known.has(word)) known.set(word, { name, place: known.size })
  }
  return known
})

/**
 * Where a record has no `customer_id` but shows the `customer` itself, and no `tag_ids` but `tags`: the property that
 * takes the record, and the value it takes.
 */
export function seatForId(
  call: Call,
  name: string,
  value: unknown,
  properties: ReadonlyMap<string, Schema>,
): readonly [name: string, value: unknown] | undefined {
  const stem = /^(.+?)_?(id|ids|Id|Ids|ID|IDs)$/.exec(name)?.[1]
  if (value === null || isObject(value)) return undefined
  if (stem === undefined) return seatForKey(call, name, value, properties)
  const own = propertyOf([plain(stem), `${plain(stem)}s`], properties)
  const schema = own === undefined ? undefined : properties.get(own)
  if (own === undefined || schema === undefined) return undefined
  const seat = seated(call, own, value, schema)
  return seat === value ? undefined : [own, seat]
}

/** What a request says, with what an answer shows in place of ids: `chat_id`, and the `chat` with that id. */
export function withSeats(call: Call, said: JsonObject, schema: Schema | undefined): JsonObject {
  const { properties } = call.runtime.view(schema)
  let copy: Record<string, unknown> | undefined
  for (const [name, value] of Object.entries(said)) {
    const seat = properties.has(name) ? undefined : seatForId(call, name, value, properties)
    if (seat === undefined || Object.hasOwn(said, seat[0])) continue
    copy ??= { ...said }
    setOwn(copy, seat[0], seat[1])
  }
  return (copy as JsonObject | undefined) ?? said
}

/** `plan_code` where the record shows the `plan`, which has a `code`: the plan with that code, else one that says no more. */
function seatForKey(
  call: Call,
  name: string,
  value: unknown,
  properties: ReadonlyMap<string, Schema>,
): readonly [name: string, value: unknown] | undefined {
  const [, stem, key] = /^(.+?)_?(code|Code|slug|Slug|key|Key|name|Name|handle|Handle)$/.exec(name) ?? []
  if (stem === undefined || key === undefined || idText(value) === undefined) return undefined
  const own = propertyOf([plain(stem)], properties)
  const schema = own === undefined ? undefined : properties.get(own)
  if (own === undefined || schema === undefined || !isRecordLike(call.runtime.view(schema), call.runtime))
    return undefined
  const inner = [...call.runtime.view(schema).properties.keys()].find((member) => plain(member) === plain(key))
  return inner === undefined ? undefined : [own, seated(call, own, { [inner]: value }, schema)]
}

/** `book_config` of a book, whose record has a `config` with every property that is sent. */
function objectHome(
  wanted: string,
  value: object,
  type: string,
  properties: ReadonlyMap<string, Schema>,
  runtime: Runtime,
): string | undefined {
  if (!wanted.startsWith(`${type}_`)) return undefined
  const own = [...properties.keys()].find((property) => snake(property) === wanted.slice(type.length + 1))
  const held = runtime.view(own === undefined ? undefined : properties.get(own)).properties
  return Object.keys(value).every((one) => held.has(one)) && held.size > 0 ? own : undefined
}

/** Names of whom or what something is for. */
const ADDRESS = /^(e?mail|phone|domain|username)$/

/**
 * The property that a request means where the record has none of that name: `key_name` is the `name` of an API key, and
 * `email` the `granted_to_email` of a permission, where nothing else of it ends so; a list under the name of one
 * (`Permission`) is that of `permissions`. What is named otherwise before it
 * (`masked_email`, `parent_email`) is something else.
 */
export function homeFor(
  name: string,
  value: unknown,
  { type }: ResourcePlan,
  properties: ReadonlyMap<string, Schema>,
  runtime: Runtime,
): string | undefined {
  if (Array.isArray(value)) {
    const many = [...properties.keys()].find((own) => plain(singularName(own)) === plain(name))
    return many !== undefined && runtime.accepts(properties.get(many) ?? false, value) ? many : undefined
  }
  if (value === null) return undefined
  const wanted = snake(name)
  if (isObject(value)) return objectHome(wanted, value, type, properties, runtime)
  const kind = singular(type.split('_').at(-1) ?? type)
  const own = wanted.startsWith(`${kind}_`) ? wanted.slice(kind.length + 1) : undefined
  const fits = (property: string): boolean => runtime.accepts(properties.get(property) ?? false, value)
  const seat = own === undefined ? undefined : [...properties.keys()].find((property) => snake(property) === own)
  if (seat !== undefined) return fits(seat) ? seat : undefined
  if (!ADDRESS.test(wanted)) return undefined
  const [only, ...others] = [...properties.keys()].filter((property) => property.toLowerCase().endsWith(`_${wanted}`))
  if (only === undefined || others.length > 0 || !/_(to|for)_[^_]+$/i.test(only)) return undefined
  return fits(only) ? only : undefined
}
