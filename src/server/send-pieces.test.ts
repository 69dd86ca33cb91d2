import { afterEach, expect, it } from 'vitest'
import { FakeFiles, fakeServe } from '../../test/support/fake-sandboxes.ts'
import { ask, dial, readAll, readUntil } from '../../test/support/sockets.ts'
import { listed } from '../control/endpoint.ts'
import type { HttpResponse, Pieces } from '../http/message.ts'
import { type JournalEntry, makeJournal } from '../sandbox/journal/journal.ts'
import { ToolError } from '../support/errors.ts'
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

/** Six pieces of 3 MiB, made when they are asked for. */
class LongAnswer {
  made = 0
  readonly holding = new Set<object>()

  readonly serve: NonNullable<Parameters<typeof startSandboxListener>[0]['serve']> = (request, live, arrived) => ({
    ...fakeServe(request, live, arrived),
    response: this.#answer(request.path),
  })

  #answer(path: string): HttpResponse {
    const long = { status: 200, fields: ['Content-Type', 'text/plain'], body: '', pieces: this.#pieces(path) }
    if (path === '/listed') return listed('items', ITEMS, () => '"more":false')
    return path === '/late' ? { ...long, wire: [{ effect: 'wait', ms: 600_000 }] } : long
  }

  #pieces(path: string): Pieces {
    const own = {}
    return {
      at: (index) => {
        if (path === '/outlived' && index === 1) throw new ToolError('unavailable', 'too slow')
        if (path === '/broken') throw new Error('it cannot be read')
        if (index >= COUNT) return undefined
        this.made++
        return String(index).repeat(3 * MIB)
      },
      weigh: (index) => (index < COUNT ? 3 * MIB : 0),
      forget() {},
      hold: () => {
        this.holding.add(own)
        if (path === '/half') throw new Error('too many readers')
      },
      release: () => this.holding.delete(own),
    }
  }
}

const COUNT = 6
const ITEMS = [1, 2, 3].map((digit) => JSON.stringify(String(digit).repeat(6 * MIB)))
const whole = Array.from({ length: COUNT }, (_, i) => String(i).repeat(3 * MIB)).join('')

async function startLong() {
  const long = new LongAnswer()
  const journal = makeJournal(1024, '')
  const listener = await startSandboxListener({
    host: '127.0.0.1',
    port: 0,
    files: new FakeFiles('pay'),
    makeJournal: () => journal,
    log() {},
    serve: long.serve,
    budgets: { answers: 16 * MIB },
  })
  started.push(listener)
  return { long, listener }
}

it('holds few pieces of many long answers whose clients do not read, and answers who does', async () => {
  const { long, listener } = await startLong()
  const sockets = await Promise.all(Array.from({ length: 8 }, () => dial(listener.port)))
  for (const socket of sockets) {
    socket.pause()
    socket.write('GET /pay/long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  }
  expect((await ask(`${listener.url}/pay/long`)).text).toBe(whole)
  expect(await held(listener.url, 'answers')).toBeLessThan(16 * MIB)
  const [first] = sockets
  if (first === undefined) throw new Error('no socket')
  const all = readAll(first)
  first.resume()
  const text = await all
  expect(text.slice(text.indexOf('\r\n\r\n') + 2).replace(/\r\n[0-9a-f]+\r\n/g, '')).toContain(whole)
  expect(long.made).toBeGreaterThan(2 * COUNT)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => long.holding.size).toBe(0)
})

it('makes nothing of a long answer to HEAD', async () => {
  const { long, listener } = await startLong()
  const { status, text } = await ask(`${listener.url}/pay/long`, { method: 'HEAD' })
  expect([status, text, long.made, long.holding.size]).toEqual([200, '', 0, 0])
})

it('writes a list of large items whole to a client that stalls while others wait for room', async () => {
  const { listener } = await startLong()
  const get = (path: string) => `GET /pay/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
  await using slow = await dial(listener.port)
  slow.pause()
  slow.write(get('listed'))
  const sockets = await Promise.all(Array.from({ length: 8 }, () => dial(listener.port)))
  for (const socket of sockets) {
    socket.pause()
    socket.write(get('long'))
  }
  // There is room for it when those that stall have let go of what they hold.
  expect((await ask(`${listener.url}/pay/long`)).text).toBe(whole)
  const all = readAll(slow)
  slow.resume()
  const text = await all
  const body = text.slice(text.indexOf('\r\n\r\n') + 2).replace(/\r\n[0-9a-f]+\r\n/g, '')
  expect(body.trim() === `{"items":[${ITEMS.join(',')}],"more":false}`).toBe(true)
  for (const socket of sockets) socket.destroy()
})

it('lets go of pipelined answers with their connection, and of one that cannot be made at once', async () => {
  const { long, listener } = await startLong()
  const warnings: Error[] = []
  const warn = (warning: Error) => void warnings.push(warning)
  process.on('warning', warn)
  const get = (path: string) => `GET /pay/${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  await using client = await dial(listener.port)
  client.pause()
  client.write(get('long').repeat(12) + get('late'))
  await expect.poll(() => long.holding.size).toBe(13)
  client.destroy()
  await expect.poll(() => long.holding.size).toBe(0)
  await using other = await dial(listener.port)
  other.pause()
  other.write(get('long') + get('broken'))
  await expect.poll(() => long.made).toBeGreaterThan(1)
  await expect.poll(() => long.holding.size).toBe(1)
  process.removeListener('warning', warn)
  expect(warnings).toEqual([])
})

it('cuts off a list whose records are kept no longer, which is no internal error', async () => {
  const { long, listener } = await startLong()
  await using client = await dial(listener.port)
  const all = readAll(client)
  client.write('GET /pay/outlived HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const text = await all
  expect([text.startsWith('HTTP/1.1 200 OK'), text.endsWith('\r\n0\r\n\r\n'), long.holding.size]).toEqual([
    true,
    false,
    0,
  ])
  expect((await ask(`${listener.url}/_tool/metrics`)).text).toMatch(/^tool_internal_errors_total 0$/m)
})

it('holds nothing of a list of which it cannot hold all', async () => {
  const { long, listener } = await startLong()
  expect((await ask(`${listener.url}/pay/half`)).status).toBe(500)
  expect(long.holding.size).toBe(0)
})
