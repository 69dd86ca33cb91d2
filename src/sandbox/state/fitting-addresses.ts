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

/** What looking for near texts may take for the examples of one type, and of all types together. */
const MOST = 2_000_000
const MOST_IN_ALL = 60_000_000
/** What it may take where there are very many types. */
const LEAST = 100_000

/** What is left of it: each type has a share of its own, so that no type depends on which was asked for first. */
interface Effort {
  left: number
}

/** The examples of one type, with addresses that its schema takes. */
export function withFittingAddresses(
  samples: readonly JsonObject[],
  schema: Schema,
  runtime: Runtime,
  effort: Effort,
): readonly JsonObject[] {
  return samples.map((sample) => fitting(sample, schema, { runtime, effort }, 0) as JsonObject)
}

export function effortOf({ api }: Runtime): Effort {
  const share = Math.floor(MOST_IN_ALL / Math.max(1, api.head.resources.length))
  return { left: Math.max(LEAST, Math.min(MOST, share)) }
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

interface Context {
  readonly runtime: Runtime
  readonly effort: Effort
}

function fitting(value: Json, schema: Schema, context: Context, depth: number): Json {
  const { runtime } = context
  if (typeof value === 'string') return ADDRESS.test(value) ? address(value, schema, context) : value
  if (depth > DEPTH || typeof value !== 'object' || value === null || !holdsAddress(value, depth)) return value
  if (Array.isArray(value)) {
    const { items } = runtime.view(schema)
    return items === undefined ? value : value.map((one) => fitting(one, items, context, depth + 1))
  }
  if (!isObject(value)) return value
  const properties = allProperties(schema, runtime)
  const entries = Object.entries(value as JsonObject).map(([name, one]): readonly [string, Json] => {
    const own = properties.get(name)
    return [name, own === undefined ? one : fitting(one, own, context, depth + 1)]
  })
  return Object.fromEntries(entries)
}

function holdsAddress(value: Json, depth: number): boolean {
  if (typeof value === 'string') return ADDRESS.test(value)
  return depth <= DEPTH && typeof value === 'object' && value !== null
    ? Object.values(value).some((one) => holdsAddress(one, depth + 1))
    : false
}

function address(text: string, schema: Schema, { runtime, effort }: Context): string {
  const { pattern } = runtime.view(schema).keywords
  if (typeof pattern !== 'string' || effort.left <= 0 || runtime.accepts(schema, text)) return text
  const { text: near, work } = nearestTo(pattern, text)
  effort.left -= work
  return near !== undefined && ADDRESS.test(near) && runtime.accepts(schema, near) ? near : text
}
