/** One LMDB directory, as the few things the store needs of it. */
import { Buffer } from 'node:buffer'
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { open } from 'lmdb'
import { outsideOf } from '../../sandbox/state/remove-range.ts'
import type { KeyRange, Pin, RangeQuery } from '../../sandbox/state/store.ts'
import { messageOf, ToolError } from '../../support/errors.ts'
import { draftName, syncDirectory } from '../atomic-file.ts'
import { systemWords } from '../system-errors.ts'
import { findDamage } from './data-file.ts'
import { fitsKey, readKey, writeKey } from './keys.ts'
import { type Database, type Stored, StoredNow, sizeOf, whole } from './moment.ts'
import { Room } from './room.ts'
import { EntryJudge, type Found, readBare, SEAL_SIZE, seal, unseal } from './seal.ts'

/** A key and its new value; undefined removes the key. */
export type Change = readonly [key: string, value: string | undefined]

export interface Environment {
  /** Keys of entries that were found damaged when it was opened: reading one throws ToolError `corrupt`. */
  readonly damaged: readonly string[]
  get(key: string): string | undefined
  /** Of the value, in bytes: it is not read. */
  size(key: string): number
  range(query: RangeQuery): (readonly [key: string, value: string])[]
  /** What is stored now. */
  pin(): Pin
  /** Clears the ranges, then makes all changes, in one transaction, or nothing of that when it throws; asks for the changes once more where the disk is full. */
  write(changes: () => Iterable<Change>, cleared?: readonly KeyRange[]): void
  close(): void
}

/**
 * What a commit outlives: `os` the process (the operating system has it),
 * `fsync` also the power (the disk has it).
 */
export type Durability = 'os' | 'fsync'

/** Address space to begin with; the map grows by itself beyond it. */
const MAP_SIZE = 2 ** 30
const READERS = 512
export interface EnvironmentOptions {
  readonly durability: Durability
  readonly readOnly: boolean
  /** Milliseconds for which what is stored at one moment is held while others write. */
  readonly holdMs?: number
}

/** The file grows by all that is written meanwhile. */
const HOLD_MS = 60_000
/** How often an open file is looked at. */
const LOOK_MS = 2
/** Bytes of the lock file, more than the readers fill: written out, for LMDB maps it, and a hole in it on a full disk is a fault of memory. */
const LOCK_SIZE = 64 * 1024

/** Opens the directory, making it when it is not there (unless read-only). Values that an earlier version wrote without checksums get them, all or none. */
export function openEnvironment(directory: string, options: EnvironmentOptions): Environment {
  try {
    const made = options.readOnly || existsSync(directory) ? undefined : createDatabase(directory, options)
    const judged = made === undefined ? refuseDamage(directory, options) : WHOLE
    if (!judged.areBare) return openJudged(made ?? openDatabase(directory, options), directory, options, judged)
    if (options.readOnly) return openJudged(openDatabase(directory, options, readBare), directory, options, WHOLE)
    const environment = openJudged(openDatabase(directory, options), directory, options, WHOLE)
    environment.sealAll()
    return environment
  } catch (error) {
    throw explained(directory, error)
  }
}

function openJudged(
  database: Database,
  directory: string,
  options: EnvironmentOptions,
  { damaged }: Judged,
): LmdbEnvironment {
  return new LmdbEnvironment(database, directory, options, damaged)
}

/**
 * A new environment appears under its name when it is whole, so that an empty
 * file is always damage and never one that was being made. Undefined when
 * another process was faster.
 */
