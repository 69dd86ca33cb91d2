import { afterEach, expect, it } from 'vitest'
import { FakeFiles, fakeServe } from '../../test/support/fake-sandboxes.ts'
import { ask, dial, readUntil } from '../../test/support/sockets.ts'
import { type JournalEntry, makeJournal } from '../sandbox/journal/journal.ts'
import type { BudgetLimits } from './budgets.ts'
import { startSandboxListener } from './sandbox-listener.ts'

const started: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const listener of started.splice(0)) await listener.stop()
})

const MIB = 1024 * 1024
const PATH = '/_tool/sandboxes/pay/requests?limit=999999999'

function entry(i: number): JournalEntry {
  const told = { method: 'POST', path: '/a', template: null, status: 404, headers: {}, operation: null }
  const rest = { at_ms: 1, duration_ms: 1, violations: [], rule: null, faults: [], query: {} }
  return { ...told, ...rest, seq: 0, body: { i, text: 'x'.repeat(10_000) }, scope: i % 2 ? `s${i}` : null }
}

async function start(entries: number, budgets: Partial<BudgetLimits> = {}) {
  const journal = makeJournal(1024, '')
  const listener = await startSandboxListener({
    host: '127.0.0.1',
    port: 0,
    files: new FakeFiles('pay'),
    makeJournal: () => journal,
    log() {},
    serve: fakeServe,
    budgets,
  })
  started.push(listener)
  for (let i = 0; i < entries; i++) journal.append(entry(i))
  return { listener, journal }
}

async function held(url: string, of: string): Promise<number> {
  const { text } = await ask(`${url}/_tool/metrics`)
  return Number(new RegExp(`^tool_held_bytes\\{of="${of}"\\} (\\d+)$`, 'm').exec(text)?.[1])
}

it('writes a long list whole, and a short one with its length', async () => {
  const { listener, journal } = await start(600)
  const long = await ask(listener.url + PATH)
  const { requests, evicted } = long.json() as { requests: JournalEntry[]; evicted: number }
  expect(requests.map(({ seq, body }) => [seq, body])).toEqual(journal.last(9999).map(({ seq, body }) => [seq, body]))
  expect([requests.length, evicted, long.headers['x-tool-kept'], long.headers['transfer-encoding']]).toEqual([
    600,
    0,
    '600',
    'chunked',
  ])
  const short = await ask(`${listener.url}/_tool/sandboxes/pay/requests?limit=2`)
  expect(short.headers['content-length']).toBe(String(short.text.length))
  const head = await ask(listener.url + PATH, { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
})

it('makes no more of a list than its client takes, and leaves out what is gone by then', async () => {
  const { listener, journal } = await start(4000)
  await using socket = await dial(listener.port)
  socket.pause()
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await expect.poll(() => held(listener.url, 'answers')).toBe(192 * 1024)
  journal.reset()
  const all = readUntil(socket, '],"evicted":')
  socket.resume()
  const text = await all
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(text.length).toBeGreaterThan(64 * 1024)
  expect(text.length).toBeLessThan(20 * MIB)
  await expect.poll(() => held(listener.url, 'answers')).toBe(0)
})

it('closes who asks for many lists and reads none', async () => {
  const { listener } = await start(1000, { answers: MIB })
  await using greedy = await dial(listener.port)
  greedy.pause()
  const closed = new Promise((done) => greedy.once('close', done))
  greedy.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(20))
  greedy.resume()
  greedy.pause()
  await expect.poll(() => held(listener.url, 'answers')).toBeLessThan(MIB)
  greedy.resume()
  await closed
  expect((await ask(listener.url + PATH)).status).toBe(200)
})
