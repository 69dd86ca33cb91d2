/**
 * Records that are read when something is asked of them, and forgotten when it is asked of another one: of a long list
 * one stands in memory at a time.
 */
import { ToolError } from '../../support/errors.ts'
import type { JsonObject } from '../../support/json.ts'
import type { Pin } from './store.ts'
import { type Alternates, decodeRecord, type StoredRecord } from './stored-record.ts'

/** Where a record is read. */
export interface Place {
  readonly pin: Pin
  readonly storeKey: string
}

/** The one that was read last. */
let last: { readonly place: Place; readonly record: StoredRecord } | undefined

/** Lets go of the record that was read last. */
export function forgetRead(): void {
  last = undefined
}

export class UnreadRecord implements StoredRecord {
  readonly type: string
  readonly key: string
  readonly position: string
  readonly place: Place

  constructor(type: string, key: string, position: string, place: Place) {
    this.type = type
    this.key = key
    this.position = position
    this.place = place
  }

  /** At another place of a list. */
  placedAt(position: string): UnreadRecord {
    return new UnreadRecord(this.type, this.key, position, this.place)
  }

  /** Roughly how many code units it has: it is not read for that. */
  get size(): number {
    return this.place.pin.size(this.place.storeKey)
  }

  get etag(): string {
    return this.record.etag
  }

  get links(): Readonly<Record<string, string>> {
    return this.record.links
  }

  get alternates(): Alternates {
    return this.record.alternates
  }

  get text(): string {
    return this.record.text
  }

  get value(): JsonObject {
    return this.record.value
  }

  get answers(): Map<string, unknown> {
    return this.record.answers
  }

  private get record(): StoredRecord {
    const { type, place } = this
    if (last?.place === place) return last.record
    last = undefined
    const raw = place.pin.get(place.storeKey)
    if (raw === undefined) throw new ToolError('unavailable', `A record of ${type} is gone: ask again`)
    const record = decodeRecord(type, raw)
    last = { place, record }
    return record
  }
}

/** Records of which some are not in memory. */
export function isLong(records: readonly StoredRecord[]): boolean {
  return records.some((record) => record instanceof UnreadRecord)
}

export function sizeOf(record: StoredRecord): number {
  return record instanceof UnreadRecord ? record.size : record.text.length
}

/** What keeps those that are not in memory. */
export function pinsOf(records: readonly StoredRecord[]): ReadonlySet<Pin> {
  return new Set(records.flatMap((record) => (record instanceof UnreadRecord ? [record.place.pin] : [])))
}
