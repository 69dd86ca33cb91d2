/** The record inside a request: found, renamed to the record's own property names, merged into what is stored. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { recordSchema } from '../../derive/schemas/requests.ts'
import { parseSentJson } from '../../http/json-text.ts'
import { at, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { intoAttributes } from './creation/flat-attributes.ts'
import { homeFor, seated, seatForId } from './creation/input-coercion.ts'
import { formedFor, type Meant, meantBy } from './creation/meant.ts'
import { withNewNames } from './identity/rename.ts'

/** The objects that the request gives for a record: one, or several where it creates many at once. */
export function inputsOf(call: Call): readonly JsonObject[] {
  const place = call.compiled.operation.plan.input ?? []
  const { several } = call.compiled.operation.plan
  const one = at(call.body, place)
  const found = one === undefined && several !== undefined ? (at(call.body, several.input) ?? one) : one
  const form = call.compiled.operation.plan.inputForm
  const given = Array.isArray(found)
    ? found
    : form === 'map' && isObject(found)
      ? Object.values(found)
      : [found ?? call.body]
  const objects = given.filter(isObject) as JsonObject[]
  return objects.length === 0 ? [{}] : objects
}

export function inputOf(call: Call): JsonObject {
  const [first = {}] = inputsOf(call)
  return first
}

/** Declared query parameters that were sent, but for the credential, as an object: the weakest thing a request says of a record. */
export function parametersOf(call: Call): JsonObject {
  const { credential } = call.sandbox.settings
  const found: Record<string, unknown> = {}
  for (const [name, value] of call.parameters) {
    const colon = name.indexOf(':')
    if (name.slice(0, colon) === 'query' && value !== credential) setOwn(found, name.slice(colon + 1), value)
  }
  return found as JsonObject
}

/** What a request without a body says in its query, of properties that the record has: `rename?name=b`. */
export function inputOrQuery(call: Call, plan: ResourcePlan): JsonObject {
  if (call.body !== undefined) return inputOf(call)
  const { target, parents } = call.compiled.operation.plan
  const known = new Set([...allProperties(plan.schema, call.runtime).keys()].map(plain))
  const taken = new Set([target, ...parents].flatMap((p) => (p?.in === 'query' ? [p.name] : [])))
  const isKnown = (name: string): boolean => known.has(plain(name)) || known.has(plain(name).replace(/^new/, ''))
  const said = Object.entries(parametersOf(call)).filter(([name]) => isKnown(name) && !taken.has(name))
  return Object.fromEntries(said)
}

/** The input as the record takes it: `givenName` becomes `given_name` where only that exists, and what only the server may write is left out. */
export function renamed(call: Call, input: JsonObject, plan: ResourcePlan): JsonObject {
  const { runtime } = call
  const properties = allProperties(plan.schema, runtime)
  const asked = recordSchema(call.compiled.operation, runtime)
  const declared = asked === undefined ? NO_PROPERTIES : allProperties(asked, runtime)
  if (properties.size === 0) return input
  const names = Object.keys(input)
  const plainNames = names.every((name) => properties.has(name)) ? undefined : byPlainName(properties)
  const homes = meantBy(call.compiled, plan, runtime)
  const result: Record<string, unknown> = {}
  for (const name of names) {
    const other = properties.has(name) ? name : plainNames?.get(plain(name))
    const own = other !== undefined && !(other !== name && Object.hasOwn(input, other)) ? other : name
    const property = properties.get(own)
    const request = declared.get(name)
    const theirs = request !== undefined && !isReadOnly(request, runtime)
    if (property !== undefined && !theirs && isReadOnly(property, runtime)) continue
    const judge = request ?? property
    const given = jsonIn(input[name], request, property, runtime)
    const value = judge === undefined ? given : writable(given, judge, runtime, 0)
    const seat = property === undefined ? seatForId(call, name, value, properties) : undefined
    if (seat !== undefined && !Object.hasOwn(input, seat[0])) setOwn(result, seat[0], seat[1])
    const home =
      property === undefined && request !== undefined ? homeFor(name, value, plan, properties, runtime) : undefined
    if (home !== undefined && !Object.hasOwn(input, home)) setOwn(result, home, value)
    const meant = home === undefined && seat === undefined ? homes.get(name) : undefined
    if (meant !== undefined && isCarried(call, meant, given, { name, input, result, plan })) continue
    const isShownSo = property === undefined || isShownAsSent(value, request, property, runtime)
    setOwn(result, own, isShownSo ? value : seated(call, own, value, property))
  }
  const changes = call.compiled.operation.plan.kind === 'update'
  return intoAttributes(withNewNames(call, result as JsonObject, properties), plan, asked, properties, runtime, changes)
}

