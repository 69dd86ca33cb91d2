/** The bytes of files that were uploaded, kept beside their records: what a later download gives back. */

import { parseJson } from '../../http/json-text.ts'
import { isObject } from '../../support/json.ts'
import { entryKey } from './keys.ts'
import type { StoredRecord } from './records.ts'
import type { Store } from './store.ts'

export interface Content {
  /** As sent; undefined when the client did not say. */
  readonly mediaType: string | undefined
  readonly bytes: Uint8Array
}

/** The largest file that is kept, in bytes; of a larger one only the facts are. */
const LARGEST_KEPT = 8 * 1024 * 1024

type Of = Pick<StoredRecord, 'type' | 'key'>

export function keepContent(store: Store, record: Of, { mediaType, bytes }: Content): void {
  if (bytes.length > LARGEST_KEPT) dropContent(store, record)
  else store.put(keyOf(record), JSON.stringify({ mediaType, base64: Buffer.from(bytes).toString('base64') }))
}

export function findContent(store: Store, record: Of): Content | undefined {
  const raw = store.get(keyOf(record))
  const kept = raw === undefined ? undefined : parseJson(raw)
  if (kept?.ok !== true || !isObject(kept.value)) return undefined
  const { mediaType, base64 } = kept.value
  return {
    mediaType: typeof mediaType === 'string' ? mediaType : undefined,
    bytes: Buffer.from(String(base64), 'base64'),
  }
}

export function dropContent(store: Store, record: Of): void {
  const key = keyOf(record)
  if (store.get(key) !== undefined) store.remove(key)
}

function keyOf({ type, key }: Of): string {
  return entryKey('c', type, key)
}
