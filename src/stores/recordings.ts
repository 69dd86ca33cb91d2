/**
 * Recordings on disk: lines of NDJSON in segments, one directory for each upstream. Lines wait in memory for a second at
 * most; a segment is synced when the next one begins and at the end. A write that fails is taken back, so that no line
 * stands half in the middle; what a kill tears is the last line of a segment, which is never written to again.
 */
import { Buffer } from 'node:buffer'
import { closeSync, constants, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { jsonText } from '../support/exact-json.ts'
import type { Recording } from '../traffic/recording.ts'
import { syncDirectory } from './atomic-file.ts'
import { checkedName, makeDirectory } from './data-directory.ts'
import { enforceRetention, type Retention, segmentName } from './recording-segments.ts'
import { systemWords } from './system-errors.ts'

/** The calls by which lines get to the disk. */
export interface SegmentCalls {
  open(path: string): number
  write(file: number, bytes: Uint8Array): number
  sync(file: number): void
}

const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL } = constants

const disk: SegmentCalls = {
  open: (path) => openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL, 0o600),
  write: (file, bytes) => writeSync(file, bytes),
  sync: fsyncSync,
}

export interface RecordingsOptions {
  /** The directory with one for each upstream in it. */
  readonly directory: string
  readonly retention: Retention
  readonly now: () => number
  /** Told once when recording stops, and once when it goes on. */
  readonly warn: (line: string) => void
  /** Bytes; 64 MiB where absent. */
  readonly segmentBytes?: number
  readonly calls?: SegmentCalls
}

export interface Recordings {
  append(recording: Recording): void
  /** Writes what waits, and lets go of what is older or more than is kept. To be called at least each second. */
  flush(): void
  /** Writes, syncs and closes everything. */
  close(): void
  readonly counts: RecordingCounts
}

export interface RecordingCounts {
  /** Recordings on disk. */
  readonly written: number
  /** Recordings that found no room, or were too long for a line. */
  readonly failed: number
}

const MIB = 1024 * 1024
const SEGMENT_BYTES: number = 64 * MIB
/** Bytes of a line, above which it is neither written nor read. */
export const LONGEST_LINE: number = 8 * MIB
/** Bytes that wait to be written, above which they do not wait. */
const MOST_WAITING = MIB
/** So that what is too old can go, segments do not grow older. */
const OLDEST_SEGMENT_MS = 24 * 3_600_000
/** How long recording rests after a failure, and how often old segments are looked for. */
const REST_MS = 5_000
const SWEEP_MS = 60_000
const MOST_ATTEMPTS = 100

interface Segment {
  readonly upstream: string
  readonly file: number
  readonly path: string
  readonly since: number
  size: number
}

interface Waiting {
  lines: string[]
  bytes: number
}

export function openRecordings(options: RecordingsOptions): Recordings {
  return new RecordingsFiles(options)
}

class RecordingsFiles implements Recordings {
  readonly #options: RecordingsOptions
  readonly #calls: SegmentCalls
  readonly #limit: number
  readonly #open = new Map<string, Segment>()
  readonly #waiting = new Map<string, Waiting>()
  readonly #counts = { written: 0, failed: 0 }
  #restsUntil = 0
  #isTold = false
  #sweptAt = 0
  #made = 0

