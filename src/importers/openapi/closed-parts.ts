/**
 * Schemas that are put together from others (`allOf`) and say `additionalProperties: false` about a part, where the rest
 * of the whole declares more: by the letter no value of the whole can hold what it is made of. What is meant is that
 * the whole is closed.
 */
import { schemaKey } from '../../api/model.ts'
import type { Schema, SchemaObject } from '../../api/schema/schema.ts'
import { isObject } from '../../support/json.ts'

type Entries = ReadonlyMap<string, Schema>

/** How many references may lead to one another. */
const HOPS = 8

const LISTS = ['allOf', 'anyOf', 'oneOf']

/** Changes the schemas in place: they are the importer's own, and shared by all that refer to them. */
export function openParts(composed: readonly SchemaObject[], entries: Entries): void {
  const wholes = composed.filter((whole) => [...within(whole, ['allOf'], entries)].some(isClosed))
  for (const whole of wholes) {
    const names = namesIn(whole, entries)
    for (const part of within(whole, ['allOf'], entries))
      if (part !== whole && isClosed(part) && isMore(names, namesIn(part, entries))) open(part)
  }
  for (const whole of wholes) {
    if (!isClosed(whole) || !isMore(namesIn(whole, entries), new Set(Object.keys(propertiesOf(whole))))) continue
    open(whole)['unevaluatedProperties'] = false
  }
}

function open(schema: SchemaObject): Record<string, unknown> {
  const changed = schema as Record<string, unknown>
  delete changed['additionalProperties']
  return changed
}

function isMore(names: ReadonlySet<string>, than: ReadonlySet<string>): boolean {
  return [...names].some((name) => !than.has(name))
}

/** The properties of a schema and of everything that it is put together from. */
function namesIn(schema: SchemaObject, entries: Entries): ReadonlySet<string> {
  return new Set([...within(schema, LISTS, entries)].flatMap((part) => Object.keys(propertiesOf(part))))
}

function isClosed(schema: SchemaObject): boolean {
  return schema['additionalProperties'] === false
}

/** A schema and what it is put together from, through these keywords. */
function within(whole: SchemaObject, lists: readonly string[], entries: Entries): ReadonlySet<SchemaObject> {
  const found = new Set([whole])
  for (const schema of found)
    for (const list of lists) {
      const parts = schema[list]
      for (const part of Array.isArray(parts) ? (parts as readonly Schema[]) : []) {
        const next = followed(part, entries)
        if (next !== undefined) found.add(next)
      }
    }
  return found
}

function propertiesOf(schema: SchemaObject): object {
  const properties = schema['properties']
  return isObject(properties) ? properties : {}
}

/** Where references lead. */
function followed(schema: Schema, entries: Entries): SchemaObject | undefined {
  let current: Schema | undefined = schema
  for (let hops = 0; hops < HOPS && isObject(current); hops++) {
    const reference = current['$ref']
    if (typeof reference !== 'string') return current
    const key = schemaKey(reference)
    current = key === undefined ? undefined : entries.get(key)
  }
  return undefined
}
