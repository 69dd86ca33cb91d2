import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ask, dial, exchange, readAll, readUntil } from '../../../test/support/sockets.ts'
import { MOST_SEEN } from '../../traffic/exchange.ts'
import { parseMessage, rawUpstream, testAgent, upstreamAt, type Wired } from './wire.fixture.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

const answering =
  (text: string) =>
  (_: Wired, socket: Socket): void => {
    socket.write(text, 'latin1')
  }

/** What the one request looked like to the upstream. */
async function seenBy(head: string, more: Parameters<typeof upstreamAt>[1] = {}): Promise<Wired | undefined> {
  await using upstream = await rawUpstream(answering(OK))
  await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`, more)])
  await using client = await dial(agent.port)
  client.write(head)
  await readUntil(client, 'ok')
  return upstream.requests[0]
}

function closed(socket: Socket): Promise<void> {
  return new Promise((done) => (socket.destroyed ? done() : socket.once('close', () => done())))
}

describe('what the upstream sees', () => {
  it('has its own name in Host, in the place and spelling of the client', async () => {
    const seen = await seenBy('GET /pay/x HTTP/1.1\r\nA: 1\r\nhOST: elsewhere\r\nB: 2\r\n\r\n')
    expect(seen?.fields.map(([name]) => name)).toEqual(['A', 'hOST', 'B'])
    expect(seen?.fields[1]?.[1]).toMatch(/^127\.0\.0\.1:\d+$/)
  })

  it('keeps the Host of the client where that is wanted', async () => {
    const seen = await seenBy('GET /pay HTTP/1.1\r\nHost: api.example\r\n\r\n', { preserveHost: true })
    expect(seen?.startLine).toBe('GET / HTTP/1.1')
    expect(seen?.fields).toEqual([['Host', 'api.example']])
  })

  it('has X-Forwarded fields where that is wanted, behind those of proxies before', async () => {
    const seen = await seenBy('GET /pay HTTP/1.1\r\nHost: a.example\r\nx-forwarded-for: 10.0.0.1\r\n\r\n', {
      forwarded: true,
    })
    expect(seen?.fields.slice(1)).toEqual([
      ['x-forwarded-for', '10.0.0.1, 127.0.0.1'],
      ['X-Forwarded-Host', 'a.example'],
      ['X-Forwarded-Proto', 'http'],
    ])
  })

  it('never has the token, nor fields of the connection before', async () => {
    const seen = await seenBy(
      'GET /pay HTTP/1.1\r\nHost: x\r\nX-TOOL-Token: s\r\nConnection: X-Mine, TE, close\r\nX-Mine: 1\r\nTE: trailers, gzip\r\nKeep-Alive: 5\r\n\r\n',
    )
    expect(seen?.fields.slice(1)).toEqual([
      ['Connection', 'TE'],
      ['TE', 'trailers'],
    ])
  })

  it('sees that a client of HTTP/1.0 has sent a request without Host', async () => {
    const seen = await seenBy('GET /pay/a HTTP/1.0\r\n\r\n')
    expect(seen?.startLine).toBe('GET /a HTTP/1.1')
    expect(seen?.fields.map(([name]) => name)).toEqual(['Host'])
  })

  it('sees pipelined requests one after the other', async () => {
    const order: string[] = []
    await using upstream = await rawUpstream(({ startLine }, socket) => {
      order.push(startLine)
      setImmediate(() => {
        order.push('answered')
        socket.write(OK)
      })
    })
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    await using client = await dial(agent.port)
    client.write('POST /pay/1 HTTP/1.1\r\nHost: x\r\n\r\nGET /pay/2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await readAll(client)
    expect(order).toEqual(['POST /1 HTTP/1.1', 'answered', 'GET /2 HTTP/1.1', 'answered'])
  })
})

describe('what the client sees', () => {
  it('has no field that the upstream did not send', async () => {
    await using upstream = await rawUpstream(
      answering(
        'HTTP/1.1 200 Fine\r\nx-b: 1\r\nX-A: 2\r\nx-b: 3\r\nX-Tool-Error: me\r\nContent-Length: 0\r\nKeep-Alive: timeout=9\r\n\r\n',
      ),
    )
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    await using client = await dial(agent.port)
    client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await readUntil(client, '\r\n\r\n')).toBe(
      'HTTP/1.1 200 Fine\r\nx-b: 1\r\nX-A: 2\r\nx-b: 3\r\nContent-Length: 0\r\n\r\n',
    )
  })

  it('gets a head without a body, and each event, as soon as they come', async () => {
    await using upstream = await rawUpstream(
      answering('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n'),
    )
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    await using client = await dial(agent.port)
    client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
    await readUntil(client, '\r\n\r\n')
    const [socket] = upstream.sockets
    socket?.write('9\r\ndata: 1\n\n\r\n')
    expect(await readUntil(client, 'data: 1')).toContain('data: 1')
    expect(agent.offered).toEqual([])
    expect(agent.counts.live).toBe(1)
  })

  it('of HTTP/1.0 gets no chunks, no trailers and no interim answer', async () => {
    await using upstream = await rawUpstream(
      answering(
        'HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\n\r\n',
      ),
    )
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    await using client = await dial(agent.port)
    client.write('GET /pay HTTP/1.0\r\n\r\n')
    expect(await readAll(client)).toBe('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok')
  })

  it('gets the whole answer of an upstream that reads no further', async () => {
    await using upstream = await rawUpstream(() => undefined)
    upstream.onHead = (_, socket) =>
      socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig')
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    await using client = await dial(agent.port)
    client.write('POST /pay HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nsome')
    expect(await readUntil(client, 'big')).toContain('HTTP/1.1 413 Too Large')
    // It may send the rest, and the next request.
    upstream.serve = answering(OK)
    upstream.onHead = () => undefined
    client.write(`${'x'.repeat(1_000_000 - 4)}GET /pay/next HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(await readUntil(client, 'ok')).toContain('HTTP/1.1 200 OK')
    expect(agent.counts.upstreamErrors).toBe(0)
  })
})

