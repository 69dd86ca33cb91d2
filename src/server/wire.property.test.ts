import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FakeFiles, fakeServe } from '../../test/support/fake-sandboxes.ts'
import { ask, dial, readAll } from '../../test/support/sockets.ts'
import { makeJournal } from '../sandbox/journal/journal.ts'
import { InOrder } from './in-order.ts'
import { startSandboxListener } from './sandbox-listener.ts'

const word = fc.oneof(
  fc.constantFrom('GET', 'PUT', 'POST', 'HEAD', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE', 'PRI', 'get', ''),
  fc.string({ maxLength: 6 }),
)
const target = fc.oneof(
  fc.constantFrom(
    '/pay/echo',
    '/pay/k?a=%zz&%',
    '/pay//..//%2e%2e/',
    '*',
    'http://h',
    'h:443',
    '//',
    '/_tool/sandboxes/pay/requests?limit=%',
    '/_tool/%00',
    '/_tool/sandboxes/pay/clock',
    '?',
    '#',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `/pay/${text}`),
)
const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.', 'X')
const headerLine = fc.oneof(
  fc.constantFrom(
    'Host: localhost',
    'Content-Length: 3',
    'Content-Length: 0003',
    'Content-Length: 99999999999999999999',
    'Content-Length: 4294967297',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Expect: 100-continue',
    'Expect: something',
    'Connection: close',
    'Connection: upgrade',
    'Upgrade: websocket',
    '__proto__: 1',
    'constructor: 1',
    'X-Tool-Token: 1',
    'Host: evil',
    ': ',
    ' folded',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const body = fc.oneof(
  fc.constantFrom('', 'abc', '3\r\nabc\r\n0\r\n\r\n', 'ffffffffffffffffff\r\n', '-1\r\n', '{"advance_seconds":1}'),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const request = fc
  .tuple(word, target, version, fc.array(headerLine, { maxLength: 5 }), body)
  .map(([method, path, http, headers, text]) => `${method} ${path} ${http}\r\n${[...headers, '', text].join('\r\n')}`)

/** A few requests one after the other, cut anywhere, with a few bytes changed. */
const bytes = fc
  .tuple(
    fc.array(fc.oneof({ arbitrary: request, weight: 4 }, { arbitrary: body, weight: 1 }), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
    fc.nat(),
  )
  .map(([parts, changes, cut]) => {
    const whole = Buffer.from(parts.join(''), 'latin1')
    for (const [at, value] of changes) if (whole.length > 0) whole[at % whole.length] = value
    return cut % 3 === 0 ? whole.subarray(0, cut % (whole.length + 1)) : whole
  })

it('bears any bytes on the socket, and answers HTTP or nothing', async () => {
  const log: string[] = []
  const listener = await startSandboxListener({
    host: '127.0.0.1',
    port: 0,
    files: new FakeFiles('pay'),
    makeJournal: () => makeJournal(),
    log: (line) => log.push(line),
    serve: fakeServe,
  })
  try {
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat(), async (sent, split) => {
        await using socket = await dial(listener.port)
        const all = readAll(socket)
        const at = split % (sent.length + 1)
        socket.write(sent.subarray(0, at))
        socket.end(sent.subarray(at))
        const text = await all
        expect(text === '' || /^HTTP\/1\.1 \d\d\d /.test(text)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
    expect(log).toEqual([])
    expect((await ask(`${listener.url}/pay/echo`)).status).toBe(200)
  } finally {
    await listener.stop()
  }
})

it('proceeds in the order of arrival on each connection, wherever bodies are awaited', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom('plain' as const, 'body' as const), on: fc.nat(2) }),
    fc.record({ kind: fc.constant('arrives' as const), on: fc.nat(2) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const served: number[][] = [[], [], []]
      const awaited: (number | undefined)[] = [undefined, undefined, undefined]
      const sockets = [{}, {}, {}] as never[]
      const proceed = (arrival: { on: number; n: number; kind: string }): void => {
        if (arrival.kind === 'plain') served[arrival.on]?.push(arrival.n)
        else {
          awaited[arrival.on] = arrival.n
          inOrder.begin(sockets[arrival.on] as never)
        }
      }
      const inOrder = new InOrder(proceed)
      const arrive = (on: number): void => {
        const n = awaited[on]
        if (n === undefined) return
        awaited[on] = undefined
        served[on]?.push(n)
        inOrder.end(sockets[on] as never)
      }
      for (const [n, { kind, on }] of steps.entries()) {
        if (kind === 'arrives') arrive(on)
        else if (!inOrder.holds(sockets[on] as never, { on, n, kind } as never)) proceed({ on, n, kind })
      }
      for (const on of [0, 1, 2]) {
        while (awaited[on] !== undefined) arrive(on)
        const sent = [...steps.entries()].filter(([, one]) => one.kind !== 'arrives' && one.on === on).map(([n]) => n)
        expect(served[on]).toEqual(sent)
      }
    }),
  )
})
