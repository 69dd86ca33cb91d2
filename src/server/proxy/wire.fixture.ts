/** Messages as bytes, for tests that compare what goes over a wire: texts are Latin-1, a character a byte. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { readUpstream } from '../../agent/read-upstream.ts'
import type { Upstream } from '../../agent/upstream.ts'
import type { Exchange } from '../../traffic/exchange.ts'
import { type AgentListener, type AgentListenerOptions, startAgentListener } from '../agent-listener.ts'
import { isReset } from './connections.ts'

export interface Wired {
  readonly startLine: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Without chunks. */
  readonly body: string
  readonly framing: 'length' | 'chunked' | 'close' | 'none'
  readonly trailers: readonly (readonly [name: string, value: string])[]
  readonly isWhole: boolean
  /** Characters that it took. */
  readonly size: number
}

const LINE = '\r\n'

/** The first message of a text; undefined while its head is not whole. */
export function parseMessage(text: string, sort: 'request' | 'answer', method = ''): Wired | undefined {
  const end = text.indexOf(LINE + LINE)
  if (end < 0) return undefined
  const [startLine = '', ...lines] = text.slice(0, end).split(LINE)
  const fields = lines.map(fieldOf)
  const find = (name: string): string | undefined => fields.find(([n]) => n.toLowerCase() === name)?.[1]
  const status = sort === 'answer' ? Number(startLine.split(' ')[1]) : 0
  const from = end + 4
  const plain = { startLine, fields, trailers: [] as (readonly [string, string])[] }
  const bodiless = sort === 'answer' && (method === 'HEAD' || status < 200 || status === 204 || status === 304)
  if (bodiless) return { ...plain, body: '', framing: 'none', isWhole: true, size: from }
  if (/chunked/i.test(find('transfer-encoding') ?? '')) return { ...plain, framing: 'chunked', ...unchunk(text, from) }
  const length = find('content-length')
  if (length !== undefined) {
    const body = text.slice(from, from + Number(length))
    return { ...plain, body, framing: 'length', isWhole: body.length === Number(length), size: from + body.length }
  }
  if (sort === 'request') return { ...plain, body: '', framing: 'none', isWhole: true, size: from }
  return { ...plain, body: text.slice(from), framing: 'close', isWhole: false, size: text.length }
}

function fieldOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

function unchunk(text: string, from: number): Pick<Wired, 'body' | 'trailers' | 'isWhole' | 'size'> {
  let body = ''
  let at = from
  for (;;) {
    const lineEnd = text.indexOf(LINE, at)
    if (lineEnd < 0) return { body, trailers: [], isWhole: false, size: text.length }
    const size = Number.parseInt(text.slice(at, lineEnd), 16)
    at = lineEnd + 2
    if (size === 0) break
    body += text.slice(at, at + size)
    at += size + 2
    if (at > text.length) return { body, trailers: [], isWhole: false, size: text.length }
  }
  const trailers: (readonly [string, string])[] = []
  for (;;) {
    const lineEnd = text.indexOf(LINE, at)
    if (lineEnd < 0) return { body, trailers, isWhole: false, size: text.length }
    if (lineEnd === at) return { body, trailers, isWhole: true, size: at + 2 }
    trailers.push(fieldOf(text.slice(at, lineEnd)))
    at = lineEnd + 2
  }
}

/** What an upstream does with a connection, each request in its turn. */
export type Serve = (request: Wired, socket: Socket) => void

export interface RawUpstream extends AsyncDisposable {
  readonly port: number
  readonly requests: Wired[]
  readonly sockets: Set<Socket>
  /** Told of each request as soon as its head has come. */
  onHead: (head: Wired, socket: Socket) => void
  /** The agent has closed its side. */
  onEnd: (socket: Socket) => void
  serve: Serve
}

