import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ask, dial, exchange, readAll, readUntil } from '../../test/support/sockets.ts'
import { type HttpRequest, json } from '../http/message.ts'
import { startAgentListener } from './agent-listener.ts'
import { rawUpstream, testAgent, upstreamAt } from './proxy/wire.fixture.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** What the agent would answer of its own. */
const control = ({ method, path, search, body }: HttpRequest, { trusted }: { trusted: boolean }) =>
  path === '/nothing' ? undefined : json(200, { method, path, search, trusted, body: Buffer.from(body).toString() })

async function agentBefore(port: number, more: Parameters<typeof testAgent>[1] = {}) {
  return testAgent([upstreamAt(`http://127.0.0.1:${port}`)], { control, ...more })
}

async function pair(more: Parameters<typeof testAgent>[1] = {}) {
  const upstream = await rawUpstream((_, socket) => void socket.write(OK))
  return { upstream, agent: await agentBefore(upstream.port, more) }
}

async function withPair(
  more: Parameters<typeof testAgent>[1],
  use: (both: Awaited<ReturnType<typeof pair>>) => Promise<void>,
): Promise<void> {
  const both = await pair(more)
  try {
    await use(both)
  } finally {
    await both.agent[Symbol.asyncDispose]()
    await both.upstream[Symbol.asyncDispose]()
  }
}

describe('what is below no route', () => {
  it('is for the agent itself, with its body; what it does not know is not found', () =>
    withPair({}, async ({ agent }) => {
      const told = await ask(`${agent.url}/ack?fp=1`, { method: 'POST', body: 'abc' })
      expect(told.json()).toEqual({ method: 'POST', path: '/ack', search: 'fp=1', trusted: true, body: 'abc' })
      const missing = await ask(`${agent.url}/nothing`)
      expect([missing.status, missing.headers['content-type'], missing.json()]).toEqual([
        404,
        'application/json; charset=utf-8',
        { message: 'Not Found' },
      ])
    }))

  it('has to name this machine on loopback', () =>
    withPair({ names: ['box.test'] }, async ({ agent }) => {
      expect((await ask(`${agent.url}/healthz`, { headers: { Host: 'evil.test' } })).status).toBe(403)
      expect((await ask(`${agent.url}/healthz`, { headers: { Origin: 'http://evil.test' } })).status).toBe(403)
      expect((await ask(`${agent.url}/healthz`, { headers: { Host: 'box.test:1' } })).status).toBe(200)
    }))

  it('is not steered by a webhook', () =>
    withPair({}, async ({ agent }) => {
      const told = await ask(`${agent.url}/baselines/reset`, { method: 'POST', headers: { 'X-Tool-Hops': '1' } })
      expect([told.status, told.json()]).toEqual([
        403,
        { message: expect.stringContaining('a webhook may not use control paths') },
      ])
    }))

  it('takes no endless body', () =>
    withPair({}, async ({ agent }) => {
      expect((await ask(`${agent.url}/ack`, { method: 'POST', body: 'x'.repeat(2_000_000) })).status).toBe(413)
    }))

  it('and fails inside is a 500 that is logged', () =>
    withPair(
      {
        control() {
          throw new Error('inside')
        },
      },
      async ({ agent }) => {
        expect((await ask(`${agent.url}/x`)).status).toBe(500)
        expect(agent.logged[0]).toMatch(/^Internal error: Error: inside/)
      },
    ))
})

describe('with a token', () => {
  it('every request needs it, but GET /healthz', () =>
    withPair({ token: 'secret' }, async ({ agent, upstream }) => {
      const statuses: number[] = []
      for (const [path, headers, method] of [
        ['/pay/x', {}, 'GET'],
        ['/pay/x', { 'X-Tool-Token': 'wrong!' }, 'GET'],
        ['/ack', {}, 'POST'],
        ['/healthz', {}, 'POST'],
        ['/pay/x', { 'X-Tool-Token': 'secret' }, 'GET'],
        ['/ack', { 'X-Tool-Token': 'secret' }, 'POST'],
      ] as const)
        statuses.push((await ask(`${agent.url}${path}`, { method, headers: { ...headers } })).status)
      expect(statuses).toEqual([401, 401, 401, 401, 200, 200])
      expect(upstream.requests).toHaveLength(1)
      expect(upstream.requests[0]?.fields.map(([name]) => name.toLowerCase())).not.toContain('x-tool-token')
      expect((await ask(`${agent.url}/healthz`)).json()).toMatchObject({ trusted: false })
      expect((await ask(`${agent.url}/healthz`, { headers: { 'X-Tool-Token': 'wrong' } })).json()).toMatchObject({
        trusted: false,
      })
      expect((await ask(`${agent.url}/healthz`, { headers: { 'X-Tool-Token': 'secret' } })).json()).toMatchObject({
        trusted: true,
      })
    }))

  it('upgrades need it too', () =>
    withPair({ token: 'secret' }, async ({ agent, upstream }) => {
      const asks = 'GET /pay HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
      expect(await exchange(agent.port, asks)).toMatch(/^HTTP\/1\.1 401 /)
      expect(upstream.requests).toEqual([])
    }))

  it('another address than loopback may be listened on, and not without', async () => {
    const options = { port: 0, upstreams: () => [], offer() {}, control, log() {} }
    await expect(startAgentListener({ ...options, host: '0.0.0.0' })).rejects.toThrow(
      /^Cannot listen on 0\.0\.0\.0 without a token/,
    )
    const listener = await startAgentListener({ ...options, host: '0.0.0.0', token: 't' })
    expect(listener.url).toBe(`http://127.0.0.1:${listener.port}`)
    await listener.stop()
  })
})

