/** Values as they are stored, and as they were at a moment that is held. */
import type { RootDatabase, Transaction } from 'lmdb'
import { entryInWords } from '../../sandbox/state/keys.ts'
import type { Pin } from '../../sandbox/state/store.ts'
import { ToolError } from '../../support/errors.ts'
import { fitsKey } from './keys.ts'
import { type Entry, type Found, SEAL_SIZE } from './seal.ts'

/** LMDB is given an entry and gives back what it found. */
export type Stored = Entry | Found
export type Database = RootDatabase<Stored, string>

export function whole(key: string, { text }: Found): string {
  if (text === undefined) throw damagedEntry(key)
  return text
}

/** The library takes what its types do not say. */
interface Sizes {
  getBinaryFast(key: string, options?: AsOf): { readonly length: number } | undefined
}

interface AsOf {
  readonly transaction?: Transaction
}

export function sizeOf(database: Sizes, key: string, options: AsOf = {}): number {
  const bytes = fitsKey(key) ? database.getBinaryFast(key, options) : undefined
  return bytes === undefined ? 0 : Math.max(0, bytes.length - SEAL_SIZE)
}

/** What is stored at one moment. While it is held, no page that it stands on is written anew: the file grows instead. */
export class StoredNow implements Pin {
  readonly #database: Database
  readonly #held: Set<StoredNow>
  #transaction: Transaction | undefined
  #isReleased = false
  #isOutlived = false
  /** When it was first held, in milliseconds of `performance.now()`. */
  since = 0

  constructor(database: Database, held: Set<StoredNow>) {
    this.#database = database
    this.#held = held
  }

  get(key: string): string | undefined {
    const found = fitsKey(key) ? this.#database.get(key, this.#options) : undefined
    return found === undefined ? undefined : whole(key, found as Found)
  }

  size(key: string): number {
    return sizeOf(this.#database, key, this.#options)
  }

  get #options(): AsOf {
    if (this.#isOutlived)
      throw new ToolError('unavailable', 'The records were read too slowly while others were written')
    if (this.#isReleased) throw new ToolError('unavailable', 'The records were closed while they were being read')
    return this.#transaction === undefined ? {} : { transaction: this.#transaction }
  }

  hold(): void {
    if (this.#transaction !== undefined || this.#isReleased) return
    this.#transaction = this.#database.useReadTransaction()
    this.since = performance.now()
    this.#held.add(this)
  }

  /** It was held for too long. */
  outlive(): void {
    this.#isOutlived = true
    this.release()
  }

  release(): void {
    this.#isReleased = true
    this.#held.delete(this)
    this.#transaction?.done()
    this.#transaction = undefined
  }
}

/** Told where an entry is read that the disk has changed. */
function damagedEntry(key: string): ToolError {
  const what = entryInWords(key)
  return new ToolError(
    'corrupt',
    `The stored ${what} is damaged on disk (a reset of the sandbox recreates its records)`,
    { outside: `the stored ${what} is damaged` },
  )
}