function createDatabase(directory: string, options: EnvironmentOptions): Database | undefined {
  const draft = draftName(directory)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  let database: Database | undefined
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

interface Judged {
  /** Keys of entries whose values the disk has changed. */
  readonly damaged: readonly string[]
  /** An earlier version wrote them, without checksums. */
  readonly areBare: boolean
}

const WHOLE: Judged = { damaged: [], areBare: false }

/** Throws Damage where nothing can be trusted. */
function refuseDamage(directory: string, options: EnvironmentOptions): Judged {
  const path = join(directory, 'data.mdb')
  if (statSync(directory).isDirectory() && !existsSync(path)) throw new Damage('data.mdb is missing')
  if (!statSync(path).isFile()) throw new Damage('data.mdb is not a file')
  const entries = new EntryJudge()
  const damage = findDamage(path, entries.judge)
  if (damage !== undefined) throw new Damage(damage)
  refuseBadLock(directory, options)
  return entries
}

/** Where LMDB cannot open its lock file, or it is no file, the library ends the process (lmdb-js 3.5.6). Throws the errors of opening it. */
function refuseBadLock(directory: string, { readOnly }: EnvironmentOptions): void {
  const path = join(directory, 'lock.mdb')
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat !== undefined && !stat.isFile()) throw new Damage('lock.mdb is not a file')
  // For reading it is not needed, and not made.
  if (!readOnly) closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600))
}

function openDatabase(path: string, { durability, readOnly }: EnvironmentOptions, decode = unseal): Database {
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
    encoder: { encode: seal, decode },
  }
  return open<Stored, string>(options)
}

class LmdbEnvironment implements Environment {
  readonly damaged: readonly string[]
  private readonly directory: string
  private readonly database: Database
  /** Of one that is open for writing. */
  private readonly room: Room | undefined
  private looked = Number.NEGATIVE_INFINITY
  /** Why nothing of it can be read any more. */
  private spoilt: string | undefined
  /** What is held of moments that have passed. */
  private readonly pins: Set<StoredNow> = new Set()
  private readonly holdMs: number

  constructor(database: Database, directory: string, options: EnvironmentOptions, damaged: readonly string[]) {
    const { readOnly, holdMs = HOLD_MS } = options
    this.holdMs = holdMs
    this.directory = directory
    this.database = database
    this.damaged = damaged
    this.room = readOnly ? undefined : new Room(join(directory, 'data.mdb'))
    if (!readOnly) database.readerCheck()
  }

  get(key: string): string | undefined {
    this.refuseCut()
    if (!fitsKey(key)) return undefined
    const found = this.read(key)
    return found === undefined ? undefined : whole(key, found)
  }

  private read(key: string): Found | undefined {
    try {
      return this.database.get(key) as Found | undefined
    } catch (error) {
      throw this.unreadable(error)
    }
  }

  size(key: string): number {
    this.refuseCut()
    try {
      return sizeOf(this.database, key)
    } catch (error) {
      throw this.unreadable(error)
    }
  }

  /** What LMDB finds wrong with its own files, it finds at every reading from then on. */
  private unreadable(error: unknown): ToolError {
    if (error instanceof ToolError) return error
    const message = `Cannot read the records in ${this.directory}: ${messageOf(error)} (restart the server)`
    return new ToolError('corrupt', message, { cause: error, outside: 'its records cannot be read' })
  }

  range(query: RangeQuery): [string, string][] {
    const { from, to, offset, limit, reverse = false, values = true, units = Number.POSITIVE_INFINITY } = query
    if (from >= to || (limit !== undefined && limit <= 0) || (offset !== undefined && offset > MOST_PASSED)) return []
    this.refuseCut()
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
    try {
      if (values) {
        let read = 0
        for (const { key, value } of this.database.getRange(page)) {
          const text = whole(key, value as Found)
          found.push([key, text])
          read += text.length
          if (read >= units) break
        }
      } else for (const key of this.database.getKeys(page)) found.push([key, ''])
    } catch (error) {
      throw this.unreadable(error)
    }
    return found
  }

  /** A bound may be longer than any key is: then a range around it is read. */
  private longRange({ from, to, offset = 0, limit, ...rest }: RangeQuery): [string, string][] {
    const around = { ...rest, from: from.slice(0, SURE_LENGTH), to: `${to.slice(0, SURE_LENGTH)}\uffff` }
    const inside = this.range(around).filter(([key]) => key >= from && key < to)
    return inside.slice(offset, limit === undefined ? undefined : offset + limit)
  }

  pin(): Pin {
    return new StoredNow(this.database, this.pins)
  }

