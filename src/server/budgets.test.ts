import { afterEach, expect, it } from 'vitest'
import { FakeFiles, fakeServe } from '../../test/support/fake-sandboxes.ts'
import { ask, dial, readAll, readUntil } from '../../test/support/sockets.ts'
import { json } from '../http/message.ts'
import { makeJournal } from '../sandbox/journal/journal.ts'
import { serve } from '../sandbox/serve.ts'
import { type BudgetLimits, usualBudgets } from './budgets.ts'
import { type SandboxListener, type SandboxListenerOptions, startSandboxListener } from './sandbox-listener.ts'

const started: SandboxListener[] = []
afterEach(async () => {
  for (const listener of started.splice(0)) await listener.stop()
})

const KIB = 1024
const MIB = 1024 * KIB

async function start(budgets: Partial<BudgetLimits>, more: Partial<SandboxListenerOptions> = {}) {
  const listener = await startSandboxListener({
    host: '127.0.0.1',
    port: 0,
    files: new FakeFiles('pay'),
    makeJournal: (budget) => makeJournal(1024, '', budget),
    log() {},
    serve: fakeServe,
    budgets,
    ...more,
  })
  started.push(listener)
  return listener
}

/** What the metrics say of a budget. */
async function told(url: string, of: keyof BudgetLimits) {
  const { text } = await ask(`${url}/_tool/metrics`)
  const value = (name: string) => Number(new RegExp(`^${name}\\{of="${of}"\\} (\\d+)$`, 'm').exec(text)?.[1])
  return {
    used: value('tool_held_bytes'),
    limit: value('tool_held_limit_bytes'),
    letGo: value('tool_held_let_go_total'),
  }
}

const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 30_000 })

/** A request whose body begins and does not go on. */
async function begin(port: number, bytes: number) {
  const socket = await dial(port)
  socket.write('POST /pay/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n')
  socket.write(Buffer.alloc(bytes))
  return socket
}

it('shows what is held and what may be', async () => {
  const { url } = await start({})
  for (const of of ['journals', 'bodies', 'answers', 'streams'] as const)
    expect(await told(url, of)).toEqual({ used: 0, limit: usualBudgets[of], letGo: 0 })
  expect(await told(url, 'copies')).toEqual({ used: 0, limit: usualBudgets.copies, letGo: Number.NaN })
})

it('refuses the body that has not gone on for longest where all bodies hold too much, and takes others', async () => {
  const { url, port } = await start({ bodies: 2560 * KIB }, { bodyLimit: MIB })
  await using first = await begin(port, 900 * KIB)
  await eventually(() => told(url, 'bodies')).toMatchObject({ used: expect.toSatisfy((n) => n >= 850 * KIB) })
  await using second = await begin(port, 900 * KIB)
  await eventually(() => told(url, 'bodies')).toMatchObject({ used: expect.toSatisfy((n) => n >= 1750 * KIB) })
  const refused = readUntil(first, '}')
  await using third = await begin(port, 900 * KIB)
  const answer = await refused
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toContain('Retry-After: 1\r\n')
  expect(answer).toContain('{"message":"The request bodies being received take all the memory')
  expect((await ask(`${url}/pay/echo`, { method: 'POST', body: 'small' })).status).toBe(200)
  for (const socket of [second, third]) {
    const whole = readUntil(socket, '"size":1000000')
    socket.write(Buffer.alloc(1_000_000 - 900 * KIB))
    expect(await whole).toMatch(/^HTTP\/1\.1 200 /)
  }
  expect(await told(url, 'bodies')).toEqual({ used: 0, limit: 2560 * KIB, letGo: 1 })
  const { requests } = (await ask(`${url}/_tool/sandboxes/pay/requests`)).json() as { requests: { status: number }[] }
  expect(requests.map(({ status }) => status)).toEqual([503, 200, 200, 200])
})

