/** Of several representations of a record, the one that says most. */
import type { Schema } from '../../api/schema/schema.ts'
import { type Found, isDeletionMarker } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'

/** What shows a record in several ways. */
interface Shows {
  readonly shown: readonly Found[]
}

/** The schema left when markers of deletion are set aside. */
export function alive(schema: Schema, reader: Reader): Schema {
  const { variants, properties, discriminator } = reader.view(schema)
  if (variants.length === 0 || properties.size > 0 || discriminator !== undefined) return schema
  const rest = variants.filter((v) => !isDeletionMarker(v, reader) && reader.isObject(v))
  const [only] = rest
  return rest.length === 1 && only !== undefined ? only : schema
}

/** The representation with most properties; the read one when none is clearly fuller. */
export function fullest(group: readonly Shows[], reader: Reader): Schema {
  const all = group.flatMap((family) => family.shown.map((found) => alive(found.schema, reader)))
  const [first] = all
  if (first === undefined) return {}
  if (isMap(first, reader)) return first
  const size = (schema: Schema): number => reader.properties(schema).size
  let best = first
  for (const schema of all) if (size(schema) > size(best) * 1.3 + 1 && contains(schema, first, reader)) best = schema
  const plainly = isPlainlyIdentified(best, reader)
    ? best
    : all.find((schema) => isPlainlyIdentified(schema, reader) && contains(schema, first, reader))
  if (plainly !== undefined) return plainly
  const identified = isIdentified(best, reader)
    ? best
    : all.find((schema) => isIdentified(schema, reader) && contains(schema, first, reader))
  return identified ?? best
}

/** Names of the client's own with values of one kind: nothing that has properties of its own says more of it. */
function isMap(schema: Schema, reader: Reader): boolean {
  const { additional, properties, variants } = reader.view(schema)
  return properties.size === 0 && variants.length === 0 && typeof additional === 'object'
}

/** True when a schema shows an id that can only be its own. */
function isPlainlyIdentified(schema: Schema, reader: Reader): boolean {
  return [...reader.properties(schema).keys()].some((name) => /^(_?id|pk|uid|uuid|sid|gid|guid)$/i.test(name))
}

/** True when a schema shows an id by its usual names. */
function isIdentified(schema: Schema, reader: Reader): boolean {
  return [...reader.properties(schema).keys()].some((name) => /(^|_)(id|uuid|sid|gid)$|Id$|ID$/.test(name))
}

/** True when a fuller schema shows nearly all that the first one shows. */
export function contains(fuller: Schema, first: Schema, reader: Reader): boolean {
  const all = reader.properties(fuller)
  const wanted = reader.properties(first)
  let shared = 0
  for (const name of wanted.keys()) if (all.has(name)) shared++
  return shared >= wanted.size * 0.7
}
