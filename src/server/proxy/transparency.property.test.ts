/**
 * The same request is sent to a recording upstream directly and through the
 * agent: what the upstream sees, and what the client receives, is the same but
 * for what is documented. `TRANSPARENCY_REQUESTS` is how many; see
 * scripts/transparency.mjs.
 */
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  converse,
  type Heard,
  isInterim,
  type RawUpstream,
  rawUpstream,
  type TestAgent,
  testAgent,
  upstreamAt,
  type Wired,
} from './wire.fixture.ts'

const REQUESTS = Number(process.env['TRANSPARENCY_REQUESTS'] ?? 300)

type Field = readonly [name: string, value: string]

interface Body {
  readonly kind: 'none' | 'length' | 'chunked'
  readonly pieces: readonly string[]
  readonly extension: string
  readonly trailers: readonly Field[]
}

interface Case {
  readonly method: string
  readonly path: string
  readonly fields: readonly Field[]
  readonly body: Body
  readonly expects: boolean
  readonly interim: readonly (readonly [status: string, fields: readonly Field[]])[]
  readonly status: string
  readonly answerFields: readonly Field[]
  readonly answerBody: Body
  /** Content-Length where there is no body: HEAD and 304. */
  readonly told: number
  readonly ending: 'whole' | 'close' | 'cut' | 'reset' | 'silent' | 'torn head'
  /** Where the bytes of the answer are cut in pieces. */
  readonly cuts: readonly number[]
}

const high = fc
  .string({ unit: fc.constantFrom('a', 'ä', 'ÿ', ' ', '\t', ',', ';', '"', '=', '\x80'), maxLength: 12 })
  .map((text) => text.trim())
const value = fc.oneof(high, fc.constantFrom('', '0', 'a, b', 'no-cache', 'W/"1"', 'a=b; c=d', 'x'.repeat(3000)))
const name = fc.oneof(
  fc.constantFrom(
    'X-A',
    'x-a',
    'X-A',
    'Cookie',
    'Set-Cookie',
    'ACCEPT',
    'Accept-Encoding',
    'user_agent',
    "!#$%&'*+-.^_`|~",
    'Date',
    'Via',
    'Server',
    'Warning',
    'X-Forwarded-For',
    'Forwarded',
    'Authorization',
    'Proxy-Authorization',
    '__proto__',
    'constructor',
    'Age',
    'Content-Encoding',
    'Trailers',
    'Content-Type',
  ),
  fc.string({ unit: fc.constantFrom('a', 'B', '-', '_', '9'), minLength: 1, maxLength: 8 }).map((text) => `y${text}`),
)
const field: fc.Arbitrary<Field> = fc.tuple(name, value)
/** Fields of one connection, and the agent's own. */
const local: fc.Arbitrary<Field> = fc.constantFrom<Field>(
  ['Connection', 'keep-alive'],
  ['connection', 'X-Hop'],
  ['X-Hop', 'one'],
  ['Keep-Alive', 'timeout=9'],
  ['Proxy-Connection', 'keep-alive'],
  ['TE', 'gzip;q=0.5'],
  ['X-Tool-Token', 'secret'],
  ['x-tool-token', ''],
)
const localAnswer: fc.Arbitrary<Field> = fc.constantFrom<Field>(
  ['Connection', 'keep-alive'],
  ['Connection', 'X-Hop, keep-alive'],
  ['X-Hop', 'one'],
  ['Keep-Alive', 'timeout=9, max=3'],
  ['X-Tool-Error', 'upstream-unreachable'],
)
const segment = fc.constantFrom(
  'a',
  'A',
  '%2F',
  '%2f',
  '..',
  '.',
  '',
  '%',
  '%zz',
  '%00',
  '~',
  ';a=b',
  '(x)',
  'v1',
  '{id}',
  '|',
  '\\',
  '@',
  ':',
  '"',
  '%25',
  '[',
  '*',
)
const path = fc
  .tuple(
    fc.array(segment, { maxLength: 5 }),
    fc.constantFrom('', '', '?', '?a=b&a=c', '?x=%2F//../', '??', '?q=%C3%BC'),
  )
  .map(([parts, query]) => `${parts.map((part) => `/${part}`).join('')}${query}`)
