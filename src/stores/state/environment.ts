/** One LMDB directory, as the few things the store needs of it. */
import { Buffer } from 'node:buffer'
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { open, type RootDatabase } from 'lmdb'
import { outsideOf } from '../../sandbox/state/remove-range.ts'
import type { KeyRange, RangeQuery } from '../../sandbox/state/store.ts'
import { messageOf, ToolError } from '../../support/errors.ts'
import { draftName, syncDirectory } from '../atomic-file.ts'
import { findDamage } from './data-file.ts'
import { fitsKey, readKey, writeKey } from './keys.ts'
import { Room } from './room.ts'

/** A key and its new value; undefined removes the key. */
export type Change = readonly [key: string, value: string | undefined]

export interface Environment {
  get(key: string): string | undefined
  range(query: RangeQuery): (readonly [key: string, value: string])[]
  /** Clears the ranges, then makes all changes, in one transaction, or nothing of that when it throws. */
  write(changes: Iterable<Change>, cleared?: readonly KeyRange[]): void
  close(): void
}

/**
 * What a commit outlives: `os` the process (the operating system has it),
 * `fsync` also the power (the disk has it).
 */
export type Durability = 'os' | 'fsync'

export interface EnvironmentOptions {
  readonly durability: Durability
  readonly readOnly: boolean
}

/** Address space to begin with; the map grows by itself beyond it. */
const MAP_SIZE = 2 ** 30
const READERS = 512
/** Bytes of the lock file, more than the readers fill: written out, for LMDB maps it, and a hole in it on a full disk is a fault of memory. */
const LOCK_SIZE = 64 * 1024

/** Opens the directory, making it when it is not there (unless read-only). */
export function openEnvironment(directory: string, options: EnvironmentOptions): Environment {
  try {
    const made = options.readOnly || existsSync(directory) ? undefined : createDatabase(directory, options)
    if (made === undefined) refuseDamage(directory)
    return new LmdbEnvironment(made ?? openDatabase(directory, options), directory, options)
  } catch (error) {
    throw explained(directory, error)
  }
}

/**
 * A new environment appears under its name when it is whole, so that an empty
 * file is always damage and never one that was being made. Undefined when
 * another process was faster.
 */
function createDatabase(directory: string, options: EnvironmentOptions): RootDatabase<string, string> | undefined {
  const draft = draftName(directory)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  let database: RootDatabase<string, string> | undefined
  try {
    writeFileSync(join(draft, 'lock.mdb'), Buffer.alloc(LOCK_SIZE), { mode: 0o600 })
    database = openDatabase(draft, options)
    renameSync(draft, directory)
    if (options.durability === 'fsync') syncDirectory(dirname(directory))
    return database
  } catch (error) {
    void database?.close()
    rmSync(draft, { recursive: true, force: true })
    if (existsSync(directory)) return undefined
    throw error
  }
}

function refuseDamage(directory: string): void {
  const path = join(directory, 'data.mdb')
  if (statSync(directory).isDirectory() && !existsSync(path)) throw new Damage('data.mdb is missing')
  if (!statSync(path).isFile()) throw new Damage('data.mdb is not a file')
  const damage = findDamage(path)
  if (damage !== undefined) throw new Damage(damage)
}

function openDatabase(path: string, { durability, readOnly }: EnvironmentOptions): RootDatabase<string, string> {
  const options = {
    path,
    noSubdir: false,
    readOnly,
    noSync: durability === 'os',
    overlappingSync: false,
    mapSize: MAP_SIZE,
    maxReaders: READERS,
    permissionsMode: 0o600,
    keyEncoder: { writeKey, readKey },
    encoder: { encode: encodeValue, decode: decodeValue },
  }
  return open<string, string>(options)
}

class LmdbEnvironment implements Environment {
  private readonly database: RootDatabase<string, string>
  private readonly snapshot: ReturnType<RootDatabase['useReadTransaction']> | undefined
  private readonly options: { transaction?: ReturnType<RootDatabase['useReadTransaction']> }
  /** Of one that is open for writing. */
  private readonly room: Room | undefined

  constructor(database: RootDatabase<string, string>, directory: string, options: EnvironmentOptions) {
    this.database = database
    this.room = options.readOnly ? undefined : new Room(join(directory, 'data.mdb'))
    if (!options.readOnly) database.readerCheck()
    this.snapshot = options.readOnly ? database.useReadTransaction() : undefined
    this.options = this.snapshot === undefined ? {} : { transaction: this.snapshot }
  }

  get(key: string): string | undefined {
    return fitsKey(key) ? this.database.get(key, this.options) : undefined
  }