export async function rawUpstream(serve: Serve): Promise<RawUpstream> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    let text = ''
    let headSeen = false
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (;;) {
        const request = parseMessage(text, 'request')
        if (request === undefined) return
        if (!headSeen) upstream.onHead(request, socket)
        headSeen = true
        if (!request.isWhole) return
        headSeen = false
        text = text.slice(request.size)
        upstream.requests.push(request)
        upstream.serve(request, socket)
      }
    })
    socket.on('end', () => upstream.onEnd(socket))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  const port = await bound(server)
  const upstream: RawUpstream = {
    port,
    requests: [],
    sockets,
    onHead: () => undefined,
    onEnd: (socket) => socket.end(),
    serve,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
  return upstream
}

export function bound(server: Server): Promise<number> {
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port))
  })
}

export interface Heard {
  /** Interim answers, then the last one where its head came whole. */
  readonly answers: readonly Wired[]
  readonly text: string
  /** How the connection was when that had come. */
  readonly left: 'open' | 'ended' | 'reset'
}

/** Sends `head`, then `body` at once or when 100 has come, and hears the answer to its end. */
export function converse(
  port: number,
  { head, body, method, waits }: { head: string; body: string; method: string; waits: boolean },
): Promise<Heard> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let text = ''
    let isBodySent = !waits
    const finish = (left: Heard['left']): void => {
      const answers = split(text, method).map((one) =>
        left === 'ended' && one.framing === 'close' ? { ...one, isWhole: true } : one,
      )
      socket.destroy()
      done({ answers, text, left })
    }
    socket.setNoDelay(true)
    socket.write(head + (waits ? '' : body), 'latin1')
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const answers = split(text, method)
      if (!isBodySent && answers.some(({ startLine }) => startLine.startsWith('HTTP/1.1 100'))) {
        isBodySent = true
        socket.write(body, 'latin1')
      }
      const last = answers.at(-1)
      if (last?.isWhole && !isInterim(last)) finish('open')
    })
    socket.on('end', () => finish(isReset(socket) ? 'reset' : 'ended'))
    socket.on('error', () => finish('reset'))
  })
}

export function isInterim({ startLine }: Wired): boolean {
  return /^HTTP\/1\.1 1/.test(startLine)
}

function split(text: string, method: string): Wired[] {
  const all: Wired[] = []
  for (let at = 0; ; ) {
    const one = parseMessage(text.slice(at), 'answer', method)
    if (one === undefined) return all
    all.push(one)
    if (!isInterim(one)) return all
    at += one.size
  }
}

export function upstreamAt(target: string, more: Partial<Upstream> = {}): Upstream {
  // Targets of tests are taken as they are.
  return { ...readUpstream('pay', 'http://127.0.0.1:1'), target, ...more }
}

export interface TestAgent extends AgentListener, AsyncDisposable {
  readonly offered: Exchange[]
  readonly logged: string[]
  /** Resolves with the exchange of that number, from 0, once it is over. */
  exchange(index: number): Promise<Exchange>
}

/** An agent before these upstreams, on a free port. */
export async function testAgent(
  upstreams: readonly Upstream[],
  more: Partial<AgentListenerOptions> = {},
): Promise<TestAgent> {
  const offered: Exchange[] = []
  const logged: string[] = []
  const waiting: (() => void)[] = []
  const listener = await startAgentListener({
    host: '127.0.0.1',
    port: 0,
    upstreams: () => upstreams,
    offer(exchange) {
      offered.push(exchange)
      for (const look of waiting.splice(0)) look()
    },
    control: () => undefined,
    log: (line) => logged.push(line),
    ...more,
  })
  return Object.assign(Object.create(listener) as AgentListener, {
    offered,
    logged,
    async exchange(index: number): Promise<Exchange> {
      for (;;) {
        const found = offered[index]
        if (found !== undefined) return found
        await new Promise<void>((done) => waiting.push(done))
      }
    },
    async [Symbol.asyncDispose]() {
      for (const _ of offered) break
      await listener.stop()
    },
  })
}
