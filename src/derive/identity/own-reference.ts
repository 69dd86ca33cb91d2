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

/** `{shelfId}` of a shelf whose `shelfReference` holds `shelfId`, beside the ids of what it stands in. */
export function referredPlace(
  wanted: string,
  names: readonly string[],
  properties: ReadonlyMap<string, Schema>,
  reader: Reader,
): Place | undefined {
  for (const [name, property] of properties) {
    if (!isOwnReference(name, names) || !reader.isObject(property)) continue
    for (const [inner, deep] of reader.view(property).properties)
      if (plain(inner) === wanted && isKey(deep, reader)) return [name, inner]
  }
  return undefined
}
