import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, expect, it } from 'vitest'
import { bundled } from '../../../test/support/bundle.ts'
import { type TempDirectory, tempDirectory } from '../../../test/support/temp-directory.ts'
import type { RecordOptions } from '../../agent/upstream.ts'
import { dataDirectory } from '../../stores/data-directory.ts'
import { readRecordings, type SkippedLine } from '../../stores/read-recordings.ts'
import { listSegments } from '../../stores/recording-segments.ts'
import { exchange, message, planted, SECRETS, spellings } from '../../traffic/canaries.fixture.ts'
import type { Recording } from '../../traffic/recording.ts'
import { type Observer, type ObserverOptions, startObserver } from './observer.ts'
import { usualUpstream } from './upstream.fixture.ts'

const build = tempDirectory()
const entry = bundled('src/server/observer/worker.fixture.ts', build.path)
const open: { observer: Observer; temp: TempDirectory }[] = []
afterEach(async () => {
  for (const { observer, temp } of open.splice(0)) {
    await observer.stop(200)
    temp[Symbol.dispose]()
  }
})
afterAll(() => build[Symbol.dispose]())

function start(more: Partial<ObserverOptions> & { readonly record?: Partial<RecordOptions> } = {}) {
  const temp = tempDirectory()
  const warnings: string[] = []
  const upstream = { ...usualUpstream, record: { ...usualUpstream.record, ...more.record } }
  const observer = startObserver({
    dataDirectory: temp.path,
    entry,
    retention: {},
    upstreams: [{ upstream }],
    warn: (line) => warnings.push(line),
    ...more,
  })
  open.push({ observer, temp })
  return { observer, warnings, directory: dataDirectory(temp.path).recordings }
}

async function recordings(directory: string, skipped: SkippedLine[] = []): Promise<readonly Recording[]> {
  const all: Recording[] = []
  for await (const one of readRecordings(directory, { skipped: (line) => skipped.push(line) })) all.push(one)
  return all
}

/** Waits for what an observer tells by its counts. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

it('writes what was offered, redacted, and tells what it counted', async () => {
  const { observer, directory } = start()
  const body = '{"id":"cus_NffrFeUfNV2Hib","status":"active"}'
  for (let i = 0; i < 300; i++)
    observer.offer(exchange({ target: `/v1/charges?limit=${i}`, response: message('application/json', body) }))
  observer.offer(exchange({ target: '/find' }))
  expect(await observer.drain(10_000)).toBe(true)
  const all = await recordings(directory)
  expect(all.slice(0, 300).map(({ query }) => query[0]?.[1])).toEqual(Array.from({ length: 300 }, (_, i) => String(i)))
  expect(all[0]?.response).toMatchObject({ body: { status: 'active' }, length: body.length, truncated: false })
  expect(all[300]?.findings).toEqual(['fp_000000000001'])
  expect(new Set(all.map(({ id }) => id)).size).toBe(301)
  expect(observer.counts).toEqual({
    observed: 301,
    written: 301,
    failed: 0,
    sampledOut: 0,
    excluded: 0,
    panics: 0,
    dropped: 0,
    queued: 0,
  })
  expect(observer.summary).toEqual({ seen: 301 })
})

it('carries no secret from a request to the disk', async () => {
  const { observer, directory } = start({ mostWaiting: 10_000 })
  for (const canary of SECRETS) for (const { exchange: one } of planted(canary)) observer.offer(one)
  expect(await observer.drain(30_000)).toBe(true)
  const text = listSegments(directory)
    .map(({ path }) => readFileSync(path, 'utf8'))
    .join('')
  expect(text.length).toBeGreaterThan(100_000)
  // Shorter ones stand in stand-ins by chance.
  const long = SECRETS.flatMap(spellings).filter(({ length }) => length > 8)
  expect(long.length).toBeGreaterThan(30)
  expect(long.filter((spelling) => text.includes(spelling))).toEqual([])
})

it('answers questions, and refuses in the words of the learner', async () => {
  const { observer } = start()
  expect(await observer.ask({ report: true })).toEqual({ question: { report: true }, seen: 0 })
  await expect(observer.ask('refuse')).rejects.toMatchObject({ code: 'not-found', message: 'No such fingerprint' })
})

it('samples by the id, keeps what must be kept, and leaves out what is excluded', async () => {
  const { observer, directory } = start({ record: { sample: 0.25, exclude: ['/health/**', '/v1/*/secret'] } })
  for (let i = 0; i < 400; i++) observer.offer(exchange({ target: '/v1/charges' }))
  for (let i = 0; i < 20; i++) observer.offer(exchange({ target: '/v1/orders', status: 500 }))
  for (const target of ['/health/a/b', '/v1/charges/secret']) observer.offer(exchange({ target, status: 500 }))
  expect(await observer.drain(10_000)).toBe(true)
  const { sampledOut, excluded, written } = observer.counts
  expect([excluded, sampledOut + written]).toEqual([2, 420])
  expect(sampledOut).toBeGreaterThan(250)
  expect(sampledOut).toBeLessThan(350)
  expect((await recordings(directory)).filter(({ status }) => status === 500)).toHaveLength(20)
})