  constructor(options: RecordingsOptions) {
    this.#options = options
    this.#calls = options.calls ?? disk
    const { bytes } = options.retention
    // With few bytes to keep, a segment is a small part of them: whole segments go.
    this.#limit = Math.max(
      1,
      Math.min(options.segmentBytes ?? SEGMENT_BYTES, bytes === undefined ? SEGMENT_BYTES : bytes / 4),
    )
  }

  get counts(): RecordingCounts {
    return this.#counts
  }

  append(recording: Recording): void {
    const line = `${jsonText(recording)}\n`
    const bytes = Buffer.byteLength(line)
    if (bytes > LONGEST_LINE || this.#rests()) {
      this.#counts.failed++
      return
    }
    const waiting = this.#waiting.get(recording.upstream) ?? { lines: [], bytes: 0 }
    this.#waiting.set(recording.upstream, waiting)
    waiting.lines.push(line)
    waiting.bytes += bytes
    if (waiting.bytes >= MOST_WAITING) this.#write(recording.upstream, waiting)
  }

  flush(): void {
    for (const [upstream, waiting] of this.#waiting) this.#write(upstream, waiting)
    const now = this.#options.now()
    for (const segment of [...this.#open.values()]) if (now - segment.since > OLDEST_SEGMENT_MS) this.#end(segment)
    if (now - this.#sweptAt >= SWEEP_MS) this.#sweep()
  }

  close(): void {
    for (const [upstream, waiting] of this.#waiting) this.#write(upstream, waiting)
    for (const segment of [...this.#open.values()]) this.#end(segment)
  }

  #rests(): boolean {
    return this.#restsUntil > this.#options.now()
  }

  #write(upstream: string, waiting: Waiting): void {
    const { lines } = waiting
    if (lines.length === 0) return
    const bytes = Buffer.from(lines.join(''))
    waiting.lines = []
    waiting.bytes = 0
    try {
      const segment = this.#segmentFor(upstream, bytes.length)
      this.#writeAll(segment, bytes)
      this.#counts.written += lines.length
      this.#goesOn()
    } catch (error) {
      this.#counts.failed += lines.length
      this.#stops(error)
    }
  }

  #segmentFor(upstream: string, bytes: number): Segment {
    const open = this.#open.get(upstream)
    if (open !== undefined && (open.size === 0 || open.size + bytes <= this.#limit)) return open
    if (open !== undefined) {
      this.#end(open)
      this.#sweep()
    }
    const directory = join(this.#options.directory, checkedName(upstream))
    makeDirectory(directory)
    const since = this.#options.now()
    const segment = { upstream, since, size: 0, ...this.#create(directory, since) }
    syncDirectory(directory)
    this.#open.set(upstream, segment)
    return segment
  }

  /** A file that nobody else writes: a clock that was set back gives names again. */
  #create(directory: string, since: number): { readonly path: string; readonly file: number } {
    for (let attempt = 1; ; attempt++) {
      const path = join(directory, segmentName(since, this.#made++))
      try {
        return { path, file: this.#calls.open(path) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === MOST_ATTEMPTS) throw error
      }
    }
  }

  #writeAll(segment: Segment, bytes: Uint8Array): void {
    let done = 0
    try {
      while (done < bytes.length) done += this.#calls.write(segment.file, bytes.subarray(done))
      segment.size += done
    } catch (error) {
      this.#takeBack(segment, done)
      throw error
    }
  }

  /** The part of the lines that got there. */
  #takeBack(segment: Segment, done: number): void {
    if (done === 0) return
    try {
      ftruncateSync(segment.file, segment.size)
    } catch {
      this.#end(segment)
    }
  }

  #end(segment: Segment): void {
    this.#open.delete(segment.upstream)
    try {
      this.#calls.sync(segment.file)
    } catch (error) {
      this.#stops(error)
    }
    closeSync(segment.file)
  }

  #sweep(): void {
    this.#sweptAt = this.#options.now()
    const kept = new Set([...this.#open.values()].map(({ path }) => path))
    enforceRetention(this.#options.directory, this.#options.retention, this.#sweptAt, kept)
  }

  #stops(error: unknown): void {
    this.#restsUntil = this.#options.now() + REST_MS
    if (this.#isTold) return
    this.#isTold = true
    const why = systemWords(error) ?? (error as NodeJS.ErrnoException).code ?? String(error)
    this.#options.warn(
      `Recording has stopped: cannot write below ${this.#options.directory}: ${why} (traffic goes on; recording is tried again every ${REST_MS / 1000} s)`,
    )
  }

  #goesOn(): void {
    if (!this.#isTold) return
    this.#isTold = false
    this.#options.warn(`Recording goes on; ${this.#counts.failed} recordings were lost`)
  }
}
