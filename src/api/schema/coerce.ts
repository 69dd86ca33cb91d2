/** Strings from parameters and forms, and values of one JSON type where a schema wants another. */
import type { SchemaView } from './view.ts'

/** A text or number as the scalar type that the schema wants; the value itself when it cannot be. */
export function coerceScalar(value: unknown, view: SchemaView): unknown {
  if (typeof value === 'string') return fromText(value, view)
  if (typeof value === 'number' || typeof value === 'boolean')
    return view.types.includes('string') && !view.types.includes(typeof value as 'number') ? String(value) : value
  return value
}

function fromText(text: string, view: SchemaView): unknown {
  for (const type of view.types) {
    if (type === 'string') return text
    if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
    if (type === 'integer' && /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
    if (type === 'number' && isNumber(text)) return Number(text)
  }
  return view.nullable && (text === '' || text === 'null') ? null : text
}

function isNumber(text: string): boolean {
  return text.length < 64 && /^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text))
}