it('follows the upstreams that it is given', async () => {
  const { observer, directory } = start({ upstreams: [] })
  observer.offer(exchange({ target: '/v1/a' }))
  await observer.drain(10_000)
  observer.upstreams([{ upstream: usualUpstream, templates: ['/zorblax/{id}'] }])
  observer.offer(exchange({ target: '/zorblax/gruntle' }))
  expect(await observer.drain(10_000)).toBe(true)
  expect((await recordings(directory)).map(({ path }) => path.split('/')[1])).toEqual(['zorblax'])
})

it('counts an exchange that the learner throws at, and goes on', async () => {
  const { observer, warnings } = start()
  for (const target of ['/v1/a', '/throw', '/v1/b']) observer.offer(exchange({ target }))
  expect(await observer.drain(10_000)).toBe(true)
  expect(observer.counts).toMatchObject({ written: 2, panics: 1, dropped: 0 })
  expect(warnings).toEqual([])
})

it('starts the worker again when it dies, and loses only what was with it', async () => {
  const { observer, warnings } = start()
  observer.offer(exchange({ target: '/v1/before' }))
  expect(await observer.drain(10_000)).toBe(true)
  observer.offer(exchange({ target: '/die' }))
  await until(() => observer.counts.panics === 1)
  observer.offer(exchange({ target: '/v1/after' }))
  await until(() => observer.counts.queued === 0)
  expect(await observer.drain(10_000)).toBe(true)
  expect(observer.counts).toMatchObject({ written: 2, panics: 1 })
  expect(warnings).toEqual(['The observer failed and is restarting: it ended (traffic is not affected)'])
})

it('drops and counts what a stalled worker leaves no room for, then replaces the worker', async () => {
  const { observer } = start({ mostWaiting: 200, stallMs: 300 })
  observer.offer(exchange({ target: '/stall' }))
  await new Promise(setImmediate)
  const question = observer.ask('late', 100)
  for (let i = 0; i < 500; i++) observer.offer(exchange({ target: '/v1/a' }))
  expect(observer.counts).toMatchObject({ queued: 200, dropped: 301 })
  await expect(question).rejects.toThrow(/^Cannot ask the observer: /)
  await until(() => observer.counts.panics === 1)
  expect(await observer.drain(10_000)).toBe(true)
  expect(observer.counts.written + observer.counts.dropped).toBe(501)
})

it('takes all that is fed, at the speed of the worker', async () => {
  const { observer } = start({ mostWaiting: 20 })
  for (let i = 0; i < 500; i++) await observer.feed(exchange({ target: '/v1/a' }))
  expect(await observer.drain(10_000)).toBe(true)
  expect(observer.counts).toMatchObject({ written: 500, dropped: 0 })
  await observer.stop()
  await expect(observer.feed(exchange({}))).rejects.toThrow('Cannot ask the observer: it has stopped')
})

it('bounds what waits by bytes, too', () => {
  const { observer } = start({ mostBytes: 1_000_000 })
  const big = exchange({ response: message('application/json', Buffer.alloc(300_000, 0x20)) })
  for (let i = 0; i < 5; i++) observer.offer(big)
  expect(observer.counts).toMatchObject({ queued: 3, dropped: 2 })
})

it('stops within its time and drops what comes after', async () => {
  const { observer, directory } = start()
  for (let i = 0; i < 100; i++) observer.offer(exchange({ target: '/v1/a' }))
  await observer.stop(10_000)
  observer.offer(exchange({}))
  expect(await recordings(directory)).toHaveLength(100)
  expect(observer.counts).toMatchObject({ written: 100, dropped: 1, queued: 0 })
})

it('refuses a salt that is none when it starts', () => {
  using temp = tempDirectory()
  writeFileSync(join(temp.path, 'salt'), '')
  const path = join(temp.path, 'agent')
  writeFileSync(path, 'a file')
  expect(() =>
    startObserver({ dataDirectory: temp.path, entry, retention: {}, upstreams: [], warn: () => {} }),
  ).toThrow(/^Cannot use .*salt/)
})

it('loses at most the last second to a kill, and leaves nothing damaged', async () => {
  using temp = tempDirectory()
  using program = tempDirectory()
  const child = spawn(process.execPath, [
    bundled('src/server/observer/kill.fixture.ts', program.path),
    temp.path,
    entry,
  ])
  const told: { offered: number; at: number }[] = []
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    told.push(JSON.parse(line))
    if ((told.at(-1)?.offered ?? 0) >= 1_500) break
  }
  child.kill('SIGKILL')
  const killedAt = Date.now()
  await once(child, 'exit')
  const skipped: SkippedLine[] = []
  const found = await recordings(dataDirectory(temp.path).recordings, skipped)
  expect(skipped.filter(({ why }) => why !== 'torn')).toEqual([])
  const limits = found.map(({ response }) => (response.body as { limit: number }).limit)
  expect(limits).toEqual(limits.map((_, i) => i + 1))
  const safe = told.filter(({ at }) => at < killedAt - 1_000).at(-1)?.offered ?? 0
  expect(safe).toBeGreaterThan(100)
  expect(found.length).toBeGreaterThanOrEqual(safe)
})
