/** The times that a provider writes when a record is made, in the form the schema wants. */
import type { Schema, SchemaObject } from '../../api/schema/schema.ts'
import { isWholeFormat } from '../../api/schema/values/times.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import type { Instant } from '../../support/clock.ts'
import { type JsonObject, setOwn, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'

const MADE =
  /^((created|creation|inserted|ingested|ingestion|added|updated|modified|lastmodified|lastupdated)(at|time|on|date|timestamp|datetime|utc|dateutc|timeutc|datetimeutc)?|(date|time)(created|added|updated|modified|inserted)|(enqueued|submitted|requested|registered|received|initiated)(at|on|date|time))$/

type View = (schema: Schema | undefined) => SchemaView

interface TimeProperty {
  readonly name: string
  readonly view: SchemaView
  /** The times inside an object that keeps metadata. */
  readonly inner?: readonly TimeProperty[]
}

/** Values for created and updated times among the top properties, and one object deeper where metadata keeps them. */
export function timesFor(schema: Schema | undefined, now: Instant, view: View): JsonObject {
  if (typeof schema !== 'object') return {}
  return valuesOf(timesOf(schema, view), now)
}

const timesOf = oncePer((schema: SchemaObject, view: View) => timeProperties(schema, view, 0))

function valuesOf(properties: readonly TimeProperty[], now: Instant): JsonObject {
  const found: Record<string, unknown> = {}
  for (const { name, view, inner } of properties) {
    const value = inner === undefined ? timeFor(view, now) : valuesOf(inner, now)
    if (value !== undefined) setOwn(found, name, value)
  }
  return found as JsonObject
}

function timeProperties(schema: Schema, view: View, depth: number): readonly TimeProperty[] {
  const found: TimeProperty[] = []
  for (const [name, property] of view(schema).properties) {
    const word = name.toLowerCase().replace(/[^a-z]/g, '')
    if (MADE.test(word)) found.push({ name, view: view(property) })
    else if (depth === 0 && /^(metadata|meta|attributes|audit|timestamps|info)$/.test(word)) {
      const inner = timeProperties(property, view, 1)
      if (inner.length > 0) found.push({ name, view: view(property), inner })
    }
  }
  return found
}

/** A moment as the schema wants it: seconds, milliseconds, date or RFC 3339; undefined for anything else. */
export function timeFor(view: SchemaView, now: Instant): string | number | undefined {
  const { format, example, description } = view.keywords
  if (view.types.includes('integer') || view.types.includes('number')) {
    const millis = (typeof example === 'number' && example > 1e11) || /milli/i.test(String(description ?? ''))
    return millis ? now : Math.floor(now / 1000)
  }
  if (!view.types.includes('string')) return undefined
  if (Array.isArray(view.keywords['enum'])) return undefined
  const text = new Date(now).toISOString()
  if (isWholeFormat(format)) return String(/milli/i.test(textOf(description)) ? now : Math.floor(now / 1000))
  if (format === 'date' || (typeof example === 'string' && /^\d{4}-\d\d-\d\d$/.test(example))) return text.slice(0, 10)
  if (format !== 'date-time' && typeof example === 'string' && !/^\d{4}-\d\d-\d\d[T ]/.test(example))
    return /^\d{10}$/.test(example) ? String(Math.floor(now / 1000)) : undefined
  if (typeof example === 'string' && /\.\d{3}Z/.test(example)) return text
  return text.replace('.000Z', 'Z')
}
