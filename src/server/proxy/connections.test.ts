import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../test/support/sockets.ts'
import { type RawUpstream, rawUpstream, type TestAgent, testAgent, upstreamAt } from './wire.fixture.ts'

const answer = (fields = ''): string => `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${fields}\r\nok`

function closed(socket: Socket): Promise<void> {
  return new Promise((done) => (socket.destroyed ? done() : socket.once('close', () => done())))
}

async function withBoth(use: (upstream: RawUpstream, agent: TestAgent) => Promise<void>): Promise<void> {
  await using upstream = await rawUpstream((_, socket) => socket.write(answer()))
  await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
  await use(upstream, agent)
}

/** The connection on which the first answer came, idle now. */
async function idleAfterOne(upstream: RawUpstream, agent: TestAgent): Promise<Socket> {
  let used: Socket | undefined
  const { serve } = upstream
  upstream.serve = (request, socket) => {
    used = socket
    serve(request, socket)
  }
  expect((await ask(`${agent.url}/pay/first`)).text).toBe('ok')
  upstream.serve = serve
  if (used === undefined) throw new Error('no connection was used')
  return used
}

describe('an idle connection to an upstream', () => {
  it('is used again', () =>
    withBoth(async (upstream, agent) => {
      for (let i = 0; i < 5; i++) await ask(`${agent.url}/pay/${i}`)
      expect(upstream.requests).toHaveLength(5)
      expect(upstream.sockets.size).toBe(1)
    }))

  it.each([
    ['the upstream has closed', (socket: Socket) => socket.end()],
    ['was reset', (socket: Socket) => socket.resetAndDestroy()],
    ['has brought something unasked', (socket: Socket) => socket.write('HTTP/1.1 408 Request Timeout\r\n\r\n')],
  ])('that %s is not used', (_, spoil) =>
    withBoth(async (upstream, agent) => {
      const idle = await idleAfterOne(upstream, agent)
      spoil(idle)
      await closed(idle)
      expect((await ask(`${agent.url}/pay/second`)).text).toBe('ok')
      expect(agent.counts.upstreamErrors).toBe(0)
    }),
  )

  it('is not used where the upstream keeps it for a second only', async () => {
    const used = new Set<Socket>()
    await using upstream = await rawUpstream((_, socket) => {
      used.add(socket)
      socket.write(answer('Keep-Alive: timeout=1\r\n'))
    })
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    for (let i = 0; i < 3; i++) await ask(`${agent.url}/pay/${i}`)
    expect(used.size).toBe(3)
  })

  it('is closed before the upstream would close it', () =>
    withBoth(async (upstream, agent) => {
      const idle = await idleAfterOne(upstream, agent)
      let closedIt = ''
      upstream.onEnd = (socket) => {
        closedIt = 'agent'
        socket.end()
      }
      await closed(idle)
      expect(closedIt).toBe('agent')
    }))

  it.each(['GET', 'PUT', 'POST'])('that is reset by a %s is a 502; the request is never sent again', (method) =>
    withBoth(async (upstream, agent) => {
      await idleAfterOne(upstream, agent)
      let resets = 0
      upstream.serve = (_, socket) => {
        resets++
        socket.resetAndDestroy()
      }
      const { status, headers } = await ask(`${agent.url}/pay/second`, { method })
      expect([status, headers['x-tool-error']]).toEqual([502, 'upstream-unreachable'])
      expect(resets).toBe(1)
      expect(upstream.requests.map(({ startLine }) => startLine)).toEqual([
        'GET /first HTTP/1.1',
        `${method} /second HTTP/1.1`,
      ])
    }),
  )
})
