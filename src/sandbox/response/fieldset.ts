/**
 * `fields=id,name`, `fields[articles]=title`, `$select=id,displayName`: only some properties of a
 * record, where the client asks for it. What the schema requires, and the id, are shown all the same.
 */
import type { Place } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { field, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { minimalNames } from './minimal.ts'
import { project } from './project.ts'

/** The names that are wanted, each with what is wanted of its value: everything when nothing is said. */
export type Fieldset = ReadonlyMap<string, Fieldset>

const NAMES =
  /^(\$select|select|[$_]?fields|[$_]field|opt_fields|(only|include|response)_?fields|field_?mask|fieldsets?)(\[\])?$/i
/** `fields[articles]`: of the records of one type alone. */
const OF_TYPE = /^fields?\[([^\]]+)\]$/i
/** Names of one request, and how deep one goes. */
const MOST = 100
const DEPTH = 6

const inputsOf = oncePer(({ operation }: CompiledOperation): readonly string[] => {
  const queried = operation.parameters.filter((p) => p.in === 'query').map((p) => p.name)
  return queried.filter((name) => NAMES.test(name) || OF_TYPE.test(name))
})

/** What the client wants to see of each record; undefined, for nearly every request, for all of it. */
export function fieldsetOf(call: Call): Fieldset | undefined {
  const minimal = minimalNames(call)
  if (minimal !== undefined) return new Map(minimal.map((name) => [name, ALL]))
  const names = inputsOf(call.compiled)
  if (names.length === 0) return undefined
  const texts = names.flatMap((name) => textsIn(call, name))
  return texts.length === 0 ? undefined : below(parsed(texts.join(',')), call.compiled.operation.plan.output ?? [])
}

function textsIn(call: Call, name: string): readonly string[] {
  const said = call.parameters.get(`query:${name}`)
  const ofType = OF_TYPE.exec(name)?.[1]
  if (ofType !== undefined) return isOfType(call, ofType) ? texts(said) : []
  if (!isObject(said)) return texts(said)
  return Object.entries(said).flatMap(([type, inner]) => (isOfType(call, type) ? texts(inner) : []))
}

function texts(said: unknown): readonly string[] {
  return (Array.isArray(said) ? said : [said]).filter((one) => typeof one === 'string' && one !== '')
}

/** `articles` says `article`. */
function isOfType({ compiled }: Call, name: string): boolean {
  const type = plain(compiled.resource?.type ?? '')
  return type !== '' && (plain(name).startsWith(type) || type.startsWith(plain(name)))
}

/** Reads `a,b.c,d/e,f(g,h)`. */
function parsed(text: string): Fieldset {
  const root = new Map<string, Fieldset>()
  const open: Map<string, Fieldset>[] = [root]
  let current = root
  let count = 0
  for (const [mark, name] of text.matchAll(/[,./()]|([^\s,./()]+)/g)) {
    if (name !== undefined) {
      if (++count > MOST) break
      current = entered(current, name)
      continue
    }
    if (mark === '(' && open.length < DEPTH) open.push(current)
    else if (mark === ')' && open.length > 1) open.pop()
    if (mark !== '.' && mark !== '/') current = open.at(-1) ?? root
  }
  return root
}

function entered(set: Map<string, Fieldset>, name: string): Map<string, Fieldset> {
  const known = set.get(name)
  if (known !== undefined) return known as Map<string, Fieldset>
  const made = new Map<string, Fieldset>()
  set.set(name, made)
  return made
}

/** Some name the properties of a record from the answer on (`items(id,name),nextPageToken`). */
function below(set: Fieldset, output: Place): Fieldset {
  const inner = output.reduce<Fieldset | undefined>((at, step) => at?.get(step), set)
  return inner === undefined || inner.size === 0 ? set : inner
}

/** The short form in which a list shows a record, with what is wanted beside it of all that the record holds. */
export function withWanted(
  call: Call,
  shown: unknown,
  { type, value }: StoredRecord,
  schema: Schema | undefined,
  wanted: Fieldset | undefined,
): unknown {
  const { resource } = call.compiled
  if (wanted === undefined || !isObject(shown) || resource?.type !== type || typeof schema !== 'object') return shown
  const { additional, properties } = call.runtime.view(schema)
  if (additional === false || properties.size === 0) return shown
  const known = allProperties(resource.schema, call.runtime)
  const more = [...wanted.keys()].flatMap((name) => {
    const property = properties.has(name) || !Object.hasOwn(value, name) ? undefined : known.get(name)
    const isHidden = property === undefined || call.runtime.view(property).keywords['writeOnly'] === true
    return isHidden ? [] : [[name, project(value[name], property, call.runtime)] as const]
  })
  return more.length === 0 ? shown : { ...shown, ...Object.fromEntries(more) }
}

/** What is wanted of a record; all of it where the schema refuses less, or where none of the names is one of its own. */
export function narrowed(
  call: Call,
  value: unknown,
  schema: Schema | undefined,
  wanted: Fieldset | undefined,
): unknown {
  if (wanted === undefined || wanted.has('*') || !isObject(value)) return value
  const [id] = call.compiled.resource?.id.place ?? []
  const shown = pick(call, value as JsonObject, schema, id === undefined ? wanted : new Map([...wanted, [id, ALL]]))
  const isSaid = [...wanted.keys()].some((name) => Object.hasOwn(value, name) || isAttribute(value, name))
  return isSaid && (schema === undefined || call.runtime.accepts(schema, shown)) ? shown : value
}

const ALL: Fieldset = new Map()
/** Where JSON:API keeps the fields of a record. */
const MEMBERS = ['attributes', 'relationships']

function isAttribute(value: unknown, name: string): boolean {
  return MEMBERS.some((member) => field(field(value, member), name) !== undefined)
}

function pick(call: Call, value: JsonObject, schema: Schema | undefined, wanted: Fieldset): JsonObject {
  const { properties, required } = call.runtime.view(schema)
  const shown: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const property = properties.get(name)
    const own = wanted.get(name)
    if (own !== undefined) setOwn(shown, name, pickIn(call, inner, property, own))
    else if (MEMBERS.includes(name) && isObject(inner))
      setOwn(shown, name, pick(call, inner as JsonObject, property, wanted))
    else if (required.has(name)) setOwn(shown, name, inner)
  }
  return shown as JsonObject
}

function pickIn(call: Call, value: unknown, schema: Schema | undefined, wanted: Fieldset): unknown {
  if (wanted.size === 0) return value
  if (Array.isArray(value)) return value.map((one) => pickIn(call, one, call.runtime.view(schema).items, wanted))
  return isObject(value) ? pick(call, value as JsonObject, schema, wanted) : value
}
