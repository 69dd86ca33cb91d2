/** All records of a type, each read once and forgotten: where there are far more than are kept decoded. */
import type { JsonObject } from '../../support/json.ts'
import { rangeOf } from './keys.ts'
import type { Store } from './store.ts'
import { type Alternates, decodeRecord, type StoredRecord } from './stored-record.ts'

/** Records beyond which those that are kept decoded are too few to help. */
export const MANY = 1_000

/** A record that passed, without what it says: records of which only a page is shown are read again. */
export interface Passed<T> {
  readonly key: string
  readonly position: string
  readonly told: T
}

export interface ScanQuery<T> {
  /** Asked of each record, in no promised order. */
  readonly passes: (record: StoredRecord) => boolean
  /** What is remembered of one that passed. */
  readonly tell: (record: StoredRecord) => T
  readonly reverse: boolean
  /** What comes before the order of their making. */
  readonly compare?: (a: T, b: T) => number
}

/** Records read at once: few enough to be forgotten before the next are. */
const BATCH = 1_000
const BATCH_UNITS = 4 * 1024 * 1024

/** The records that pass, in the order of their making or the reverse of it, where nothing else tells them apart. */
export function scanRecords<T>(store: Store, type: string, query: ScanQuery<T>): readonly Passed<T>[] {
  const { passes, tell, reverse, compare } = query
  const found: Passed<T>[] = []
  const { from, to } = rangeOf('r', type)
  let start = from
  for (;;) {
    const entries = store.range({ from: start, to, limit: BATCH, units: BATCH_UNITS })
    for (const [, raw] of entries) {
      const record = new Passing(type, raw)
      if (passes(record)) found.push({ key: record.key, position: record.position, told: tell(record) })
    }
    const last = entries.at(-1)
    if (last === undefined) break
    start = `${last[0]}\0`
  }
  const sign = reverse ? -1 : 1
  return found.sort((a, b) => compare?.(a.told, b.told) || (a.position < b.position ? -sign : sign))
}

/** A record that is looked at in passing: most are known by their text, and nothing else of them is read. */
class Passing implements StoredRecord {
  readonly type: string
  private readonly raw: string
  private decoded: StoredRecord | undefined
  private own: string | undefined

  constructor(type: string, raw: string) {
    this.type = type
    this.raw = raw
  }

  private get whole(): StoredRecord {
    this.decoded ??= decodeRecord(this.type, this.raw)
    return this.decoded
  }

  get text(): string {
    this.own ??= this.raw.slice(this.raw.indexOf('\n') + 1)
    return this.own
  }

  get key(): string {
    return this.whole.key
  }

  get position(): string {
    return this.whole.position
  }

  get etag(): string {
    return this.whole.etag
  }

  get links(): Readonly<Record<string, string>> {
    return this.whole.links
  }

  get alternates(): Alternates {
    return this.whole.alternates
  }

  get value(): JsonObject {
    return this.whole.value
  }

  get answers(): Map<string, unknown> {
    return this.whole.answers
  }
}
