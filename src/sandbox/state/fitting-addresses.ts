/**
 * Addresses of examples that break the pattern of their own schema: what a pattern draws by itself is no address, so the
 * nearest text that it takes stands for them.
 */
import { nearestTo } from '../../api/schema/patterns.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isObject, type Json, type JsonObject } from '../../support/json.ts'
import type { Runtime } from '../runtime.ts'

/** Objects and lists are followed so far. */
const DEPTH = 4
const SIGNED = /^https?:\/\/\S+[?&\w](?:X-(?:Amz|Goog)-)?(?:Expires|Signature)=\w/i
const ADDRESS = /^https?:\/\/\S+$/

/** The example with addresses that its schema takes. */
export function withFittingAddresses(sample: JsonObject, schema: Schema, runtime: Runtime): JsonObject {
  return fitting(sample, schema, runtime, 0) as JsonObject
}

/** True for a link that is signed for a while: it leads to a file, and is no address of a record. */
export function isSigned(text: string): boolean {
  return SIGNED.test(text)
}

/** The first example with the links to its files that only a later one shows: `thumbnails`. */
export function withFiles(samples: readonly JsonObject[]): readonly JsonObject[] {
  const [first, ...others] = samples
  if (first === undefined) return samples
  const files = others.flatMap((one) =>
    Object.entries(one).filter(([name, own]) => !Object.hasOwn(first, name) && areFiles(own)),
  )
  return files.length === 0
    ? samples
    : [{ ...Object.fromEntries(files.toReversed()), ...first } as JsonObject, ...others]
}

/** A list of nothing but signed links. */
function areFiles(value: Json): boolean {
  const areLinks = (one: Json): boolean =>
    typeof one === 'string'
      ? isSigned(one)
      : isObject(one) && Object.values(one).every((link) => typeof link === 'string' && isSigned(link))
  return Array.isArray(value) && value.length > 0 && value.every(areLinks)
}

function fitting(value: Json, schema: Schema, runtime: Runtime, depth: number): Json {
  if (typeof value === 'string') return ADDRESS.test(value) ? address(value, schema, runtime) : value
  if (depth > DEPTH || typeof value !== 'object' || value === null || !holdsAddress(value, depth)) return value
  if (Array.isArray(value)) {
    const { items } = runtime.view(schema)
    return items === undefined ? value : value.map((one) => fitting(one, items, runtime, depth + 1))
  }
  if (!isObject(value)) return value
  const properties = allProperties(schema, runtime)
  const entries = Object.entries(value as JsonObject).map(([name, one]): readonly [string, Json] => {
    const own = properties.get(name)
    return [name, own === undefined ? one : fitting(one, own, runtime, depth + 1)]
  })
  return Object.fromEntries(entries)
}

function holdsAddress(value: Json, depth: number): boolean {
  if (typeof value === 'string') return ADDRESS.test(value)
  return depth <= DEPTH && typeof value === 'object' && value !== null
    ? Object.values(value).some((one) => holdsAddress(one, depth + 1))
    : false
}

function address(text: string, schema: Schema, runtime: Runtime): string {
  const { pattern } = runtime.view(schema).keywords
  if (typeof pattern !== 'string' || runtime.accepts(schema, text)) return text
  const near = nearestTo(pattern, text)
  return near !== undefined && ADDRESS.test(near) && runtime.accepts(schema, near) ? near : text
}