const piece = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '\0', '\r\n', '0', 'ÿ'), minLength: 1, maxLength: 20 }),
  fc.constantFrom('z'.repeat(5_000), 'y'.repeat(70_000)),
)
const trailers = fc.array(fc.tuple(fc.constantFrom('X-Sum', 'x-sum', 'Grpc-Status', 'X-Tail'), high), { maxLength: 3 })
const body: fc.Arbitrary<Body> = fc.record({
  kind: fc.constantFrom('none', 'none', 'length', 'chunked'),
  pieces: fc.array(piece, { maxLength: 4 }),
  extension: fc.constantFrom('', '', ';a=b'),
  trailers: fc.oneof(fc.constant([]), trailers),
})
const cases: fc.Arbitrary<Case> = fc.record({
  method: fc
    .constantFrom(
      'GET',
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'HEAD',
      'OPTIONS',
      'PROPFIND',
      'REPORT',
      'M-SEARCH',
      'PURGE',
      'TRACE',
      'LINK',
      'QUERY',
    )
    .filter((m) => m !== 'QUERY'),
  path,
  fields: fc.array(fc.oneof({ weight: 5, arbitrary: field }, { weight: 1, arbitrary: local }), { maxLength: 8 }),
  body,
  expects: fc.boolean(),
  interim: fc.array(
    fc.tuple(
      fc.constantFrom('100 Continue', '102 Processing', '103 Early Hints', '150 '),
      fc.array(field, { maxLength: 2 }),
    ),
    { maxLength: 2 },
  ),
  status: fc.constantFrom(
    '200 OK',
    '200 ',
    '201 Created',
    '204 No Content',
    '304 Not Modified',
    '404 Nöt',
    '418 I am',
    '500 Oops',
    '503 Busy',
    '299 x',
    '600 y',
    '301 Moved',
    '206 Part',
  ),
  answerFields: fc.array(fc.oneof({ weight: 5, arbitrary: field }, { weight: 1, arbitrary: localAnswer }), {
    maxLength: 8,
  }),
  answerBody: body,
  told: fc.nat({ max: 100_000 }),
  ending: fc.constantFrom('whole', 'whole', 'whole', 'whole', 'whole', 'close', 'cut', 'reset', 'silent', 'torn head'),
  cuts: fc.array(fc.nat({ max: 400 }), { maxLength: 5 }),
})

