import { Buffer } from 'node:buffer'
import {
  appendFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import type { Recording } from '../traffic/recording.ts'
import { readRecordings, type SkippedLine, skippedText } from './read-recordings.ts'
import { listSegments } from './recording-segments.ts'
import { openRecordings, type Recordings, type RecordingsOptions } from './recordings.ts'
import { readOrMakeSalt } from './salt.ts'

const AT = Date.UTC(2026, 4, 17)
const nothing = { fields: [], media: null, body: null, length: 0, truncated: false }

function recording(n: number, more: Partial<Recording> = {}): Recording {
  return {
    v: 1,
    id: `rec_${n.toString(16).padStart(16, '0')}`,
    upstream: 'pay',
    at: new Date(AT + n).toISOString(),
    duration_ms: 1,
    method: 'GET',
    path: `/v1/charges/${n}`,
    query: [],
    status: 200,
    ending: 'complete',
    request: nothing,
    response: nothing,
    ...more,
  }
}

function open(directory: string, more: Partial<RecordingsOptions> = {}): Recordings {
  return openRecordings({ directory, retention: {}, now: () => AT, warn: () => {}, ...more })
}

async function readAll(directory: string): Promise<{ ids: number[]; skipped: SkippedLine[] }> {
  const skipped: SkippedLine[] = []
  const ids: number[] = []
  for await (const { id } of readRecordings(directory, { skipped: (line) => skipped.push(line) }))
    ids.push(Number.parseInt(id.slice(4), 16))
  return { ids, skipped }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

describe('recordings', () => {
  it('are read back as they were written, in private files, upstream by upstream', async () => {
    using temp = tempDirectory()
    const files = open(temp.path)
    for (const n of upTo(20)) files.append(recording(n, { upstream: n % 2 === 0 ? 'pay' : 'mail' }))
    files.flush()
    expect(files.counts).toEqual({ written: 20, failed: 0 })
    files.close()
    const own: Recording[] = []
    for await (const one of readRecordings(temp.path, { upstream: 'mail', since: AT + 10 })) own.push(one)
    expect(own).toEqual([11, 13, 15, 17, 19].map((n) => recording(n, { upstream: 'mail' })))
    for (const { path } of listSegments(temp.path)) expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(temp.path, 'pay')).mode & 0o777).toBe(0o700)
  })

  it('wait in memory until they are flushed, and are written at once where they are many', () => {
    using temp = tempDirectory()
    const files = open(temp.path)
    files.append(recording(1))
    expect(listSegments(temp.path)).toEqual([])
    for (const n of upTo(40)) files.append(recording(n, { path: '/'.padEnd(30_000, 'a') }))
    expect(files.counts.written).toBeGreaterThan(30)
    files.close()
    expect(files.counts.written).toBe(41)
  })

  it('begin a new segment at the bound, and after a start', async () => {
    using temp = tempDirectory()
    const line = Buffer.byteLength(JSON.stringify(recording(10))) + 1
    const files = open(temp.path, { segmentBytes: line * 3 })
    for (const n of upTo(10)) {
      files.append(recording(n + 10))
      files.flush()
    }
    files.close()
    expect(listSegments(temp.path).map(({ size }) => size / line)).toEqual([3, 3, 3, 1])
    const next = open(temp.path)
    next.append(recording(20))
    next.close()
    expect(listSegments(temp.path)).toHaveLength(5)
    expect((await readAll(temp.path)).ids.sort((a, b) => a - b)).toEqual(upTo(11).map((n) => n + 10))
  })

  it('let go of the oldest by age and by size, and of nothing else', () => {
    using temp = tempDirectory()
    const line = Buffer.byteLength(JSON.stringify(recording(10))) + 1
    let now = AT
    const make = () =>
      open(temp.path, { now: () => now, segmentBytes: line * 2, retention: { ageMs: 10_000_000, bytes: line * 8 } })
    const files = make()
    mkdirSync(join(temp.path, 'pay'), { mode: 0o700 })
    const foreign = ['notes.txt', '20260517T000000000Z.ndjson', '20200517T000000000Z-000000.ndjson']
    for (const name of foreign.slice(0, 2)) writeFileSync(join(temp.path, 'pay', name), 'x'.repeat(5_000))
    mkdirSync(join(temp.path, 'pay', foreign[2] ?? ''))
    symlinkSync(join(temp.path, 'pay', 'notes.txt'), join(temp.path, 'pay', '20200517T000000001Z-000000.ndjson'))
    for (const n of upTo(40)) {
      files.append(recording(n + 10))
      files.flush()
    }
    files.close()
    const total = listSegments(temp.path).reduce((sum, { size }) => sum + size, 0)
    expect(total).toBeLessThanOrEqual(line * 10)
    expect(total).toBeGreaterThanOrEqual(line * 6)
    expect(listSegments(temp.path).every(({ path }) => readFileSync(path, 'utf8').split('\n').length === 3)).toBe(true)
    for (const { path } of listSegments(temp.path)) utimesSync(path, AT / 1000, AT / 1000)
    now = AT + 20_000_000
    const later = make()
    later.flush()
    later.close()
    expect(listSegments(temp.path)).toEqual([])
    for (const name of foreign) expect(readdirSync(join(temp.path, 'pay'))).toContain(name)
  })

  it('are passed over where they are torn, too long or damaged, which is told', async () => {
    using temp = tempDirectory()
    const files = open(temp.path)
    for (const n of upTo(3)) files.append(recording(n))
    files.close()
    const [segment] = listSegments(temp.path)
    const path = segment?.path ?? ''
    const good = readFileSync(path, 'utf8').trimEnd().split('\n')
    writeFileSync(
      path,
      `${good[0]}\n{"v":1}\n${'x'.repeat(9 * 1024 * 1024)}\n${good[1]}\n\u0000\u0000\n${good[2]?.slice(0, 40)}`,
    )
    const { ids, skipped } = await readAll(temp.path)
    expect(ids).toEqual([0, 1])
    expect(skipped.map(({ line, why }) => [line, why])).toEqual([
      [2, 'damaged'],
      [3, 'long'],
      [5, 'damaged'],
      [6, 'torn'],
    ])
    expect(skippedText(skipped[3] as SkippedLine)).toBe(
      `Skipped line 6 of ${path}: it is cut off (the process that wrote it was killed)`,
    )
  })

  it('of a line that is too long are not written', () => {
    using temp = tempDirectory()
    const files = open(temp.path)
    files.append(recording(1, { path: '/'.padEnd(9_000_000, 'a') }))
    files.close()
    expect(files.counts).toEqual({ written: 0, failed: 1 })
  })

  it('stop on a full disk, say so once, leave nothing torn and go on when there is room', async () => {
    using temp = tempDirectory()
    const warnings: string[] = []
    let [now, room] = [AT, 1_000]
    const write = (file: number, bytes: Uint8Array): number => {
      if (room === 0) throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
      const some = bytes.subarray(0, room)
      room -= some.length
      return writeSync(file, some)
    }
    const calls = { open: (path: string) => openForAppend(path), write, sync: () => {} }
    const files = open(temp.path, { now: () => now, warn: (line) => warnings.push(line), calls })
    for (const n of upTo(30)) {
      files.append(recording(n))
      files.flush()
      now += 10
    }
    expect(warnings).toEqual([
      `Recording has stopped: cannot write below ${temp.path}: the disk is full (traffic goes on; recording is tried again every 5 s)`,
    ])
    const { written, failed } = files.counts
    expect(written + failed).toBe(30)
    expect(written).toBeGreaterThan(0)
    room = 1_000_000
    now += 10_000
    for (const n of [100, 101]) {
      files.append(recording(n))
      files.flush()
    }
    files.close()
    expect(warnings[1]).toBe(`Recording goes on; ${failed} recordings were lost`)
    expect(await readAll(temp.path)).toEqual({ ids: [...upTo(written), 100, 101], skipped: [] })
  })

  it('are read as far as they are whole, whatever is done to the file', async () => {
    using temp = tempDirectory()
    const files = open(temp.path)
    for (const n of upTo(8)) files.append(recording(n, { path: '/é"\\n' }))
    files.close()
    const path = listSegments(temp.path)[0]?.path ?? ''
    const whole = readFileSync(path)
    const damage = fc.record({
      cut: fc.nat(whole.length),
      flips: fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 }),
      tail: fc.uint8Array({ maxLength: 20 }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ cut, flips, tail }) => {
        const bytes = Buffer.from(whole)
        for (const [at, value] of flips) bytes[at] = value
        writeFileSync(path, Buffer.concat([bytes.subarray(0, cut), tail]))
        const { ids, skipped } = await readAll(temp.path)
        const spoiled = flips.length + tail.filter((byte) => byte === 0x0a).length + 1
        const lines = bytes.subarray(0, cut).filter((byte) => byte === 0x0a).length
        expect(ids.length).toBeGreaterThanOrEqual(Math.min(8, lines) - 2 * flips.length - 1)
        expect(skipped.length).toBeLessThanOrEqual(2 * spoiled)
      }),
      { numRuns: 200 },
    )
  })
})

function openForAppend(path: string): number {
  appendFileSync(path, '', { mode: 0o600 })
  return openSync(path, 'a')
}

describe('readOrMakeSalt', () => {
  it('makes it once, for its owner only', () => {
    using temp = tempDirectory()
    const path = join(temp.path, 'agent', 'salt')
    const salt = readOrMakeSalt(path)
    expect(salt).toHaveLength(32)
    expect(Buffer.from(readOrMakeSalt(path))).toEqual(Buffer.from(salt))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(temp.path, 'agent'))).toEqual(['salt'])
  })

  it('refuses what is none in words', () => {
    using temp = tempDirectory()
    const path = join(temp.path, 'salt')
    writeFileSync(path, 'short')
    expect(() => readOrMakeSalt(path)).toThrow(`Cannot use ${path}: it has 5 bytes instead of 32`)
    expect(readFileSync(path, 'utf8')).toBe('short')
  })
})