it('counts a body that comes byte by byte for what it takes', async () => {
  const { url, port } = await start({})
  await using socket = await dial(port)
  socket.write('POST /pay/echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
  socket.write('1\r\na\r\n'.repeat(8_000))
  const enough = { used: expect.toSatisfy((n) => n >= 7 * KIB && n < 140 * KIB) }
  await eventually(() => told(url, 'bodies')).toMatchObject(enough)
  const whole = readUntil(socket, '"size":8000')
  socket.write('0\r\n\r\n')
  expect(await whole).toMatch(/^HTTP\/1\.1 200 /)
  expect(await told(url, 'bodies')).toMatchObject({ used: 0, letGo: 0 })
})

it('refuses a body that comes in crumbs, and ends its connection', async () => {
  const { url, port } = await start({})
  await using socket = await dial(port)
  const all = readAll(socket)
  socket.write('POST /pay/echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
  socket.write('1\r\na\r\n'.repeat(8_193))
  expect(await all).toMatch(/^HTTP\/1\.1 413 .*"The request body comes in too many small pieces"/s)
  expect(await told(url, 'bodies')).toMatchObject({ used: 0, letGo: 0 })
})

it('closes connections that take no answers where they hold too much, and answers who reads', async () => {
  const large = json(200, 'x'.repeat(8 * MIB))
  const { url, port } = await start(
    { answers: 20 * MIB },
    { serve: (request, live, arrived) => ({ ...fakeServe(request, live, arrived), response: large }) },
  )
  const closed: number[] = []
  const sockets = []
  for (let i = 0; i < 6; i++) {
    const socket = await dial(port)
    socket.pause()
    socket.on('close', () => closed.push(i))
    sockets.push(socket)
    socket.write('GET /pay/large HTTP/1.1\r\nHost: localhost\r\n\r\n')
  }
  await eventually(() => told(url, 'answers')).toMatchObject({ letGo: 4 })
  expect((await told(url, 'answers')).used).toBeLessThanOrEqual(20 * MIB)
  expect((await ask(`${url}/pay/large`)).text.length).toBe(8 * MIB + 2)
  for (const socket of sockets) socket.destroy()
  await eventually(() => told(url, 'answers')).toMatchObject({ used: 0 })
})

it('answers no more of what a connection asks that was closed', async () => {
  const large = json(200, 'x'.repeat(8 * MIB))
  let answered = 0
  const { url, port } = await start(
    { answers: 20 * MIB },
    {
      serve: (request, live, arrived) => {
        answered += 1
        return { ...fakeServe(request, live, arrived), response: large }
      },
    },
  )
  await using socket = await dial(port)
  socket.pause()
  socket.write('GET /pay/large HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200))
  await eventually(() => told(url, 'answers')).toMatchObject({ used: 0, letGo: 1 })
  expect(answered).toBeLessThan(10)
})

it('refuses an answer that alone is larger than all may be', async () => {
  const { url } = await start(
    { answers: MIB },
    {
      serve: (request, live, arrived) => ({
        ...fakeServe(request, live, arrived),
        response: json(200, 'x'.repeat(2 * MIB)),
      }),
    },
  )
  const { status, headers, text } = await ask(`${url}/pay/large`)
  expect([status, headers['retry-after']]).toEqual([503, undefined])
  expect(text).toContain('The answer is larger than all the memory that answers may take')
})

it('closes event streams that are not read where they hold too much', async () => {
  const { url, port } = await start({ streams: MIB }, { serve })
  const follow = 'GET /_tool/sandboxes/pay/events HTTP/1.1\r\nHost: localhost\r\n\r\n'
  await using idle = await dial(port)
  idle.write(follow)
  await readUntil(idle, '\r\n\r\n')
  idle.pause()
  await using reader = await dial(port)
  reader.write(follow)
  const all = readAll(reader)
  const body = JSON.stringify(Array.from({ length: 7 }, () => 'x'.repeat(2000)))
  let asked = 0
  while ((await told(url, 'streams')).letGo === 0 && asked < 3000) {
    asked += 25
    await Promise.all(Array.from({ length: 25 }, () => ask(`${url}/pay/echo`, { method: 'POST', body })))
  }
  expect(await told(url, 'streams')).toMatchObject({ letGo: 1, used: expect.toSatisfy((n) => n <= MIB) })
  await ask(`${url}/pay/last`)
  await started.splice(0)[0]?.stop()
  expect(await all).toContain('"path":"/last"')
})

it('lets the oldest entries go where all journals hold too much, of those that hold most', async () => {
  const { url } = await start({ journals: 256 * KIB }, { serve })
  const fork = async () => (await ask(`${url}/_tool/sandboxes/pay/fork`, { method: 'POST' })).json() as { name: string }
  const forks = [await fork(), await fork()]
  await ask(`${url}/pay/first`)
  const body = `[${'{"":1},'.repeat(1000)}0]`
  for (let i = 0; i < 60; i++) await ask(`${url}/${forks[i % 2]?.name}/nothing`, { method: 'POST', body })
  expect(await told(url, 'journals')).toMatchObject({
    used: expect.toSatisfy((n) => n > 200 * KIB && n <= 256 * KIB),
    limit: 256 * KIB,
    letGo: expect.toSatisfy((n) => n > 30),
  })
  const kept = async (name = '') =>
    (await ask(`${url}/_tool/sandboxes/${name}/requests?limit=100`)).json() as {
      requests: { path: string; body: unknown }[]
      evicted: number
    }
  expect(await kept('pay')).toMatchObject({ requests: [{ path: '/first' }], evicted: 0 })
  for (const { name } of forks) {
    const { requests, evicted } = await kept(name)
    expect(requests.length + evicted).toBe(30)
    expect(requests.length).toBeGreaterThan(3)
    expect(JSON.stringify(requests.at(-1)?.body)).toBe(body)
  }
  for (const { name } of forks) await ask(`${url}/_tool/sandboxes/${name}/fork`, { method: 'DELETE' })
  expect((await told(url, 'journals')).used).toBeLessThan(2 * KIB)
})
