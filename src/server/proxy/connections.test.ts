import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ask, dial, readUntil } from '../../../test/support/sockets.ts'
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

const poison = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison'

describe('what an upstream sends behind an answer', () => {
  const answers = {
    '204': 'HTTP/1.1 204 No Content\r\n\r\n',
    '304': 'HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\n',
    'an empty body': 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    '103 and 204': 'HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
    'a body': answer(),
    chunks: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  }
  const behind = {
    'another answer': [poison, ''],
    'the begin of one': ['HTTP/1.1 200 OK\r\nContent-Len', 'gth: 6\r\n\r\npoison'],
    'a letter': ['H', poison],
    'an interim answer': ['HTTP/1.1 100 Continue\r\n\r\n', poison],
    'a body': ['{"late":1}', poison],
  }
  const cases = Object.keys(answers).flatMap((sort) => Object.keys(behind).map((more) => [sort, more] as const))

  it.each(cases)('never is for the next client: behind %s, %s', async (sort, more) => {
    const [now = '', then = ''] = behind[more as keyof typeof behind]
    let first: Socket | undefined
    await using upstream = await rawUpstream((_, socket) => {
      if (first === undefined) {
        first = socket
        socket.write(answers[sort as keyof typeof answers] + now)
      } else socket.write(socket === first ? then + answer() : answer())
    })
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    await ask(`${agent.url}/pay/first`)
    expect((await ask(`${agent.url}/pay/second`)).text).toBe('ok')
    expect(agent.counts.upstreamErrors).toBe(0)
  })

  it.each([
    ['204', 'GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['HEAD', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n'],
  ])('a little later, where %s has no body, is not either', async (_, method, bodiless) => {
    let first: Socket | undefined
    await using upstream = await rawUpstream((_request, socket) => {
      if (first !== undefined) {
        socket.write(answer())
        return
      }
      first = socket
      socket.write(bodiless)
      setImmediate(() => socket.write(poison))
    })
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    await ask(`${agent.url}/pay/first`, { method })
    expect((await ask(`${agent.url}/pay/second`)).text).toBe('ok')
  })

  it('ends the use of its connections for more than one request', async () => {
    const used = new Set<Socket>()
    await using upstream = await rawUpstream((_, socket) => {
      socket.write(used.size === 0 ? answer() + poison : answer())
      used.add(socket)
    })
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    for (let i = 0; i < 4; i++) expect((await ask(`${agent.url}/pay/${i}`)).text).toBe('ok')
    expect(used.size).toBe(4)
  })
})

it('an answer that is whole before its request ends the connection to the upstream', async () => {
  const used: Socket[] = []
  await using upstream = await rawUpstream((_, socket) => {
    if (!used.includes(socket)) socket.write(answer())
    else socket.write(poison)
    used.push(socket)
  })
  await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
  upstream.onHead = ({ startLine }, socket) => {
    if (!startLine.startsWith('POST')) return
    used.push(socket)
    socket.write(answer())
  }
  await using client = await dial(agent.port)
  client.write('POST /pay/early HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc')
  await readUntil(client, 'ok')
  client.write('def')
  expect((await ask(`${agent.url}/pay/next`)).text).toBe('ok')
})
