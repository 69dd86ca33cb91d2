import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain, singularName } from '../naming/words.ts'
import type { Reader } from '../schemas/reader.ts'
import { isKey } from './usual-keys.ts'

/** `shelfReference` of a shelf: the object that holds its id beside the ids of what it stands in. */
export function isOwnReference(property: string, names: readonly string[]): boolean {
  const [, stem = ''] = /^(.+)(?:reference|identifier)$/.exec(plain(property)) ?? []
  return stem !== '' && names.some((name) => plain(singularName(name)) === stem)
}

/** An object that may be absent beside an `id` that may not says no id of the record: `post_reference` of a reply. */
export function mayBeOther(property: string, schema: Schema, reader: Reader): boolean {
  const { required } = reader.view(schema)
  return required.has('id') && !required.has(property)
}

/** `{shelfId}` of a shelf whose `shelfReference` holds `shelfId`, beside the ids of what it stands in. */
export function referredPlace(
  wanted: string,
  names: readonly string[],
  schema: Schema,
  reader: Reader,
): Place | undefined {
  for (const [name, property] of reader.properties(schema)) {
    if (!isOwnReference(name, names) || !reader.isObject(property) || mayBeOther(name, schema, reader)) continue
    for (const [inner, deep] of reader.view(property).properties)
      if (plain(inner) === wanted && isKey(deep, reader)) return [name, inner]
  }
  return undefined
}
