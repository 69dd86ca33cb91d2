/** One request as a stream of an HTTP/2 connection. Names of fields are lower case there, and repeated ones stand together. */
import type { Buffer } from 'node:buffer'
import type { EventEmitter } from 'node:events'
import { STATUS_CODES } from 'node:http'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
} from 'node:http2'
import type { Call, Caller, Order } from './call.ts'
import { INTERIM_WITHOUT_END, type Rest } from './interim.ts'

/** An HTTP/2 connection. */
export interface Spoken {
  readonly session: ClientHttp2Session
  /** Of all its streams: a head is under no flow control. */
  readonly rest: Rest
}

/** While what one stream sends is dropped, all streams of its connection rest: it is given up earlier than a connection of its own. */
const MOST_DROPPED = 10_000

export class Http2Call implements Call {
  readonly #caller: Caller
  readonly #stream: ClientHttp2Stream
  readonly #rest: Rest
  #trailers: readonly string[] = []
  #isOver = false
  #dropped = 0

  /** Throws when the session takes no more requests, or a field cannot be sent in HTTP/2. */
  constructor({ session, rest }: Spoken, order: Order, caller: Caller) {
    this.#caller = caller
    this.#rest = rest
    const { hasBody } = order
    const stream = session.request(headersOf(order), { endStream: !hasBody, waitForTrailers: hasBody })
    this.#stream = stream
    if (hasBody) {
      stream.on('wantTrailers', () => stream.sendTrailers(grouped(this.#trailers)))
      stream.on('drain', () => caller.drained())
    }
    // Their types do not know the fields as they came.
    const events: EventEmitter = stream
    events.on('headers', (headers: IncomingHttpHeaders & IncomingHttpStatusHeader, _flags: number, raw: unknown) => {
      if (this.#isOver) return
      const status = headers[':status'] ?? 0
      caller.informed(status, STATUS_CODES[status] ?? '', ordinary(raw))
    })
    events.on('response', (headers: IncomingHttpHeaders & IncomingHttpStatusHeader, flags: number, raw: unknown) =>
      this.#respond(order, headers[':status'] ?? 0, flags, ordinary(raw)),
    )
    let trailers: readonly string[] = []
    events.on('trailers', (_headers: unknown, _flags: unknown, raw: unknown) => {
      trailers = ordinary(raw)
    })
    stream.on('data', (chunk: Buffer) => caller.received(chunk))
    const lost = (): void => this.#fail(new Error('the upstream broke off the stream'))
    stream.on('end', () => {
      // Node ends what is read of a stream that was reset, too.
      if (stream.rstCode !== constants.NGHTTP2_NO_ERROR || stream.aborted) lost()
      if (this.#isOver) return
      this.#isOver = true
      caller.ended(trailers)
    })
    stream.on('aborted', lost)
    session.once('close', lost)
    stream.on('error', this.#fail)
    stream.on('close', () => {
      session.removeListener('close', lost)
      lost()
      caller.closed()
    })
  }

  write(chunk: Buffer): boolean {
    if (this.#stream.destroyed || !this.#stream.writable) return false
    return this.#stream.write(chunk)
  }

  /** Heads are not held back. */
  flush(): void {}

  end(trailers: readonly string[]): void {
    this.#trailers = trailers
    if (!this.#stream.destroyed && this.#stream.writable) this.#stream.end()
  }

  pause(): void {
    this.#stream.pause()
  }

  resume(): void {
    this.#stream.resume()
  }

  rest(until: number): void {
    this.#rest.until(until)
    if (++this.#dropped > MOST_DROPPED) this.#fail(new Error(INTERIM_WITHOUT_END))
  }

  /** A stream cannot say more than that its request is whole. */
  halfClose(): boolean {
    return false
  }

  abort(): void {
    this.#isOver = true
    this.#stream.close(constants.NGHTTP2_CANCEL)
  }

  #respond({ method }: Order, status: number, flags: number, raw: string[]): void {
    const isWhole = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
    const hasLength = raw.some((name, i) => i % 2 === 0 && name === 'content-length')
    const none = method === 'HEAD' || status === 204 || status === 304
    const added = none || hasLength ? [] : isWhole ? ['content-length', '0'] : ['transfer-encoding', 'chunked']
    const framing = none ? 'none' : hasLength || isWhole ? 'length' : 'chunked'
    this.#caller.answered({ status, reason: STATUS_CODES[status] ?? '', raw, added, framing })
  }

  readonly #fail = (error: Error): void => {
    if (this.#isOver) return
    this.#isOver = true
    this.#caller.broke(error)
    this.#stream.close(constants.NGHTTP2_CANCEL)
  }
}

/** Fields of a connection that HTTP/2 does not know (RFC 9113 section 8.2.2). */
const OF_HTTP1: ReadonlySet<string> = new Set(['connection', 'transfer-encoding', 'upgrade', 'host'])

/** Fields of which node sends one only. */
function headersOf({ method, path, fields }: Order): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = Object.assign(Object.create(null), {
    ':method': method,
    ':scheme': 'https',
    ':path': path,
  })
  for (let i = 0; i + 1 < fields.length; i += 2)
    if (fields[i]?.toLowerCase() === 'host') headers[':authority'] ??= fields[i + 1]
  return add(headers, fields)
}

function grouped(fields: readonly string[]): OutgoingHttpHeaders {
  return add(Object.create(null), fields)
}

function add(headers: OutgoingHttpHeaders, fields: readonly string[]): OutgoingHttpHeaders {
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const name = (fields[i] ?? '').toLowerCase()
    const value = fields[i + 1] ?? ''
    if (OF_HTTP1.has(name)) continue
    const before = headers[name]
    if (before === undefined) headers[name] = value
    else if (Array.isArray(before)) before.push(value)
    else headers[name] = SINGLE.has(name) ? `${before}, ${value}` : [String(before), value]
  }
  return headers
}

/** Of these node's HTTP/2 takes one value only. */
const SINGLE: ReadonlySet<string> = new Set(
  (
    'access-control-allow-credentials access-control-max-age access-control-request-method age authorization ' +
    'content-encoding content-language content-length content-location content-md5 content-range content-type date dnt etag ' +
    'expires from host if-match if-modified-since if-none-match if-range if-unmodified-since last-modified ' +
    'location max-forwards proxy-authorization range referer retry-after tk upgrade-insecure-requests user-agent ' +
    'x-content-type-options'
  ).split(' '),
)

/** Without the pseudo-fields. */
function ordinary(raw: unknown): string[] {
  const fields: string[] = []
  if (!Array.isArray(raw)) return fields
  for (let i = 0; i + 1 < raw.length; i += 2)
    if (!String(raw[i]).startsWith(':')) fields.push(String(raw[i]), String(raw[i + 1]))
  return fields
}
