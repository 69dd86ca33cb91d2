/**
 * Imported models on disk. The file is one JSON document laid out so that its
 * parts can be read alone:
 *
 *   {"format":"ir-2",
 *   "operations":[ one a line ],        read when an operation is first asked for
 *   "schemas":[ one a line ],
 *   "head":{...},                       read when the file is opened
 *   "index":{ids, keys, offset, length and checksum of each line},
 *   "trailer":"<where head and index stand, and their checksum>"}
 *
 * The file is opened once and kept open, so that an update, which replaces it
 * whole, never mixes two models. All lines are held against their checksums then
 * (a millisecond for a few megabytes), so that damage is told at once and not by
 * the first request that comes upon it.
 */
import { Buffer } from 'node:buffer'
import { closeSync, fstatSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { crc32 } from 'node:zlib'
import type { ApiDescription, ApiHead, Operation, OperationId, Source } from '../api/description.ts'
import { type ApiModel, schemaKey } from '../api/model.ts'
import type { Schema } from '../api/schema/schema.ts'
import { ToolError } from '../support/errors.ts'
import { field } from '../support/json.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { openRegularFile } from './regular-file.ts'

/** Raised whenever models written before can no longer be served: read, or with all that is concluded now. */
const VERSION = 2
const FORMAT = `ir-${VERSION}`
const OPENING = `{"format":"${FORMAT}",\n"operations":[\n`
/** `"trailer":"` + five numbers of twelve digits + `"}` and a line end. */
const TRAILER = /^"trailer":"(\d{12}) (\d{12}) (\d{12}) (\d{12}) (\d{12})"\}\n$/
const TRAILER_LENGTH = 11 + 5 * 12 + 4 + 3
const NUMBERS_PER_LINE = 3
/** Bytes that are read at once to be checked. */
const WINDOW = 256 * 1024

interface Index {
  readonly operations: readonly string[]
  readonly schemas: readonly string[]
  /** Offset, length and checksum of each operation, then of each schema. */
  readonly lines: readonly number[]
}

interface Place {
  readonly offset: number
  readonly length: number
  readonly checksum: number
}

/** A description that stands in a file, and lets go of the file when closed. */
export interface StoredDescription extends ApiDescription {
  close(): void
}

/** Writes the model; the file is whole or as it was. Throws ToolError when the disk refuses. */
export function writeDescription(path: string, model: ApiModel): void {
  writeFileAtomically(path, encode(model))
}

function* encode({ head, operations, schemas }: ApiModel): Generator<Uint8Array, void, undefined> {
  let at = 0
  const lines: number[] = []
  const part = (text: string): Uint8Array => {
    const bytes = Buffer.from(text)
    at += bytes.length
    return bytes
  }
  const line = function* (values: Iterable<unknown>): Generator<Uint8Array, void, undefined> {
    let first = true
    for (const value of values) {
      if (!first) yield part(',\n')
      first = false
      const offset = at
      const bytes = part(JSON.stringify(value))
      lines.push(offset, bytes.length, crc32(bytes))
      yield bytes
    }
  }
  yield part(OPENING)
  yield* line(operations.values())
  yield part('\n],\n"schemas":[\n')
  yield* line(schemas.values())
  yield part('\n],\n"head":')
  const headAt = at
  const headBytes = part(JSON.stringify(head))
  yield headBytes
  yield part(',\n"index":')
  const indexAt = at
  const index: Index = { operations: [...operations.keys()], schemas: [...schemas.keys()], lines }
  const indexBytes = part(JSON.stringify(index))
  yield indexBytes
  const numbers = [headAt, headBytes.length, indexAt, indexBytes.length, crc32(indexBytes, crc32(headBytes))]
  yield part(`,\n"trailer":"${numbers.map((n) => String(n).padStart(12, '0')).join(' ')}"}\n`)
}

/** Opens a written model. Throws ToolError: 'not-found' when there is none, 'corrupt' when it cannot be read. */
export function openDescription(path: string): StoredDescription {
  const parts = new Parts(path, open(path))
  try {
    return new FileDescription(parts)
  } catch (error) {
    parts.close()
    throw error
  }
}

/** What a sandbox was imported from, as its registration says. */
export interface ImportedFrom {
  readonly source: Pick<Source, 'sha256'>
  readonly overlays?: readonly Pick<Source, 'sha256'>[]
}

