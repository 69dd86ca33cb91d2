/** Objects that a client sent are kept as sent: what they leave out is not filled in, but for what the server must add. */
import type { Schema } from '../../api/schema/schema.ts'
import { isObject, type JsonObject, setOwn } from '../../support/json.ts'
import type { Runtime } from '../runtime.ts'

const DEPTH = 8
/** The object that tells who the record is. */
const IDENTITY = /^(meta|metadata|attributes|data)$/i
/** What a server adds to that object even when its owner said the rest. */
const SERVER =
  /^(id|uid|uuid|sid|guid|object|kind|type|self|href|url|etag|created.*|creation.*|updated.*|modified.*|.*version|generation|status|state|namespace)$/i

/** What was sent, with what the address fixes inside of it: ids and parents in an object of their own. */
export function withFixed(sent: JsonObject, fixed: JsonObject): JsonObject {
  let whole = sent
  for (const [name, value] of Object.entries(fixed)) {
    const own = isObject(value) && Object.hasOwn(sent, name) ? sent[name] : undefined
    if (isObject(own)) whole = { ...whole, [name]: { ...(value as JsonObject), ...(own as JsonObject) } }
  }
  return whole
}

/** The made record without fillers inside the objects that came with the request; unchanged where `fits` says no. */
export function asSent(
  sent: JsonObject,
  made: JsonObject,
  schema: Schema,
  runtime: Runtime,
  fits: (value: JsonObject) => boolean,
): JsonObject {
  const { properties } = runtime.view(schema)
  let result = made
  for (const [name, value] of Object.entries(sent)) {
    const inner = made[name]
    const property = properties.get(name)
    if (!isObject(value) || !isObject(inner) || property === undefined) continue
    const pruned = prune(value, inner, property, runtime, IDENTITY.test(name) ? 0 : 1)
    if (pruned === inner) continue
    const next = { ...result }
    setOwn(next, name, pruned)
    if (fits(next)) result = next
  }
  return result
}

function prune(
  sent: Readonly<Record<string, unknown>>,
  made: Readonly<Record<string, unknown>>,
  schema: Schema,
  runtime: Runtime,
  depth: number,
): Readonly<Record<string, unknown>> {
  const view = runtime.view(variantOf(schema, made, runtime))
  const kept: Record<string, unknown> = {}
  let changed = false
  for (const [name, value] of Object.entries(made)) {
    const property = view.properties.get(name)
    const given = Object.hasOwn(sent, name) ? sent[name] : undefined
    if (
      given === undefined &&
      property !== undefined &&
      !mustStay(name, value, property, view.required.has(name), depth, runtime)
    ) {
      changed = true
      continue
    }
    const deeper = isObject(given) && isObject(value) && property !== undefined && depth < DEPTH
    const next = deeper ? prune(given, value, property, runtime, depth + 1) : value
    if (next !== value) changed = true
    setOwn(kept, name, next)
  }
  return changed ? kept : made
}

/** The alternative that the made object is one of; the schema itself where it has none. */
function variantOf(schema: Schema, made: Readonly<Record<string, unknown>>, runtime: Runtime): Schema {
  const { variants, properties } = runtime.view(schema)
  if (variants.length === 0 || properties.size > 0) return schema
  return variants.find((variant) => runtime.accepts(variant, made)) ?? schema
}

function mustStay(
  name: string,
  value: unknown,
  property: Schema,
  required: boolean,
  depth: number,
  runtime: Runtime,
): boolean {
  if (required || value === null || (depth === 0 && SERVER.test(name))) return true
  const { keywords } = runtime.view(property)
  return keywords['default'] !== undefined || keywords['const'] !== undefined || keywords['readOnly'] === true
}
