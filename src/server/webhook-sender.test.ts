import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import type { Dispatch } from '../sandbox/webhooks/delivery.ts'
import { DeliveryBook } from '../sandbox/webhooks/delivery-book.ts'
import { Budget } from '../support/budget.ts'
import { Slots } from '../support/slots.ts'
import { type AttemptRoom, attemptRoom, realTimers, WebhookSender } from './webhook-sender.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Answers below `/answers`, begins to below `/begins`, and nowhere else. */
async function receiver(): Promise<{ readonly port: number; readonly asked: string[] }> {
  const asked: string[] = []
  const server: Server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url.startsWith('/begins')) response.on('close', () => asked.push(`${url} closed`)).write('…')
    if (url.startsWith('/answers')) response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, done))
  cleanups.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, asked }
}

/** Sends what has been kept of one sandbox. */
function sandbox(room: AttemptRoom, timeoutMs: number) {
  const book = new DeliveryBook(new Budget(1024 ** 2))
  const sender = new WebhookSender({
    book,
    room,
    timeoutMs,
    // What failed is tried again at once.
    timers: { now: realTimers.now, after: (_, then) => realTimers.after(1, then) },
    seed: () => '5eed',
    allowed: [],
    userAgent: 'tool',
    seal: ({ target: { url }, body }) => ({ url, body, headers: [], signature: '' }),
    ended() {},
    gone() {},
  })
  // What hangs is cut off by its receiver first.
  cleanups.unshift(() => sender.stop())
  return {
    book,
    send(url: string): number {
      const seq = book.seq + 1
      const id = `evt_${seq}`
      const dispatch: Dispatch = {
        ...{ seq, id, event: 'made', body: '{}', happened: 0, at: 0, faults: [] },
        target: { url, method: 'POST', by: 'sink' },
      }
      const listed = { ...{ id, event: 'made', seq, target: url, attempts: 0, at: 0, duration_ms: null }, weight: 1 }
      const open = { ...{ response_status: null, error: '', signature: '', faults: [] }, payload: () => '{}' }
      book.begin({ ...listed, ...open, status: 'pending' })
      sender.send([dispatch])
      return seq
    },
  }
}

function eventually<T>(look: () => T) {
  return expect.poll(look, { timeout: 20_000 })
}

it('delivers to whoever answers while a thousand targets hang, of the same sandbox and of others', async () => {
  const { port } = await receiver()
  const room = attemptRoom()
  const [bad, good] = [sandbox(room, 60_000), sandbox(room, 60_000)]
  for (let i = 0; i < 1_000; i++) bad.send(`http://127.0.${1 + (i >> 7)}.${1 + (i & 127)}:${port}/hangs`)
  const [same, other] = [bad, good].map((one) => one.send(`http://127.0.0.1:${port}/answers`))
  await eventually(() => bad.book.get(same ?? 0)?.status).toBe('delivered')
  await eventually(() => good.book.get(other ?? 0)?.status).toBe('delivered')
  expect(bad.book.counters).toMatchObject({ delivered: 1, failed: 0 })
})

it('counts no attempt, and fails nothing, while a delivery waits for its turn', async () => {
  const { port, asked } = await receiver()
  const room = { usual: new Slots(1), slow: new Slots(1) }
  const [first, second] = [sandbox(room, 500), sandbox(room, 500)]
  const hangs = first.send(`http://127.0.0.1:${port}/hangs`)
  await eventually(() => asked.length).toBe(1)
  const waits = second.send(`http://127.0.0.1:${port}/answers`)
  expect(second.book.get(waits)).toMatchObject({ status: 'pending', attempts: 0 })
  await eventually(() => second.book.get(waits)?.status).toBe('delivered')
  expect(second.book.get(waits)).toMatchObject({ attempts: 1, error: '' })
  expect(first.book.get(hangs)).toMatchObject({ error: 'no answer within 0.5 s' })
})

it('makes room for others where a target takes long: it is tried again among its like', async () => {
  const { port, asked } = await receiver()
  const slow = new Slots(1)
  const room = { usual: new Slots(1), slow }
  // Nobody of them gets in any more.
  await slow.take({ by: 'another', on: 'elsewhere' })
  const { book, send } = sandbox(room, 1_100)
  const hangs = send(`http://127.0.0.1:${port}/hangs`)
  await eventually(() => book.get(hangs)?.attempts).toBe(1)
  const answers = send(`http://127.0.0.1:${port}/answers`)
  await eventually(() => book.get(answers)?.status).toBe('delivered')
  expect(book.get(hangs)).toMatchObject({ status: 'pending', attempts: 1 })
  expect(asked).toEqual(['/hangs', '/answers'])
})

it('makes room for others once nothing more of an answer comes', async () => {
  const { port, asked } = await receiver()
  const room = { usual: new Slots(1), slow: new Slots(1) }
  const [first, second] = [sandbox(room, 60_000), sandbox(room, 60_000)]
  const begins = first.send(`http://127.0.0.1:${port}/begins`)
  await eventually(() => first.book.get(begins)?.status).toBe('delivered')
  second.send(`http://127.0.0.1:${port}/answers`)
  await eventually(() => asked).toEqual(['/begins', '/begins closed', '/answers'])
})

it('goes on to the same target where there is room, whatever is left of its last answer', async () => {
  const { port, asked } = await receiver()
  const { send } = sandbox(attemptRoom(), 60_000)
  for (let i = 0; i < 3; i++) send(`http://127.0.0.1:${port}/begins`)
  await eventually(() => asked.length).toBe(6)
  expect(asked.slice(0, 3)).toEqual(['/begins', '/begins', '/begins'])
})
