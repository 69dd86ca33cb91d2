import { constants, createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { expect, it } from 'vitest'
import { dial, readAll, readUntil } from '../../../test/support/sockets.ts'
import { tempDirectory } from '../../../test/support/temp-directory.ts'
import { serverTls, tlsFiles } from './tls.fixture.ts'
import { bound, testAgent, upstreamAt } from './wire.fixture.ts'

interface Seen {
  readonly headers: Record<string, unknown>
  readonly body: string
  readonly trailers: Record<string, unknown>
}

async function http2Upstream(
  serve: (stream: ServerHttp2Stream, seen: Seen) => void,
): Promise<{ port: number; server: Http2SecureServer; sessions: number } & AsyncDisposable> {
  const server = createSecureServer({ ...serverTls, allowHTTP1: true })
  const made = { sessions: 0 }
  const open = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    made.sessions++
    open.add(session)
    session.on('error', () => undefined)
  })
  server.on('stream', (stream, headers) => {
    let body = ''
    let trailers = {}
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => {
      body += chunk.toString('latin1')
    })
    stream.on('trailers', (given) => {
      trailers = { ...given }
    })
    stream.on('end', () => serve(stream, { headers: { ...headers }, body, trailers }))
  })
  const port = await bound(server)
  return {
    port,
    server,
    get sessions() {
      return made.sessions
    },
    async [Symbol.asyncDispose]() {
      for (const session of open) session.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

it('a request goes over HTTP/2 where the upstream speaks it: fields, body, interim answers and trailers both ways', async () => {
  using folder = tempDirectory()
  const seen: Seen[] = []
  await using upstream = await http2Upstream((stream, one) => {
    seen.push(one)
    stream.additionalHeaders({ ':status': 103, link: '</a>' })
    stream.respond(
      { ':status': 201, 'X-A': '1', 'set-cookie': ['a=1', 'b=2'], 'x-tool-error': 'me' },
      { waitForTrailers: true },
    )
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '9' }))
    stream.end('made')
  })
  await using agent = await testAgent([
    upstreamAt(`https://127.0.0.1:${upstream.port}/base`, { tls: tlsFiles(folder.path) }),
  ])
  await using client = await dial(agent.port)
  client.write(
    'POST /pay/a%2Fb?x HTTP/1.1\r\nHost: x\r\nX-Two: 1\r\nx-two: 2\r\nConnection: keep-alive\r\nX-Tool-Token: s\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Tail: 7\r\n\r\n',
  )
  const text = await readUntil(client, '0\r\nx-sum: 9\r\n\r\n')
  expect(text.replace(/date: .*\r\n/i, '')).toBe(
    'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 201 Created\r\nx-a: 1\r\nset-cookie: a=1\r\nset-cookie: b=2\r\ntransfer-encoding: chunked\r\n\r\n4\r\nmade\r\n0\r\nx-sum: 9\r\n\r\n',
  )
  const [one] = seen
  expect(one?.headers).toMatchObject({
    ':method': 'POST',
    ':path': '/base/a%2Fb?x',
    ':authority': `127.0.0.1:${upstream.port}`,
    'x-two': '1, 2',
  })
  expect(Object.keys(one?.headers ?? {})).not.toContain('x-tool-token')
  expect([one?.body, one?.trailers['x-tail']]).toEqual(['abc', '7'])
  expect(await agent.exchange(0)).toMatchObject({
    ending: 'complete',
    status: 201,
    request: { length: 3 },
    response: { length: 4 },
  })
})