/** As `openDescription`, where the model must be made of these documents; that of another sandbox is 'corrupt'. */
export function openDescriptionOf(path: string, from: ImportedFrom): StoredDescription {
  const description = openDescription(path)
  if (digestsOf(description.head) === digestsOf(from)) return description
  description.close()
  throw damaged(path, 'it was made of another description than the sandbox')
}

function digestsOf({ source, overlays = [] }: ImportedFrom): string {
  return [source, ...overlays].map(({ sha256 }) => sha256).join(' ')
}

/** An earlier version of tool wrote it, and this one cannot read it; nothing is said of whether it is whole. */
export function isOfEarlierVersion(path: string): boolean {
  try {
    const parts = new Parts(path, openRegularFile(path))
    try {
      return versionIn(parts.opening()) < VERSION
    } finally {
      parts.close()
    }
  } catch {
    return false
  }
}

function open(path: string): number {
  try {
    return openRegularFile(path)
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw missing
      ? new ToolError('not-found', `There is no model at ${path}: ${advice(path)}`, {
          cause: error,
          outside: `it has no model (${advice(path)})`,
        })
      : damaged(path, 'it cannot be read', error)
  }
}

function damaged(path: string, reason: string, cause?: unknown): ToolError {
  const outside = `its model cannot be read: ${reason} (${advice(path)})`
  return new ToolError('corrupt', `Cannot read the model ${path}: ${reason} (${advice(path)})`, { cause, outside })
}

function advice(path: string): string {
  return `run "tool import ${basename(path, '.ir.json')} --update"`
}

/** The file, and the reading of pieces of it. */
class Parts {
  readonly path: string
  readonly file: number
  private isClosed = false

  constructor(path: string, file: number) {
    this.path = path
    this.file = file
  }

  read(offset: number, length: number): Buffer {
    // Its number may belong to another file by now.
    if (this.isClosed) throw new Error(`the model ${this.path} is read after it was closed`)
    const bytes = Buffer.allocUnsafe(length)
    this.fill(bytes, offset)
    return bytes
  }

  private fill(bytes: Buffer, offset: number): void {
    let done = 0
    while (done < bytes.length) {
      const count = this.tryRead(bytes, done, offset + done)
      if (count === 0) throw damaged(this.path, 'it is cut off')
      done += count
    }
  }

  json({ offset, length, checksum }: Place): unknown {
    const bytes = this.read(offset, length)
    if (crc32(bytes) !== checksum) throw damaged(this.path, 'it was changed or damaged')
    return this.parse(bytes)
  }

  /** How the file begins. */
  opening(): string {
    return this.read(0, Math.min(this.size, OPENING.length)).toString('latin1')
  }

  /** Throws where a line is not what was written. */
  check(lines: readonly number[]): void {
    const { size } = this
    const window = Buffer.allocUnsafe(Math.min(size, WINDOW))
    let [from, to, end] = [0, 0, 0]
    for (let i = 0; i < lines.length; i += NUMBERS_PER_LINE) {
      const [at = -1, length = -1, checksum] = lines.slice(i, i + NUMBERS_PER_LINE)
      if (at < end || length < 0 || at + length > size) throw damaged(this.path, 'it was changed or damaged')
      end = at + length
      let sum = 0
      for (let done = at; done < end; ) {
        if (done >= to) {
          from = done
          to = Math.min(done + window.length, size)
          this.fill(window.subarray(0, to - from), from)
        }
        const part = Math.min(end, to)
        sum = crc32(window.subarray(done - from, part - from), sum)
        done = part
      }
      if (sum !== checksum) throw damaged(this.path, 'it was changed or damaged')
    }
  }

  parse(bytes: Buffer): unknown {
    try {
      return JSON.parse(bytes.toString('utf8'))
    } catch (error) {
      throw damaged(this.path, 'it was changed or damaged', error)
    }
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    closeSync(this.file)
  }

  get size(): number {
    return fstatSync(this.file).size
  }

  private tryRead(bytes: Buffer, at: number, position: number): number {
    try {
      return readSync(this.file, bytes, at, bytes.length - at, position)
    } catch (error) {
      throw damaged(this.path, 'it cannot be read', error)
    }
  }
}

/** Closes files of descriptions that nobody holds any more. */
const abandoned = new FinalizationRegistry<Parts>((parts) => parts.close())