let upstream: RawUpstream
let agent: TestAgent
beforeAll(async () => {
  upstream = await rawUpstream(() => undefined)
  agent = await testAgent([upstreamAt(`http://127.0.0.1:${upstream.port}/base/`)])
})
afterAll(async () => {
  await agent[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

it('shows both sides what they would see without it', async () => {
  await fc.assert(fc.asyncProperty(cases, compare), { numRuns: REQUESTS })
  expect(agent.offered.length).toBeGreaterThanOrEqual(REQUESTS)
  expect(agent.counts.live).toBe(0)
}, 3_600_000)

async function compare(one: Case): Promise<void> {
  const direct = await send(one, upstream.port, `/base${one.path}`)
  const before = agent.offered.length
  const through = await send(one, agent.port, `/pay${one.path}`)
  expect(through.seen.length).toBe(1)
  expect(through.seen.map((seen) => shown(seen, one))).toEqual(direct.seen.map((seen) => shown(seen, one)))
  expectSameAnswer(one, direct.heard, through.heard)
  const offered = await agent.exchange(before)
  expect(agent.offered.length).toBe(before + 1)
  expect(joined(offered.request.body)).toBe(bodyOf(one.body))
  expect(offered.target).toBe(one.path.startsWith('/') ? one.path : `/${one.path}`)
  const last = through.heard.answers.at(-1)
  const isAnswered = last !== undefined && !last.startLine.startsWith('HTTP/1.1 502')
  expect(offered.ending).toBe(!isAnswered ? 'unreachable' : last.isWhole ? 'complete' : 'upstream-aborted')
  if (offered.ending === 'complete') expect(joined(offered.response.body)).toBe(last?.body)
}

function joined(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString('latin1')
}

interface Sent {
  readonly seen: readonly Wired[]
  readonly heard: Heard
}

async function send(one: Case, port: number, target: string): Promise<Sent> {
  upstream.requests.length = 0
  const waits = one.expects && one.body.kind !== 'none'
  upstream.onHead = (head, socket) => {
    if (head.fields.some(([n, v]) => n.toLowerCase() === 'expect' && v === '100-continue'))
      socket.write('HTTP/1.1 100 Continue\r\n\r\n')
  }
  const used = new Set<Socket>()
  upstream.serve = (_, socket) => {
    used.add(socket)
    answer(one, socket)
  }
  const lines = [...one.fields, ...framingFields(one.body), ...(waits ? [['Expect', '100-continue'] as const] : [])]
  const head = headOf(`${one.method} ${target} HTTP/1.1`, [['Host', `127.0.0.1:${upstream.port}`], ...lines])
  const heard = await converse(port, { head, body: encoded(one.body), method: one.method, waits })
  // An upstream that closes behind a whole answer, and does not say so, may meet the next request.
  if (one.ending !== 'whole') await Promise.all([...used].map(closed))
  return { seen: [...upstream.requests], heard }
}

function closed(socket: Socket): Promise<void> {
  return new Promise((done) => (socket.destroyed ? done() : socket.once('close', () => done())))
}

function headOf(startLine: string, fields: readonly Field[]): string {
  return `${startLine}\r\n${fields.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n`
}

function framingFields({ kind, pieces }: Body): Field[] {
  if (kind === 'chunked') return [['Transfer-Encoding', 'chunked']]
  return kind === 'length' ? [['Content-Length', String(pieces.join('').length)]] : []
}

function bodyOf({ kind, pieces }: Body): string {
  return kind === 'none' ? '' : pieces.join('')
}

function encoded(body: Body): string {
  if (body.kind !== 'chunked') return bodyOf(body)
  const chunks = body.pieces.map((text) => `${text.length.toString(16)}${body.extension}\r\n${text}\r\n`)
  return `${chunks.join('')}0\r\n${body.trailers.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n`
}

function answer(one: Case, socket: Socket): void {
  const { ending, answerBody: given } = one
  if (ending === 'silent') {
    socket.end()
    return
  }
  const isEndless = ending === 'close' || given.kind === 'none'
  const isBodiless = one.method === 'HEAD' || /^(204|304)/.test(one.status)
  const framing: readonly Field[] = isBodiless
    ? one.status.startsWith('204') || one.told % 2 === 0
      ? []
      : [['Content-Length', String(one.told)]]
    : isEndless
      ? []
      : framingFields(given)
  const interim = one.interim.map(([status, fields]) => headOf(`HTTP/1.1 ${status}`, fields)).join('')
  const head = headOf(`HTTP/1.1 ${one.status}`, [...one.answerFields, ...framing])
  const text = isBodiless ? '' : isEndless ? given.pieces.join('') : encoded(given)
  const isCut = ending === 'cut' || ending === 'reset'
  const sent = isCut ? text.slice(0, Math.max(0, text.length - 3)) : text
  const all = interim + (ending === 'torn head' ? head.slice(0, head.length - 3) : head + sent)
  void inPieces(socket, all, one.cuts).then(() => {
    if (ending === 'reset') socket.resetAndDestroy()
    else if (ending !== 'whole' || (isEndless && !isBodiless)) socket.end()
  })
}

async function inPieces(socket: Socket, text: string, cuts: readonly number[]): Promise<void> {
  let at = 0
  for (const cut of [...cuts].sort((a, b) => a - b).concat(text.length)) {
    if (cut <= at && cut !== text.length) continue
    socket.write(text.slice(at, cut), 'latin1')
    at = cut
    await new Promise((done) => setImmediate(done))
  }
}

/** What is documented to be otherwise: Host is the same here, as the client names the target. */
function shown({ startLine, fields, body, framing, trailers: tail }: Wired, { method, body: { kind } }: Case): unknown {
  const isTold = kind === 'none' && /^(POST|PUT|PATCH)$/.test(method)
  const through = fields.filter(([n]) => !LOCAL.has(n.toLowerCase()) && !(isTold && n === 'Content-Length'))
  return { startLine, fields: withoutNamed(through, fields), body, framing: isTold ? '' : framing, tail }
}

const LOCAL: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'x-tool-token',
  'x-tool-error',
])

function withoutNamed(through: readonly Field[], all: readonly Field[]): readonly Field[] {
  const isNamed = all.some(([n, v]) => n.toLowerCase() === 'connection' && /x-hop/i.test(v))
  return isNamed ? through.filter(([n]) => n !== 'X-Hop') : through
}

function expectSameAnswer(one: Case, direct: Heard, through: Heard): void {
  const [mine, theirs] = [through.answers, direct.answers]
  if (one.ending === 'reset') {
    expectBrokenOff(one, through)
    return
  }
  const interims = (all: readonly Wired[]): unknown[] => all.filter(isInterim).map((w) => shown(w, one))
  expect(interims(mine)).toEqual(interims(theirs))
  const [ours, others] = [mine.at(-1), theirs.at(-1)]
  if (others === undefined || isInterim(others)) {
    expect(ours?.startLine).toBe('HTTP/1.1 502 Bad Gateway')
    expect(ours?.fields).toContainEqual(['X-Tool-Error', 'upstream-unreachable'])
    expect(ours?.body).not.toContain(String(upstream.port))
    return
  }
  expect(ours?.isWhole).toBe(others.isWhole)
  expect(answerShown(ours)).toEqual(answerShown(others))
}

/** What was on its way when a connection is reset may be lost, with or without the agent; but nothing may look whole that is not. */
function expectBrokenOff({ status, method }: Case, { answers, left }: Heard): void {
  const last = answers.at(-1)
  const isRefused = last?.startLine === 'HTTP/1.1 502 Bad Gateway'
  const isBodiless = method === 'HEAD' || /^(204|304)/.test(status)
  if (last === undefined || isInterim(last)) expect(left).not.toBe('open')
  else if (!isRefused) expect(last.startLine).toBe(`HTTP/1.1 ${status}`)
  if (last !== undefined && !isRefused && !isBodiless && !isInterim(last))
    expect(last.isWhole && last.body !== '').toBe(false)
}

function answerShown(one: Wired | undefined): unknown {
  const fields = (one?.fields ?? []).filter(([n]) => !LOCAL.has(n.toLowerCase()))
  return {
    startLine: one?.startLine,
    fields: withoutNamed(fields, one?.fields ?? []),
    framing: one?.framing,
    trailers: one?.isWhole ? one.trailers : [],
    body: one?.body,
  }
}
