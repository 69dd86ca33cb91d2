/**
 * Schemas that are put together from others (`allOf`) and say `additionalProperties: false` about a part, where the rest
 * of the whole declares more: by the letter no value of the whole can hold what it is made of. What is meant is that
 * the whole is closed, unless it is itself a part of something that declares more.
 */
import { schemaKey } from '../../api/model.ts'
import type { Schema, SchemaObject } from '../../api/schema/schema.ts'
import { isObject } from '../../support/json.ts'

type Entries = ReadonlyMap<string, Schema>

/** How many references may lead to one another. */
const HOPS = 8

/** A schema put together from more than this is left as it is written. */
const MOST_PARTS = 500

const LISTS = ['allOf', 'anyOf', 'oneOf']

/** Changes the schemas in place: they are the importer's own, and shared by all that refer to them. */
export function openParts(composed: readonly SchemaObject[], entries: Entries): void {
  const counts = new Map<SchemaObject, number>()
  const count = (schema: SchemaObject): number => {
    const known = counts.get(schema) ?? countOf(schema, entries)
    counts.set(schema, known)
    return known
  }
  const wholes = composed.filter((whole) => [...within(whole, ['allOf'], entries)].some(isClosed) && count(whole) > 0)
  const opened = new Set<SchemaObject>()
  const openedIn = new Set<SchemaObject>()
  for (const whole of wholes)
    for (const part of within(whole, ['allOf'], entries))
      if (part !== whole && (isClosed(part) || opened.has(part)) && count(whole) > count(part)) {
        open(part)
        opened.add(part)
        openedIn.add(whole)
      }
  for (const whole of wholes) {
    if (!isClosed(whole) || count(whole) === Object.keys(propertiesOf(whole)).length) continue
    open(whole)['unevaluatedProperties'] = false
  }
  const inMore = partsOfMore([...composed, ...entries.values()], openedIn, entries, count)
  for (const whole of openedIn) if (!inMore.has(whole) && !isClosed(whole)) close(whole)
}

/** Those of the schemas that something which declares more is put together from: there they must stay open. */
function partsOfMore(
  all: readonly Schema[],
  schemas: ReadonlySet<SchemaObject>,
  entries: Entries,
  count: (schema: SchemaObject) => number,
): ReadonlySet<SchemaObject> {
  const found = new Set<SchemaObject>()
  if (schemas.size === 0) return found
  for (const whole of new Set(all.filter(isPutTogether))) {
    const held = partsIn(whole, 'allOf', entries).filter((part) => schemas.has(part))
    const chosen = ['anyOf', 'oneOf']
      .flatMap((list) => partsIn(whole, list, entries))
      .filter((part) => schemas.has(part))
    for (const part of held) if (count(part) === 0 || count(whole) !== count(part)) found.add(part)
    if (chosen.length === 0) continue
    const own = [...namesIn(within(whole, ['allOf'], entries))]
    for (const part of chosen) {
      const names = own.length === 0 ? new Set() : namesIn(within(part, LISTS, entries))
      if (own.some((name) => !names.has(name))) found.add(part)
    }
  }
  return found
}

function partsIn(whole: SchemaObject, list: string, entries: Entries): readonly SchemaObject[] {
  const parts = whole[list]
  if (!Array.isArray(parts)) return []
  return (parts as readonly Schema[]).flatMap((part): SchemaObject[] => {
    const found = followed(part, entries)
    return found === undefined ? [] : [found]
  })
}

function isPutTogether(schema: Schema): schema is SchemaObject {
  return isObject(schema) && LISTS.some((list) => Array.isArray(schema[list]))
}

function namesIn(parts: Iterable<SchemaObject>): ReadonlySet<string> {
  return new Set([...parts].flatMap((part) => Object.keys(propertiesOf(part))))
}

function close(schema: SchemaObject): void {
  const changed = schema as Record<string, unknown>
  changed['unevaluatedProperties'] ??= false
}

function open(schema: SchemaObject): Record<string, unknown> {
  const changed = schema as Record<string, unknown>
  delete changed['additionalProperties']
  return changed
}

/** How many properties a schema and everything that it is put together from have; 0 where that is too much. */
function countOf(schema: SchemaObject, entries: Entries): number {
  const parts = within(schema, LISTS, entries)
  return parts.size > MOST_PARTS ? 0 : new Set([...parts].flatMap((part) => Object.keys(propertiesOf(part)))).size
}

function isClosed(schema: SchemaObject): boolean {
  return schema['additionalProperties'] === false
}

/** A schema and what it is put together from, through these keywords, as far as it is looked at. */
function within(whole: SchemaObject, lists: readonly string[], entries: Entries): ReadonlySet<SchemaObject> {
  const found = new Set([whole])
  for (const schema of found)
    for (const list of lists) {
      const parts = schema[list]
      for (const part of Array.isArray(parts) ? (parts as readonly Schema[]) : []) {
        const next = followed(part, entries)
        if (next !== undefined) found.add(next)
        if (found.size > MOST_PARTS) return found
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
