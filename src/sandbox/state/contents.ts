/** The bytes of files that were uploaded, kept beside their records: what a later download gives back. */

import { parseJson } from '../../http/json-text.ts'
import { jsonText } from '../../support/exact-json.ts'
import { isObject } from '../../support/json.ts'
import { entryKey, rangeOf } from './keys.ts'
import { mapOf, perStore } from './per-store.ts'
import type { Store } from './store.ts'
import type { StoredRecord } from './stored-record.ts'

export interface Content {
  /** As sent; undefined when the client did not say. */
  readonly mediaType: string | undefined
  readonly bytes: Uint8Array
}

/** The largest file that is kept, in bytes; of a larger one only the facts are. */
const LARGEST_KEPT = 8 * 1024 * 1024

type Of = Pick<StoredRecord, 'type' | 'key'>

/** `name` tells files of one record apart; '' is its only one. */
export function keepContent(store: Store, record: Of, { mediaType, bytes }: Content, name = ''): void {
  const key = keyOf(record, name)
  mapOf(mayHold, store).set(record.type, true)
  if (bytes.length <= LARGEST_KEPT)
    store.put(key, JSON.stringify({ mediaType, base64: Buffer.from(bytes).toString('base64') }))
  else if (store.get(key) !== undefined) store.remove(key)
}

export function findContent(store: Store, record: Of, name = ''): Content | undefined {
  const raw = store.get(keyOf(record, name))
  const kept = raw === undefined ? undefined : parseJson(raw)
  if (kept?.ok !== true || !isObject(kept.value)) return undefined
  const { mediaType, base64 } = kept.value
  return {
    mediaType: typeof mediaType === 'string' ? mediaType : undefined,
    bytes: Buffer.from(String(base64), 'base64'),
  }
}

/** Keeps JSON beside a record, as the file of that name. */
export function keepJson(store: Store, record: Of, value: unknown, name: string): void {
  keepContent(store, record, { mediaType: 'application/json', bytes: Buffer.from(jsonText(value)) }, name)
}

/** The JSON that was kept so; undefined where there is none. */
export function findJson(store: Store, record: Of, name: string): unknown {
  const content = findContent(store, record, name)
  const kept = content === undefined ? undefined : parseJson(Buffer.from(content.bytes).toString())
  return kept?.ok === true ? kept.value : undefined
}

export function dropContent(store: Store, record: Of): void {
  if (holdsNone(store, record.type)) return
  const key = keyOf(record, '')
  for (const [one] of store.range({ from: key, to: rangeOf('c', record.type, record.key).to })) store.remove(one)
}

/** The files of a record for a copy of it. */
export function copyContent(store: Store, from: Of, to: Of): void {
  const key = keyOf(from, '')
  for (const [one, raw] of [...store.range({ from: key, to: rangeOf('c', from.type, from.key).to })])
    store.put(keyOf(to, '') + one.slice(key.length), raw)
}

/**
 * Whether records of a type may have content, so that deleting many without looks only once. What once had some may
 * have it again, by a rollback.
 */
const mayHold = perStore<Map<string, boolean>>()

function holdsNone(store: Store, type: string): boolean {
  const known = mapOf(mayHold, store)
  let holds = known.get(type)
  if (holds === undefined) {
    holds = store.range({ ...rangeOf('c', type), limit: 1 }).length > 0
    known.set(type, holds)
  }
  return !holds
}

function keyOf({ type, key }: Of, name: string): string {
  return name === '' ? entryKey('c', type, key) : entryKey('c', type, key, name)
}