class FileDescription implements StoredDescription {
  readonly head: ApiHead
  private readonly parts: Parts
  private readonly places: readonly number[]
  private readonly operationLines: ReadonlyMap<string, number>
  private readonly schemaLines: ReadonlyMap<string, number>
  private readonly operations = new Map<string, Operation>()
  private readonly schemas = new Map<string, Schema>()

  constructor(parts: Parts) {
    const { head, index } = readEnd(parts)
    parts.check(index.lines)
    this.parts = parts
    this.head = head
    this.places = index.lines
    this.operationLines = linesOf(index.operations, 0)
    this.schemaLines = linesOf(index.schemas, index.operations.length)
    abandoned.register(this, parts, this)
  }

  operation(id: OperationId): Operation | undefined {
    return this.decoded(this.operations, this.operationLines, id)
  }

  schema(reference: string): Schema | undefined {
    const key = schemaKey(reference)
    return key === undefined ? undefined : this.decoded(this.schemas, this.schemaLines, key)
  }

  close(): void {
    abandoned.unregister(this)
    this.parts.close()
  }

  private decoded<T>(made: Map<string, T>, lines: ReadonlyMap<string, number>, key: string): T | undefined {
    const known = made.get(key)
    if (known !== undefined) return known
    const line = lines.get(key)
    if (line === undefined) return undefined
    const at = line * NUMBERS_PER_LINE
    const [offset = 0, length = 0, checksum = 0] = this.places.slice(at, at + NUMBERS_PER_LINE)
    // The checksum says that this is what was written, and only models are written.
    const value = this.parts.json({ offset, length, checksum }) as T
    made.set(key, value)
    return value
  }
}

function readEnd(parts: Parts): { head: ApiHead; index: Index } {
  const size = parts.size
  if (size === 0) throw damaged(parts.path, 'it is empty')
  const opening = parts.opening()
  if (!opening.startsWith(OPENING)) throw damaged(parts.path, openingProblem(opening))
  const end = size < TRAILER_LENGTH ? '' : parts.read(size - TRAILER_LENGTH, TRAILER_LENGTH).toString('latin1')
  const trailer = TRAILER.exec(end)
  if (trailer === null) throw damaged(parts.path, 'it is cut off')
  const [headAt = 0, headLength = 0, indexAt = 0, indexLength = 0, checksum] = trailer.slice(1).map(Number)
  if (headAt + headLength > size || indexAt + indexLength > size) throw damaged(parts.path, 'it is cut off')
  const head = parts.read(headAt, headLength)
  const index = parts.read(indexAt, indexLength)
  if (crc32(index, crc32(head)) !== checksum) throw damaged(parts.path, 'it was changed or damaged')
  const parsed = { head: parts.parse(head), index: parts.parse(index) }
  if (!isHead(parsed.head) || !isIndex(parsed.index)) throw damaged(parts.path, 'it was changed or damaged')
  return { head: parsed.head, index: parsed.index }
}

/** The checksum says that this is what was written; what is left out was written by somebody else. */
function isHead(value: unknown): value is ApiHead {
  return Array.isArray(field(value, 'operations')) && typeof field(field(value, 'source'), 'sha256') === 'string'
}

function isIndex(value: unknown): value is Index {
  const [operations, schemas, lines] = [field(value, 'operations'), field(value, 'schemas'), field(value, 'lines')]
  if (!Array.isArray(operations) || !Array.isArray(schemas) || !Array.isArray(lines)) return false
  return lines.length === (operations.length + schemas.length) * NUMBERS_PER_LINE && lines.every(Number.isSafeInteger)
}

/** A model of another version would be served without what this one concludes, or with what it does not know. */
function openingProblem(opening: string): string {
  const version = versionIn(opening)
  if (Number.isNaN(version) || version === VERSION) return 'it was changed or damaged'
  return version < VERSION ? 'an earlier version of tool imported it' : 'a later version of tool imported it'
}

function versionIn(opening: string): number {
  return Number(/^\{"format":"ir-(\d{1,4})"/.exec(opening)?.[1] ?? Number.NaN)
}

/** The line of each key. */
function linesOf(keys: readonly string[], first: number): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  for (let i = 0; i < keys.length; i++) lines.set(keys[i] as string, first + i)
  return lines
}
