/** An upstream as something to be called: where it is, how its connections are secured, and which protocol it speaks. */
import { readFileSync } from 'node:fs'
import { type ClientHttp2Session, connect as http2Connect } from 'node:http2'
import type { Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { Upstream } from '../../agent/upstream.ts'
import type { Call, Caller, Order } from './call.ts'
import { Connections } from './connections.ts'
import { agreedProtocol, dial, type Place } from './dial.ts'
import { Http1Call } from './http1-call.ts'
import { Http2Call, type Spoken } from './http2-call.ts'
import { Rest } from './interim.ts'

/** A connection that was idle for longer answers a ping before it is used. */
const UNSURE_MS = 1_000
const PING_MS = 2_000

export class Remote {
  readonly upstream: Upstream
  /** What Host says. */
  readonly authority: string
  /** Goes before each path; '' or without '/' at its end. */
  readonly base: string
  readonly #origin: string
  readonly #place: Place
  readonly #connections: Connections
  #speaksHttp2: boolean | undefined
  #spoken: Spoken | undefined
  #sessionUsed = 0
  #waiting: { readonly use: () => void; readonly fail: (error: Error) => void }[] = []
  #giveUp: () => void = () => undefined
  #isClosed = false

  /** Throws when a file of its TLS options cannot be read or holds no PEM. */
  constructor(upstream: Upstream) {
    const { protocol, hostname, host, port, pathname, origin } = new URL(upstream.target)
    const isSecure = protocol === 'https:'
    this.upstream = upstream
    this.authority = host
    this.base = pathname.replace(/\/$/, '')
    this.#origin = origin
    this.#place = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (isSecure ? 443 : 80) : Number(port),
      secure: isSecure ? secured(upstream) : undefined,
      timeoutMs: upstream.connectTimeoutMs,
    }
    this.#speaksHttp2 = isSecure ? undefined : false
    this.#connections = new Connections(this.#place)
  }

  /** Path and query as the upstream gets them: bytes of the client behind those of the target. */
  path(below: string): string {
    const path = this.base + below
    return path.charCodeAt(0) === 47 ? path : `/${path}`
  }

  /** Calls `start` once it is known how; in the same turn where it is. */
  prepare(upgrades: boolean, start: () => void, fail: (error: Error) => void): void {
    // HTTP/2 has no upgrades in the way of HTTP/1.1.
    if (upgrades || this.#speaksHttp2 === false) start()
    else if (this.#spoken === undefined) this.#learn(start, fail)
    else if (performance.now() - this.#sessionUsed < UNSURE_MS) start()
    else this.#ping(this.#spoken.session, start, fail)
  }

  /** Sends a request, once. Throws when it cannot be sent. */
  call(order: Order, caller: Caller): Call {
    if (this.#spoken === undefined || order.upgrades) return new Http1Call(this.#connections, order, caller)
    this.#sessionUsed = performance.now()
    return new Http2Call(this.#spoken, order, caller)
  }

  /** Idle connections close now, others when their answers have come. */
  close(): void {
    this.#isClosed = true
    this.#connections.close()
    this.#spoken?.session.close()
  }

  destroy(): void {
    this.close()
    this.#giveUp()
    this.#connections.destroy()
    this.#spoken?.session.destroy()
  }

  /** One connection finds out for all who wait. */
  #learn(use: () => void, fail: (error: Error) => void): void {
    this.#waiting.push({ use, fail })
    if (this.#waiting.length > 1) return
    this.#giveUp = dial(this.#place, ['h2', 'http/1.1'], (error, socket) => {
      const waiting = this.#waiting
      this.#waiting = []
      if (socket === undefined) {
        for (const one of waiting) one.fail(error ?? new Error('no connection'))
        return
      }
      this.#speaksHttp2 = agreedProtocol(socket) === 'h2'
      if (this.#speaksHttp2) this.#open(socket)
      else this.#connections.adopt(socket)
      for (const one of waiting) one.use()
    })
  }

  #open(socket: Socket): void {
    // Half a connection is none for HTTP/2, which would not see that the other side has gone.
    socket.allowHalfOpen = false
    const session = http2Connect(this.#origin, { createConnection: () => socket, settings: { enablePush: false } })
    this.#spoken = { session, rest: restOf(socket) }
    this.#sessionUsed = performance.now()
    // Each stream has one.
    session.setMaxListeners(0)
    const forget = (): void => {
      if (this.#spoken?.session === session) this.#spoken = undefined
    }
    session.on('goaway', forget)
    session.on('close', forget)
    session.on('error', forget)
    if (this.#isClosed) session.close()
  }

  #ping(session: ClientHttp2Session, start: () => void, fail: (error: Error) => void): void {
    let isDone = false
    const done = (isAlive: boolean): void => {
      if (isDone) return
      isDone = true
      clearTimeout(late)
      if (isAlive) this.#sessionUsed = performance.now()
      // Streams that are under way on it go on.
      else if (this.#spoken?.session === session) this.#spoken = undefined
      if (this.#spoken === undefined) this.#learn(start, fail)
      else start()
    }
    const late = setTimeout(() => done(false), PING_MS)
    try {
      if (!session.ping((error) => done(error === null))) done(false)
    } catch {
      done(false)
    }
  }
}

/** Node lets nobody pause the connection of a session; its handle can be stopped all the same. */
function restOf(socket: Socket): Rest {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readStop(): void; readStart(): void } | null }
  // A handle that was closed says so by a number, and does nothing.
  return new Rest(
    () => handle?.readStop(),
    () => handle?.readStart(),
  )
}

function secured({ tls }: Upstream): NonNullable<Place['secure']> {
  const read = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : readFileSync(file, 'utf8')
  const [ca, cert, key] = [read(tls.ca), read(tls.cert), read(tls.key)]
  const context = createSecureContext({
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  })
  return { context, servername: tls.servername }
}