  /** What is written takes new pages of the file while somebody holds an earlier moment. */
  private endLongHeld(): void {
    if (this.pins.size === 0) return
    const latest = performance.now() - this.holdMs
    for (const one of [...this.pins]) if (one.since <= latest) one.outlive()
  }

  write(changes: () => Iterable<Change>, cleared: readonly KeyRange[] = []): void {
    if (this.room === undefined) throw new Error('they are open for reading only')
    this.refuseCut()
    this.endLongHeld()
    try {
      this.commit(this.room, changes(), cleared, false)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      if (cleared.length === 0 && !this.isShrinking(changes())) throw error
      this.commit(this.room, changes(), cleared, true)
    }
  }

  /** Stores every value with its checksums, in one transaction. */
  sealAll(): void {
    const { database } = this
    const keys = this.range({ from: '', to: LAST, values: false })
    const sealed = function* (): Generator<Change> {
      for (const [key] of keys) {
        const bytes = database.getBinary(key)
        if (bytes !== undefined) yield [key, readBare(bytes).text]
      }
    }
    this.write(sealed)
  }

  private commit(room: Room, changes: Iterable<Change>, cleared: readonly KeyRange[], shrinks: boolean): void {
    const { database } = this
    room.begin(shrinks)
    try {
      database.transactionSync(() => {
        if (cleared.length > 0) this.clear(cleared, room)
        for (const [key, value] of changes) this.change(room, key, value)
      })
      room.committed()
    } finally {
      room.ended()
    }
  }

  /** Less is left than there was. */
  private isShrinking(changes: Iterable<Change>): boolean {
    let more = 0
    for (const [key, value] of changes) {
      const before = this.database.getBinary(key)
      if (value !== undefined) more += key.length + Buffer.byteLength(value)
      if (before !== undefined) more -= key.length + before.length
    }
    return more < 0
  }

  /**
   * Where somebody else cuts the file off or writes into it, a page that is not there, or not as LMDB left it, is a fault
   * of memory that ends the process. So all of it is judged again then, and refused from then on.
   */
  private refuseCut(): void {
    const now = performance.now()
    if (now - this.looked < LOOK_MS) return
    this.spoilt ??= this.spoiltBy()
    if (this.spoilt !== undefined) throw explained(this.directory, new Damage(this.spoilt))
    this.looked = now
  }

  private spoiltBy(): string | undefined {
    const done = this.room?.foreign()
    if (done === undefined) return undefined
    if (done !== 'changed') return `data.mdb was ${done} while it was open`
    const damage = findDamage(join(this.directory, 'data.mdb'), new EntryJudge().judge)
    return damage === undefined ? undefined : `data.mdb was changed while it was open: ${damage}`
  }

  private change(room: Room, key: string, value: string | undefined): void {
    if (value === undefined) {
      room.remove()
      this.database.removeSync(key)
    } else {
      room.store(key, Buffer.byteLength(value) + SEAL_SIZE)
      this.database.putSync(key, { key, value })
    }
  }

  /** Where little else is there, all goes and that is written again: a tree is let go of as a whole, however large it is. */
  private clear(ranges: readonly KeyRange[], room: Room): void {
    const kept: [string, string][] = []
    for (const part of outsideOf({ from: '', to: LAST }, ranges)) {
      kept.push(...this.range({ ...part, limit: MOST_KEPT + 1 - kept.length }))
      if (kept.length > MOST_KEPT) {
        for (const range of ranges)
          for (const [key] of this.range({ ...range, values: false })) this.change(room, key, undefined)
        return
      }
    }
    room.remove()
    this.database.clearSync()
    for (const [key, value] of kept) this.change(room, key, value)
  }

  close(): void {
    for (const one of [...this.pins]) one.release()
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

class Damage extends Error {}

/** What the library passes on as a text alone. */
const SAID_BY_LMDB = /permission denied|too many open files|no space left on device/i

function explained(directory: string, error: unknown): ToolError {
  if (error instanceof ToolError) return error
  const message = messageOf(error)
  const reason = systemWords(error) ?? SAID_BY_LMDB.exec(message)?.[0].toLowerCase()
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