describe('the Host of traffic', () => {
  it('may be any, unless a page of another site was led here by its name', () =>
    withPair({ names: ['box.test'] }, async ({ agent }) => {
      const status = async (headers: Record<string, string>): Promise<number> =>
        (await ask(`${agent.url}/pay`, { headers })).status
      const here = `evil.test:${agent.port}`
      expect(await status({ Host: 'api.example' })).toBe(200)
      expect(await status({ Host: 'app.example', Origin: 'https://app.example' })).toBe(200)
      expect(await status({ Host: here })).toBe(200)
      expect(await status({ Origin: 'https://app.example' })).toBe(200)
      expect(await status({ Host: here, Origin: `http://${here}` })).toBe(403)
      expect(await status({ Host: here, 'User-Agent': 'Mozilla/5.0', 'Accept-Language': 'en' })).toBe(403)
      expect(await status({ Host: `box.test:${agent.port}`, Origin: 'http://box.test' })).toBe(200)
    }))
})

it('upstreams come and go while it runs', async () => {
  await using upstream = await rawUpstream((_, socket) => void socket.write(OK))
  let upstreams = [upstreamAt(`http://127.0.0.1:${upstream.port}`, { listen: '/a/b' })]
  await using agent = await testAgent([], { upstreams: () => upstreams })
  const statusOf = async (path: string): Promise<number> => (await ask(agent.url + path)).status
  expect([await statusOf('/a/b/c'), await statusOf('/a/bc'), await statusOf('/pay')]).toEqual([200, 404, 404])
  upstreams = [upstreamAt(`http://127.0.0.1:${upstream.port}`)]
  expect([await statusOf('/a/b/c'), await statusOf('/pay')]).toEqual([404, 200])
})

describe('stopping', () => {
  it('lets an answer under way finish, closes what is idle, and takes nothing new', async () => {
    let held: Socket | undefined
    await using upstream = await rawUpstream((_, socket) => {
      held = socket
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab')
    })
    const agent = await agentBefore(upstream.port)
    await using idle = await dial(agent.port)
    await using busy = await dial(agent.port)
    busy.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
    await readUntil(busy, 'ab')
    const rest = readAll(busy)
    const idleEnd = readAll(idle)
    const stopped = agent.stop()
    expect(await idleEnd).toBe('')
    held?.write('cd')
    expect(await rest).toBe('cd')
    await stopped
    expect(agent.offered.map(({ ending }) => ending)).toEqual(['complete'])
    const late = connect(agent.port, '127.0.0.1')
    await new Promise((done) => late.once('error', done))
  })

  it('waits no longer than the limit', async () => {
    await using upstream = await rawUpstream(() => undefined)
    const agent = await agentBefore(upstream.port, { limits: { stopTimeoutMs: 50 } })
    await using busy = await dial(agent.port)
    const all = readAll(busy)
    busy.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
    await new Promise<void>((done) => {
      upstream.serve = () => done()
    })
    await agent.stop()
    expect(await all).toBe('')
    expect((await agent.exchange(0)).ending).toBe('client-aborted')
  })
})

it('a head that does not come to its end is not waited for', () =>
  withPair({ limits: { headersTimeoutMs: 100 } }, async ({ agent }) => {
    await using slow = await dial(agent.port)
    slow.write('GET /pay HTTP/1.1\r\nHost: x\r\nX-A')
    expect(await readAll(slow)).toMatch(/^HTTP\/1\.1 408 /)
  }))
