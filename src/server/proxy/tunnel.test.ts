import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { dial, exchange, readAll, readUntil } from '../../../test/support/sockets.ts'
import { bound, rawUpstream, testAgent, upstreamAt } from './wire.fixture.ts'

const ASKS =
  'GET /pay/ws HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nX-Tool-Token: s\r\n\r\n'

/** An upstream that becomes an echo, with something said at once; the head that it saw. */
async function echo(): Promise<{ port: number; heads: string[] } & AsyncDisposable> {
  const heads: string[] = []
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (chunk) => {
      heads.push(chunk.toString('latin1'))
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nuPgrade: websocket\r\nConnection: Upgrade\r\nX-Tool-Error: a\r\n\r\nhello ',
      )
      socket.pipe(socket)
    })
  })
  const port = await bound(server)
  return {
    port,
    heads,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

it('bytes pass both ways once the upstream has switched, to the end of either side', async () => {
  await using upstream = await echo()
  await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
  await using client = await dial(agent.port)
  const all = readAll(client)
  client.write(ASKS)
  await readUntil(client, 'hello ')
  expect(agent.counts).toMatchObject({ requestsProxied: 1, live: 1 })
  client.end(`\0ÿ${'z'.repeat(100_000)}`, 'latin1')
  expect(await all).toBe(
    `HTTP/1.1 101 Switching Protocols\r\nuPgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello \0ÿ${'z'.repeat(100_000)}`,
  )
  expect(upstream.heads).toEqual([
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${upstream.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ])
  const [seen] = agent.offered
  expect([seen?.ending, seen?.status, seen?.target]).toEqual(['upgraded', 101, '/ws'])
  while (agent.counts.live > 0) await new Promise((done) => setImmediate(done))
  expect(agent.counts).toEqual({
    requestsProxied: 1,
    upstreamErrors: 0,
    upstreamBodyErrors: 0,
    interimAnswersDropped: 0,
    live: 0,
  })
})

it('what a client sends right behind its request reaches the upstream once it has switched', async () => {
  await using upstream = await echo()
  await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
  await using client = await dial(agent.port)
  client.write(`${ASKS}early`)
  expect(await readUntil(client, 'early')).toContain('hello early')
})

it('a reset of one side is a reset of the other', async () => {
  await using upstream = await echo()
  await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
  await using client = await dial(agent.port)
  client.write(ASKS)
  await readUntil(client, 'hello ')
  client.resetAndDestroy()
  while (agent.counts.live > 0) await new Promise((done) => setImmediate(done))
  expect(agent.counts.upstreamErrors).toBe(0)
})

it('an upstream that refuses answers as ever, and the connection ends', async () => {
  await using upstream = await rawUpstream((_, socket) =>
    socket.write(
      'HTTP/1.1 426 Upgrade Required\r\nUpgrade: other\r\nConnection: Upgrade\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\nX-T: 1\r\n\r\n',
    ),
  )
  await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
  expect(await exchange(agent.port, ASKS)).toBe(
    'HTTP/1.1 426 Upgrade Required\r\nUpgrade: other\r\nConnection: Upgrade, close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\nX-T: 1\r\n\r\n',
  )
  expect((await agent.exchange(0)).ending).toBe('complete')
})

it('an upstream that is not there is a 502', async () => {
  const upstream = await rawUpstream(() => undefined)
  await upstream[Symbol.asyncDispose]()
  await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
  expect(await exchange(agent.port, ASKS)).toMatch(
    /^HTTP\/1\.1 502 .*\r\n[\s\S]*X-Tool-Error: upstream-unreachable\r\n/,
  )
  expect(agent.counts).toMatchObject({ upstreamErrors: 1, live: 0 })
})

it.each([
  ['an offer of HTTP/2', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'],
  ['an upgrade beside a body', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
])('%s is left out, and the request answered', async (_, fields) => {
  await using upstream = await rawUpstream((_request, socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
  )
  await using agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}`)])
  await using client = await dial(agent.port)
  client.write(`POST /pay HTTP/1.1\r\nHost: x\r\n${fields}Content-Length: 4\r\n\r\nab`)
  client.write('cd')
  await readUntil(client, 'ok')
  expect(upstream.requests[0]?.body).toBe('abcd')
  expect(upstream.requests[0]?.fields.slice(1)).toEqual([['Content-Length', '4']])
  client.write('GET /pay/next HTTP/1.1\r\nHost: x\r\n\r\n')
  await readUntil(client, 'ok')
  expect(upstream.requests[1]?.startLine).toBe('GET /next HTTP/1.1')
})