interface Carrying {
  readonly name: string
  readonly input: JsonObject
  readonly result: Record<string, unknown>
  readonly plan: ResourcePlan
}

/** Puts a value where the record means it; true where it stands under the name that was sent as well. What was sent stays. */
function isCarried({ runtime }: Call, meant: Meant, value: unknown, { name, input, result, plan }: Carrying): boolean {
  const form = Object.hasOwn(input, meant.own) ? undefined : formedFor(meant, value, { input, plan }, runtime)
  if (form === undefined) return false
  setOwn(result, meant.own, form)
  if (meant.isTwin) setOwn(result, name, form)
  return meant.isTwin
}

/** The request and the record have one schema for it that takes it: it is shown in the form in which it is sent. */
function isShownAsSent(value: unknown, request: Schema | undefined, property: Schema, runtime: Runtime): boolean {
  if (request === undefined || typeof value === 'object') return false
  const [mine, theirs] = [runtime.view(request).references, runtime.view(property).references]
  const isOne = request === property || (mine[0] !== undefined && mine[0] === theirs[0])
  return isOne && runtime.accepts(property, value)
}

/** An object that is sent as "a JSON string", where the record shows it as it is. */
function jsonIn(value: unknown, request: Schema | undefined, property: Schema | undefined, runtime: Runtime): unknown {
  if (typeof value !== 'string' || request === undefined || property === undefined || !/^\s*[{[]/.test(value))
    return value
  const { types, keywords } = runtime.view(property)
  const said = runtime.view(request).keywords['description']
  const isOpen = types.length === 0 && keywords['enum'] === undefined
  if (!(isOpen || types.includes('object')) || types.includes('string')) return value
  if (typeof said !== 'string' || !/\bJSON\b/i.test(said.slice(0, 300))) return value
  const parsed = parseSentJson(value)
  return parsed.ok && isObject(parsed.value) ? parsed.value : value
}

function byPlainName(properties: ReadonlyMap<string, Schema>): ReadonlyMap<string, string> {
  return new Map([...properties.keys()].map((name) => [plain(name), name]))
}

/** How deep readOnly is looked for. */
const DEPTH = 8

/** The value without what its schema says only the server writes. */
function writable(value: unknown, schema: Schema, runtime: Runtime, depth: number): unknown {
  if (!isObject(value) || depth > DEPTH) return value
  const { properties } = runtime.view(schema)
  if (properties.size === 0) return value
  let copy: Record<string, unknown> | undefined
  for (const [name, inner] of Object.entries(value)) {
    const property = properties.get(name)
    if (property === undefined) continue
    const next = isReadOnly(property, runtime) ? undefined : writable(inner, property, runtime, depth + 1)
    if (next === inner) continue
    copy ??= { ...value }
    if (next === undefined) delete copy[name]
    else setOwn(copy, name, next)
  }
  return copy ?? value
}

function isReadOnly(schema: Schema, runtime: Runtime): boolean {
  return runtime.view(schema).keywords['readOnly'] === true && !isForCreate(schema)
}

/** A property that is read-only once it was said, by its own words or those that stand beside what it refers to. */
function isForCreate(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false
  const { description, allOf } = schema
  if (typeof description === 'string' && ON_CREATE.test(description)) return true
  return Array.isArray(allOf) && allOf.some((part: Schema) => isForCreate(part))
}

/** Words that let a client say once what is read-only from then on. */
const ON_CREATE =
  /\bcreate-only\b|\b(can|may) only be (specified|set|given|provided|defined) (at|on|upon|during|when|while) (the )?creat/i

const NO_PROPERTIES: ReadonlyMap<string, Schema> = new Map()

/** JSON Merge Patch (RFC 7396), but a null stays where the property may be null. */
export function merged(
  record: JsonObject,
  patch: JsonObject,
  schema: Schema | undefined,
  runtime: Runtime,
): JsonObject {
  const properties = schema === undefined ? NO_PROPERTIES : allProperties(schema, runtime)
  const result: Record<string, unknown> = { ...record }
  for (const [name, value] of Object.entries(patch)) {
    const property = properties.get(name)
    const before = Object.hasOwn(record, name) ? record[name] : undefined
    if (value === null && !mayBeNull(property, runtime)) delete result[name]
    else if (isObject(value) && isObject(before))
      setOwn(result, name, merged(before as JsonObject, value as JsonObject, property, runtime))
    else setOwn(result, name, value)
  }
  return result as JsonObject
}

function mayBeNull(schema: Schema | undefined, runtime: Runtime): boolean {
  if (schema === undefined) return false
  return runtime.accepts(schema, null)
}
