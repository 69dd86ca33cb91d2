/** Recordings read back, one after another: whatever is damaged is passed over and told. */
import { Buffer } from 'node:buffer'
import { closeSync, readSync } from 'node:fs'
import { readJson } from '../support/exact-json.ts'
import { field } from '../support/json.ts'
import type { Recording } from '../traffic/recording.ts'
import { listSegments, type SegmentFile } from './recording-segments.ts'
import { LONGEST_LINE } from './recordings.ts'
import { openRegularFile } from './regular-file.ts'

export interface SkippedLine {
  readonly path: string
  /** From 1. */
  readonly line: number
  /** `torn`: the file ends in it, as when the process was killed; `long`: over 8 MiB; `unreadable`: the file cannot be read on. */
  readonly why: 'torn' | 'long' | 'damaged' | 'unreadable'
}

export interface ReadingOptions {
  /** All upstreams where absent. */
  readonly upstream?: string
  /** Milliseconds since the epoch; recordings before are left out. */
  readonly since?: number
  readonly skipped?: (line: SkippedLine) => void
}

const CHUNK = 256 * 1024
const LINE_FEED = 0x0a
/** Characters that are read before others get their turn. */
const MOST_AT_ONCE = 128 * 1024

/** In the order in which segments began. Holds one line in memory at a time. */
export async function* readRecordings(directory: string, options: ReadingOptions = {}): AsyncGenerator<Recording> {
  const { since = Number.NEGATIVE_INFINITY } = options
  for (const segment of listSegments(directory, options.upstream)) {
    if (segment.changed < since) continue
    for await (const recording of readSegment(segment, options)) if (Date.parse(recording.at) >= since) yield recording
  }
}

/** A line in words, for who reads it. */
export function skippedText({ path, line, why }: SkippedLine): string {
  const reason = {
    torn: 'it is cut off (the process that wrote it was killed)',
    long: 'it is longer than 8 MiB',
    damaged: 'it is not a recording',
    unreadable: 'the file cannot be read on',
  }[why]
  return `Skipped line ${line} of ${path}: ${reason}`
}

async function* readSegment(segment: SegmentFile, { skipped }: ReadingOptions): AsyncGenerator<Recording> {
  const { path } = segment
  let line = 0
  let read = 0
  for (const { text, why } of linesOf(path)) {
    line++
    read += text?.length ?? 0
    const recording = text === undefined ? undefined : recordingIn(text, segment.upstream)
    if (recording !== undefined) yield recording
    else if (why !== undefined || text !== '') skipped?.({ path, line, why: why ?? 'damaged' })
    // Long files leave room for others.
    if (read < MOST_AT_ONCE && line % 64 !== 0) continue
    read = 0
    await new Promise(setImmediate)
  }
}

interface Line {
  readonly text?: string
  readonly why?: 'torn' | 'long' | 'unreadable'
}

function* linesOf(path: string): Generator<Line> {
  let file: number
  try {
    file = openRegularFile(path)
  } catch {
    // Retention has removed it, or nobody may read it.
    yield { why: 'unreadable' }
    return
  }
  try {
    yield* linesIn(file)
  } catch {
    yield { why: 'unreadable' }
  } finally {
    closeSync(file)
  }
}

function* linesIn(file: number): Generator<Line> {
  const chunk = Buffer.allocUnsafe(CHUNK)
  let pieces: Buffer[] = []
  let size = 0
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED, 0); end >= 0 && end < read; end = chunk.indexOf(LINE_FEED, from)) {
      size += end - from
      if (size <= LONGEST_LINE) pieces.push(Buffer.from(chunk.subarray(from, end)))
      yield size <= LONGEST_LINE ? { text: Buffer.concat(pieces).toString('utf8') } : { why: 'long' }
      pieces = []
      size = 0
      from = end + 1
    }
    size += read - from
    if (size <= LONGEST_LINE) pieces.push(Buffer.from(chunk.subarray(from, read)))
    else pieces = []
  }
  if (size > 0) yield { why: 'torn' }
}

/** The recording that a line says; undefined where it says none, or one of another upstream. */
function recordingIn(line: string, upstream: string): Recording | undefined {
  let value: unknown
  try {
    value = readJson(line)
  } catch {
    return undefined
  }
  return isRecording(value) && value.upstream === upstream ? value : undefined
}

function isRecording(value: unknown): value is Recording {
  const texts = ['id', 'upstream', 'at', 'method', 'path', 'ending'].every(
    (name) => typeof field(value, name) === 'string',
  )
  return (
    texts &&
    field(value, 'v') === 1 &&
    typeof field(value, 'status') === 'number' &&
    !Number.isNaN(Date.parse(String(field(value, 'at')))) &&
    arePairs(field(value, 'query')) &&
    isMessage(field(value, 'request')) &&
    isMessage(field(value, 'response'))
  )
}

function isMessage(value: unknown): boolean {
  const media = field(value, 'media')
  return (
    arePairs(field(value, 'fields')) &&
    (media === null || typeof media === 'string') &&
    typeof field(value, 'length') === 'number'
  )
}

function arePairs(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string'))
  )
}
