/**
 * Strategic merge patches: JSON Merge Patch, where schemas say by extensions how lists merge
 * (`x-kubernetes-patch-strategy`, `x-kubernetes-patch-merge-key`, `x-kubernetes-list-type`), with directives (`$patch`).
 */
import { canonical } from '../../../api/schema/equal.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { field, isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'

/** What is known where a patch is merged. */
interface Merging {
  readonly runtime: Runtime
  /** Lists merge by all keys of their type, as in applied configurations. */
  readonly isApplied: boolean
}

type Values = Readonly<Record<string, unknown>>

/** The record after a patch of such a media type; undefined where the request is none. */
export function strategicallyMerged(
  call: Call,
  record: JsonObject,
  patch: JsonObject,
  schema: Schema | undefined,
): JsonObject | undefined {
  const [, form] = /\b(strategic-merge|apply)-patch\b/i.exec(call.request.fields.get('content-type') ?? '') ?? []
  if (form === undefined) return undefined
  const merging = { runtime: call.runtime, isApplied: form.toLowerCase() === 'apply' }
  return mergedObject(record, patch, schema, merging) as JsonObject
}

/** The object with the patch merged: null takes out, and names that begin with `$` say how. */
function mergedObject(before: Values, patch: Values, schema: Schema | undefined, merging: Merging): Values {
  if (patch['$patch'] === 'delete') return {}
  const properties = schema === undefined ? NONE : allProperties(schema, merging.runtime)
  const result: Record<string, unknown> = patch['$patch'] === 'replace' ? {} : { ...before }
  for (const [name, value] of Object.entries(patch)) {
    if (isDirective(name)) continue
    const property = properties.get(name)
    const old = Object.hasOwn(result, name) ? result[name] : undefined
    if (value === null || field(value, '$patch') === 'delete') delete result[name]
    else if (Array.isArray(value)) setOwn(result, name, mergedList(listOf(old), value, property, merging))
    else if (isObject(value)) setOwn(result, name, mergedObject(isObject(old) ? old : {}, value, property, merging))
    else setOwn(result, name, value)
  }
  return directed(result, patch, properties, merging)
}

/** The list with the patch merged by its key, or, of plain values, with those added that it has not; else the patch. */
function mergedList(
  before: readonly unknown[],
  patch: readonly unknown[],
  schema: Schema | undefined,
  merging: Merging,
): readonly unknown[] {
  const { items } = merging.runtime.view(schema)
  const keys = keysOf(schema, merging)
  const isNew = keys === undefined || patch.some(isReplacing)
  const nameOf = namer(keys ?? [], items, merging)
  const result = new Map<string, unknown>()
  for (const [index, one] of (isNew ? [] : before).entries()) {
    const name = nameOf(one)
    result.set(result.has(name) ? `${name} ${index}` : name, one)
  }
  for (const [index, one] of patch.entries()) {
    if (isReplacing(one)) continue
    const name = keys === undefined ? `${index}` : nameOf(one)
    const old = keys === undefined ? undefined : result.get(name)
    if (field(one, '$patch') === 'delete') result.delete(name)
    else result.set(name, isObject(one) ? mergedObject(isObject(old) ? old : {}, one, items, merging) : one)
  }
  return [...result.values()]
}

/** By what entries of a list are the same; empty for plain values, undefined where the list is replaced as a whole. */
function keysOf(schema: Schema | undefined, { runtime, isApplied }: Merging): readonly string[] | undefined {
  const { keywords } = runtime.view(schema)
  const strategy = keywords['x-kubernetes-patch-strategy']
  const key = keywords['x-kubernetes-patch-merge-key']
  const type = keywords['x-kubernetes-list-type']
  const typeKeys = listOf(keywords['x-kubernetes-list-map-keys']).filter((one) => typeof one === 'string')
  const byType = type === 'map' && typeKeys.length > 0 ? typeKeys : type === 'set' ? [] : undefined
  if (isApplied && type !== undefined) return byType
  if (typeof strategy !== 'string') return byType
  if (!strategy.split(',').includes('merge')) return undefined
  return typeof key === 'string' ? [key] : []
}

/** By what an entry is known: the values of the keys, of one that is not said its default; without any the entry itself. */
function namer(keys: readonly string[], items: Schema | undefined, { runtime }: Merging): (entry: unknown) => string {
  const { properties } = runtime.view(items)
  const usual = keys.map((key) => runtime.view(properties.get(key)).keywords['default'] ?? null)
  return (entry) => {
    const isKeyed = isObject(entry) && keys.length > 0
    return canonical(isKeyed ? keys.map((key, i) => field(entry, key) ?? usual[i]) : entry)
  }
}

const DIRECTIVE = /^\$(?:patch$|retainKeys$|(deleteFromPrimitiveList|setElementOrder)\/(.+)$)/

function isDirective(name: string): boolean {
  return DIRECTIVE.test(name)
}

function isReplacing(entry: unknown): boolean {
  return field(entry, '$patch') === 'replace'
}

/** What `$deleteFromPrimitiveList/x`, `$setElementOrder/x` and `$retainKeys` do to the object that they stand in. */
function directed(
  result: Record<string, unknown>,
  patch: Values,
  properties: ReadonlyMap<string, Schema>,
  merging: Merging,
): Values {
  for (const [name, said] of Object.entries(patch)) {
    const [, verb, list = ''] = DIRECTIVE.exec(name) ?? []
    const held = result[list]
    if (verb === undefined || !Array.isArray(said) || !Array.isArray(held)) continue
    const schema = properties.get(list)
    const nameOf = namer(keysOf(schema, merging) ?? [], merging.runtime.view(schema).items, merging)
    const ranks = new Map(said.map((one, rank) => [nameOf(one), rank]))
    const rankOf = (one: unknown): number => ranks.get(nameOf(one)) ?? said.length
    const next =
      verb === 'setElementOrder'
        ? held.toSorted((a, b) => rankOf(a) - rankOf(b))
        : held.filter((one) => !ranks.has(nameOf(one)))
    setOwn(result, list, next)
  }
  const retained = patch['$retainKeys']
  if (!Array.isArray(retained)) return result
  const kept = new Set(retained)
  return Object.fromEntries(Object.entries(result).filter(([name]) => kept.has(name)))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

const NONE: ReadonlyMap<string, Schema> = new Map()