describe('an upstream that fails', () => {
  it.each([
    ['ends before the head', (socket: Socket) => socket.end()],
    ['is reset before the head', (socket: Socket) => socket.resetAndDestroy()],
    ['breaks off inside the head', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nX-A')],
    ['answers with what is no HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH\r\n')],
    [
      'says two lengths',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    ],
    [
      'switches to a protocol unasked',
      (socket: Socket) => socket.end('HTTP/1.1 101 Sw\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
  ])('and %s is a 502 that names no target', async (_, fail) => {
    await using upstream = await rawUpstream((_request, socket) => fail(socket))
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    const { status, headers, text } = await ask(`${agent.url}/pay/x`, { method: 'POST', body: 'abc' })
    expect([status, headers['x-tool-error'], headers['content-type']]).toEqual([
      502,
      'upstream-unreachable',
      'application/json; charset=utf-8',
    ])
    expect(text).not.toMatch(new RegExp(`127|${upstream.port}|localhost`))
    const seen = await agent.exchange(0)
    expect([seen.ending, seen.status, seen.request.length]).toEqual(['unreachable', 0, 3])
    expect(agent.counts).toEqual({
      requestsProxied: 1,
      upstreamErrors: 1,
      upstreamBodyErrors: 0,
      interimAnswersDropped: 0,
      live: 0,
    })
    expect(upstream.requests).toHaveLength(1)
    expect(agent.logged).toHaveLength(1)
  })

  it('and does not listen is a 502, also for a body that is still to come', async () => {
    const upstream = await rawUpstream(() => undefined)
    await upstream[Symbol.asyncDispose]()
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    expect((await ask(`${agent.url}/pay`, { method: 'PUT', body: 'x'.repeat(3_000_000) })).status).toBe(502)
  })

  it('and does not take a connection in time is a 502', async () => {
    // Of the addresses for documentation (RFC 5737) none answers; where there is no way to them, that is a 502 too.
    await using agent = await testAgent([upstreamAt('http://192.0.2.1:9', { connectTimeoutMs: 50 })])
    expect((await ask(`${agent.url}/pay`)).status).toBe(502)
    expect((await agent.exchange(0)).ending).toBe('unreachable')
  })

  it.each([
    ['of so many bytes', 'Content-Length: 9\r\n\r\nabc', (socket: Socket) => socket.end()],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n', (socket: Socket) => socket.end()],
    ['in bad chunks', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n', (socket: Socket) => socket.write('zz\r\n')],
    ['to the end of the connection', '\r\nabc', (socket: Socket) => socket.resetAndDestroy()],
  ])('inside a body %s cuts the connection of the client', async (_, answer, fail) => {
    await using upstream = await rawUpstream((_request, socket) => socket.write(`HTTP/1.1 200 OK\r\n${answer}`))
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    await using client = await dial(agent.port)
    client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
    const text = await readUntil(client, 'abc')
    const end = closed(client)
    for (const socket of upstream.sockets) fail(socket)
    await end
    expect(parseMessage(text, 'answer')?.isWhole).toBe(false)
    const seen = await agent.exchange(0)
    expect([seen.ending, seen.response.truncated]).toEqual(['upstream-aborted', true])
    expect(agent.counts).toEqual({
      requestsProxied: 1,
      upstreamErrors: 0,
      upstreamBodyErrors: 1,
      interimAnswersDropped: 0,
      live: 0,
    })
  })
})

describe('a client that hangs up', () => {
  it.each(['', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'])(
    'ends the request to the upstream, and is no error of it (%j)',
    async (answer) => {
      let arrived = (): void => undefined
      const isThere = new Promise<void>((done) => {
        arrived = done
      })
      await using upstream = await rawUpstream((_, socket) => {
        if (answer !== '') socket.write(answer)
        arrived()
      })
      await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
      await using client = await dial(agent.port)
      client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
      await isThere
      if (answer !== '') await readUntil(client, 'abc')
      const [socket] = upstream.sockets
      client.destroy()
      if (socket !== undefined) await closed(socket)
      const seen = await agent.exchange(0)
      expect(seen.ending).toBe('client-aborted')
      expect(agent.counts).toEqual({
        requestsProxied: 1,
        upstreamErrors: 0,
        upstreamBodyErrors: 0,
        interimAnswersDropped: 0,
        live: 0,
      })
    },
  )

  it('inside its request ends it too', async () => {
    await using upstream = await rawUpstream(() => undefined)
    const isThere = new Promise<Socket>((done) => {
      upstream.onHead = (_, socket) => done(socket)
    })
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    await using client = await dial(agent.port)
    client.write('POST /pay HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc')
    const socket = await isThere
    client.destroy()
    await closed(socket)
    expect((await agent.exchange(0)).request).toMatchObject({ length: 3, truncated: true })
    expect(agent.counts.upstreamErrors).toBe(0)
  })

  it('and one that only ends its side is heard by the upstream, and gets its answer', async () => {
    await using upstream = await rawUpstream(() => undefined)
    upstream.onEnd = (socket) => socket.end(OK)
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    expect(await exchange(agent.port, 'GET /pay HTTP/1.1\r\nHost: x\r\n\r\n', true)).toMatch(
      /^HTTP\/1\.1 200 OK[\s\S]*ok$/,
    )
    expect(agent.offered.map(({ ending }) => ending)).toEqual(['complete'])
  })
})

describe('what is observed', () => {
  it('is the exchange as it went, its bodies as sent, without the token', async () => {
    await using upstream = await rawUpstream(
      answering('HTTP/1.1 201 Made\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'),
    )
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}/base`)])
    await ask(`${agent.url}/pay?a=%2F`, { method: 'POST', body: '{"a":1}', headers: { 'X-Tool-Token': 'secret' } })
    const seen = await agent.exchange(0)
    expect(seen).toMatchObject({
      upstream: 'pay',
      method: 'POST',
      target: '/?a=%2F',
      status: 201,
      ending: 'complete',
    })
    expect(seen.at).toBeGreaterThan(1_600_000_000_000)
    expect(seen.durationMs).toBeGreaterThan(0)
    expect(Buffer.concat(seen.request.body).toString()).toBe('{"a":1}')
    expect(seen.request).toMatchObject({ length: 7, truncated: false })
    expect(JSON.stringify(seen)).not.toContain('secret')
    expect(seen.response.fields).toEqual(['X-A', '1', 'Transfer-Encoding', 'chunked'])
    expect(Buffer.concat(seen.response.body).toString()).toBe('ok')
  })

  it('is the begin of a long body', async () => {
    const long = 3 * MOST_SEEN
    await using upstream = await rawUpstream(
      answering(`HTTP/1.1 200 OK\r\nContent-Length: ${long}\r\n\r\n${'z'.repeat(long)}`),
    )
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
    expect((await ask(`${agent.url}/pay`, { method: 'PUT', body: 'y'.repeat(long) })).text).toHaveLength(long)
    const { request, response } = await agent.exchange(0)
    for (const seen of [request, response]) {
      expect(seen).toMatchObject({ length: long, truncated: true })
      expect(Buffer.concat(seen.body)).toHaveLength(MOST_SEEN)
    }
  })

  it('harms nothing when the observer fails, and is told once', async () => {
    await using upstream = await rawUpstream(answering(OK))
    await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)], {
      offer() {
        throw new Error('broken')
      },
    })
    for (let i = 0; i < 3; i++) expect((await ask(`${agent.url}/pay`)).text).toBe('ok')
    expect(agent.counts).toMatchObject({ requestsProxied: 3, live: 0 })
    expect(agent.logged).toEqual(['The observer refused an exchange: broken'])
  })
})

it('reads each side no faster than the other takes it', async () => {
  const megabytes = 64
  let sent = 0
  await using upstream = await rawUpstream((_, socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${megabytes * 1024 * 1024}\r\n\r\n`)
    const piece = Buffer.alloc(64 * 1024)
    const more = (): void => {
      while (sent < megabytes * 16) {
        sent++
        if (!socket.write(piece)) {
          socket.once('drain', more)
          return
        }
      }
    }
    more()
  })
  await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
  await using client = await dial(agent.port)
  client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
  client.pause()
  // Until nothing moves any more.
  for (let before = -1; before !== sent || sent === 0; ) {
    before = sent
    await new Promise((done) => setTimeout(done, 100))
  }
  expect(sent).toBeLessThan(megabytes * 16)
  let received = 0
  await new Promise<void>((done) => {
    client.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > megabytes * 1024 * 1024) done()
    })
    client.resume()
  })
  expect(sent).toBe(megabytes * 16)
})