it('requests share a connection, answers without a body say so, and HEAD stays HEAD', async () => {
  using folder = tempDirectory()
  await using upstream = await http2Upstream((stream) => stream.respond({ ':status': 200 }, { endStream: true }))
  await using agent = await testAgent([
    upstreamAt(`https://127.0.0.1:${upstream.port}`, { tls: tlsFiles(folder.path) }),
  ])
  const texts = await Promise.all(
    ['GET', 'HEAD', 'DELETE'].map(async (method) => {
      await using client = await dial(agent.port)
      client.write(`${method} /pay HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      return (await readAll(client)).replace(/date: .*\r\n/i, '')
    }),
  )
  expect(texts).toEqual([
    'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nConnection: close\r\n\r\n',
    'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nConnection: close\r\n\r\n',
  ])
  expect(upstream.sessions).toBe(1)
})

it.each([
  ['a stream that is reset', (stream: ServerHttp2Stream) => stream.destroy(new Error('broken'))],
  ['a connection that is lost', (stream: ServerHttp2Stream) => stream.session?.destroy()],
])('%s is a 502 before the head, and cuts the answer inside a body', async (_, fail) => {
  using folder = tempDirectory()
  let begins = false
  await using upstream = await http2Upstream((stream) => {
    if (!begins) {
      fail(stream)
      return
    }
    stream.respond({ ':status': 200 })
    stream.write('abc', () => setImmediate(() => fail(stream)))
  })
  await using agent = await testAgent([
    upstreamAt(`https://127.0.0.1:${upstream.port}`, { tls: tlsFiles(folder.path) }),
  ])
  await using first = await dial(agent.port)
  first.write('GET /pay HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await readAll(first)).toMatch(/^HTTP\/1\.1 502 /)
  begins = true
  await using second = await dial(agent.port)
  second.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
  const text = await readAll(second)
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(text.endsWith('0\r\n\r\n')).toBe(false)
  expect((await agent.exchange(1)).ending).toBe('upstream-aborted')
  expect(agent.counts).toEqual({
    requestsProxied: 2,
    upstreamErrors: 1,
    upstreamBodyErrors: 1,
    interimAnswersDropped: 0,
    live: 0,
  })
})

it('a client that hangs up ends the stream', async () => {
  using folder = tempDirectory()
  let gone = (): void => undefined
  const isGone = new Promise<void>((done) => {
    gone = done
  })
  await using upstream = await http2Upstream((stream) => {
    stream.on('close', gone)
    stream.respond({ ':status': 200 })
    stream.write('abc')
  })
  await using agent = await testAgent([
    upstreamAt(`https://127.0.0.1:${upstream.port}`, { tls: tlsFiles(folder.path) }),
  ])
  await using client = await dial(agent.port)
  client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
  await readUntil(client, 'abc')
  client.destroy()
  await isGone
  expect((await agent.exchange(0)).ending).toBe('client-aborted')
})

it('HTTP/1.1 over TLS: the certificate of the client is shown, one that nobody vouches for is refused', async () => {
  using folder = tempDirectory()
  const names: unknown[] = []
  const server = createTlsServer(
    { ...serverTls, requestCert: true, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] },
    (socket: TLSSocket) => {
      names.push(socket.getPeerCertificate().subject['CN'], socket.alpnProtocol)
      socket.on('error', () => undefined)
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
    },
  )
  const port = await bound(server)
  try {
    const tls = tlsFiles(folder.path)
    await using agent = await testAgent([
      upstreamAt(`https://127.0.0.1:${port}`, { tls }),
      upstreamAt(`https://127.0.0.1:${port}`, { name: 'stranger', listen: '/stranger' }),
      upstreamAt(`https://127.0.0.1:${port}`, { name: 'torn', listen: '/torn', tls: { ca: '/nowhere.pem' } }),
    ])
    await using client = await dial(agent.port)
    client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await readUntil(client, 'ok')).toMatch(/^HTTP\/1\.1 200 /)
    client.write('GET /pay HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await readUntil(client, 'ok')).toMatch(/^HTTP\/1\.1 200 /)
    expect(names).toEqual(['client', 'http/1.1'])
    client.write('GET /stranger HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await readUntil(client, '}')).toMatch(/^HTTP\/1\.1 502 /)
    client.write('GET /torn HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await readUntil(client, '}')).toMatch(/^HTTP\/1\.1 502 /)
    expect(agent.logged.join('\n')).toMatch(/Cannot use upstream torn: ENOENT/)
  } finally {
    server.close()
  }
})

it('a stream that floods interim answers is reset and answered 502, and others of its connection go on', async () => {
  using folder = tempDirectory()
  let rstCode: number | undefined
  await using upstream = await http2Upstream((stream, { headers }) => {
    if (headers[':path'] !== '/flood') {
      stream.respond({ ':status': 200, 'content-length': '2' })
      stream.end('ok')
      return
    }
    stream.on('close', () => {
      rstCode = stream.rstCode
    })
    let left = 40_000
    const more = (): void => {
      for (let i = 0; i < 500 && !stream.destroyed && !stream.closed; i++) stream.additionalHeaders({ ':status': 103 })
      left -= 500
      if (left > 0) setImmediate(more)
    }
    more()
  })
  await using agent = await testAgent([
    upstreamAt(`https://127.0.0.1:${upstream.port}`, { tls: tlsFiles(folder.path) }),
  ])
  await using client = await dial(agent.port)
  await using other = await dial(agent.port)
  client.write('GET /pay/flood HTTP/1.1\r\nHost: x\r\n\r\n')
  const given = readUntil(client, '502 Bad Gateway')
  other.write('GET /pay/other HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await readUntil(other, 'ok')).toContain('HTTP/1.1 200')
  expect(await given).toContain('502 Bad Gateway')
  await expect.poll(() => rstCode).toBe(constants.NGHTTP2_CANCEL)
  other.write('GET /pay/other HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await readUntil(other, 'ok')).toContain('HTTP/1.1 200')
  expect([agent.counts.interimAnswersDropped, upstream.sessions]).toEqual([10_001, 1])
})