  range(query: RangeQuery): [string, string][] {
    const { from, to, offset, limit, reverse = false } = query
    if (from >= to || (limit !== undefined && limit <= 0) || (offset !== undefined && offset > MOST_PASSED)) return []
    if (!isBound(from) || !isBound(to)) return this.longRange(query)
    const bounds = reverse
      ? { start: to, exclusiveStart: true, end: from, inclusiveEnd: true, reverse }
      : { start: from, end: to }
    const found: [string, string][] = []
    const page = {
      ...bounds,
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    }
    for (const { key, value } of this.database.getRange({ ...page, ...this.options })) found.push([key, value])
    return found
  }

  /** A bound may be longer than any key is: then a range around it is read. */
  private longRange({ from, to, offset = 0, limit, ...rest }: RangeQuery): [string, string][] {
    const around = { ...rest, from: from.slice(0, SURE_LENGTH), to: `${to.slice(0, SURE_LENGTH)}\uffff` }
    const inside = this.range(around).filter(([key]) => key >= from && key < to)
    return inside.slice(offset, limit === undefined ? undefined : offset + limit)
  }

  write(changes: Iterable<Change>, cleared: readonly KeyRange[] = []): void {
    const { database, room } = this
    if (room === undefined) throw new Error('they are open for reading only')
    room.begin()
    database.transactionSync(() => {
      if (cleared.length > 0) this.clear(cleared, room)
      for (const [key, value] of changes) this.change(room, key, value)
    })
    room.committed()
  }

  private change(room: Room, key: string, value: string | undefined): void {
    if (value === undefined) {
      room.remove()
      this.database.removeSync(key)
    } else {
      room.store(key, Buffer.byteLength(value))
      this.database.putSync(key, value)
    }
  }

  /** Where little else is there, all goes and that is written again: a tree is let go of as a whole, however large it is. */
  private clear(ranges: readonly KeyRange[], room: Room): void {
    const kept: [string, string][] = []
    for (const part of outsideOf({ from: '', to: LAST }, ranges)) {
      kept.push(...this.range({ ...part, limit: MOST_KEPT + 1 - kept.length }))
      if (kept.length > MOST_KEPT) {
        for (const range of ranges) for (const [key] of this.range(range)) this.change(room, key, undefined)
        return
      }
    }
    room.remove()
    this.database.clearSync()
    for (const [key, value] of kept) this.change(room, key, value)
  }

  close(): void {
    this.snapshot?.done()
    this.room?.close()
    void this.database.close()
  }
}

/** Entries that are written again where all others are cleared. */
const MOST_KEPT = 10_000
/** Behind every key. */
const LAST = '\uffff'

/** LMDB counts what it passes over in 32 bits; no range has so many. */
const MOST_PASSED = 2 ** 31

/** Code units of which any text surely fits. */
const SURE_LENGTH = 512

function isBound(text: string): boolean {
  return text === '' || fitsKey(text)
}

/** First byte of a value that UTF-8 cannot carry because of lone surrogates: it stands as UTF-16. No UTF-8 starts so. */
const UTF16 = 0xff
const loneSurrogate = /\p{Surrogate}/u

function encodeValue(value: string): Buffer {
  if (!loneSurrogate.test(value)) return Buffer.from(value, 'utf8')
  return Buffer.concat([Buffer.of(UTF16), Buffer.from(value, 'utf16le')])
}

/** A value over 16 MiB comes as a view of the file, which is no Buffer. */
function decodeValue(value: Uint8Array): string {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (bytes[0] === UTF16 && bytes.length > 0) return bytes.toString('utf16le', 1, bytes.length)
  return bytes.toString('utf8', 0, bytes.length)
}

class Damage extends Error {}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'its permissions forbid it',
  EPERM: 'its permissions forbid it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many files are open',
}

function explained(directory: string, error: unknown): ToolError {
  if (error instanceof ToolError) return error
  const code = (error as NodeJS.ErrnoException).code
  const message = messageOf(error)
  const reason =
    (code === undefined ? undefined : reasons[code]) ?? /permission denied/i.exec(message)?.[0].toLowerCase()
  if (reason !== undefined && !(error instanceof Damage)) {
    const outside = `its records cannot be opened: ${reason}`
    return new ToolError('unavailable', `Cannot open the records in ${directory}: ${reason}`, { cause: error, outside })
  }
  const advice = 'move that directory away to start without records'
  return new ToolError('corrupt', `Cannot open the records in ${directory}: ${message} (${advice})`, {
    cause: error,
    outside: 'its records are damaged',
  })
}
