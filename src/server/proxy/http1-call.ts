/** One request over HTTP/1.1. */
import type { Buffer } from 'node:buffer'
import { ClientRequest, type IncomingMessage } from 'node:http'
import { transferCoding } from '../transfer-coding.ts'
import type { AnswerHead, Call, Caller, Order } from './call.ts'
import type { Connections } from './connections.ts'
import { hasOption } from './fields.ts'
import { Rest } from './interim.ts'
import { flushHead, headText, setHead } from './raw-head.ts'

/** Heads of answers may be larger than those of requests: upstreams are not strangers. */
const HEAD_BYTES = 256 * 1024

export class Http1Call implements Call {
  readonly #connections: Connections
  readonly #caller: Caller
  readonly #request: ClientRequest
  #answer: IncomingMessage | undefined
  #isPaused = false
  #rest: Rest | undefined
  #isHalfClosed = false
  #isOver = false

  constructor(connections: Connections, order: Order, caller: Caller) {
    this.#connections = connections
    this.#caller = caller
    const { method, path, fields, hasBody, isChunked } = order
    const request = new ClientRequest({
      agent: connections,
      method,
      setHost: false,
      maxHeaderSize: HEAD_BYTES,
    } as never)
    this.#request = request
    // Otherwise what is beyond 1,000 fields would be cut off.
    request.maxHeadersCount = 0
    setHead(request, headText(`${method} ${path} HTTP/1.1`, fields), { isChunked, hasBody, isLast: false })
    request.on('response', this.#respond)
    request.on('information', ({ statusCode, statusMessage, rawHeaders }) =>
      caller.informed(statusCode, statusMessage, rawHeaders),
    )
    request.on('error', this.#fail)
    request.on('close', () => {
      if (this.#answer === undefined) this.#fail(new Error('the upstream closed the connection'))
      if (hasBody) caller.closed()
    })
    if (hasBody) request.on('drain', () => caller.drained())
    if (order.upgrades)
      request.on('upgrade', (answer, socket, head) => {
        this.#isOver = true
        caller.switched(headOf(answer, 'none'), socket, head)
      })
  }

  write(chunk: Buffer): boolean {
    return this.#request.write(chunk)
  }

  flush(): void {
    flushHead(this.#request)
  }

  end(trailers: readonly string[]): void {
    if (trailers.length > 0) this.#request.addTrailers(pairs(trailers))
    this.#request.end()
  }

  pause(): void {
    this.#isPaused = true
    if (this.#answer === undefined) this.#stopReading()
    else this.#answer.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#readOn()
    this.#answer?.resume()
  }

  rest(until: number): void {
    this.#rest ??= new Rest(
      () => this.#stopReading(),
      () => this.#readOn(),
    )
    this.#rest.until(until)
  }

  /** Behind each interim answer node reads on: it is stopped once it is through with the piece that has come. */
  #stopReading(): void {
    process.nextTick(() => {
      if (this.#answer === undefined && (this.#isPaused || this.#rest?.isOn)) this.#request.socket?.pause()
    })
  }

  /** Interim answers are read from the connection itself; once the last one has come, node sees to that. */
  #readOn(): void {
    if (this.#isOver || this.#isPaused || this.#rest?.isOn || this.#answer !== undefined) return
    this.#request.socket?.resume()
  }

  halfClose(): boolean {
    const request = this.#request
    request.shouldKeepAlive = false
    this.#isHalfClosed = true
    if (request.writableFinished) request.socket?.end()
    else request.once('finish', () => request.socket?.end())
    return true
  }

  abort(): void {
    this.#isOver = true
    this.#request.destroy()
  }

  readonly #respond = (answer: IncomingMessage): void => {
    this.#answer = answer
    const { socket } = answer
    const body = bodyOf(answer, this.#request.method)
    if (body === 'unclear' || (body === 'chunked' && this.#isReadToTheEnd(answer))) {
      this.#fail(new Error('the Transfer-Encoding of the answer does not say clearly where the body ends'))
      return
    }
    if (body === 'none' || body === 'empty') this.#connections.doubt(socket)
    if (this.#isPaused) answer.pause()
    const keepAlive = keepAliveOf(answer.rawHeaders)
    if (keepAlive !== undefined) this.#connections.hint(socket, keepAlive)
    answer.on('data', (chunk: Buffer) => this.#caller.received(chunk))
    answer.on('end', () => {
      // It may answer once more when the request is whole.
      if (!this.#isSent()) this.#connections.spoil(socket)
      if (this.#isOver) return
      this.#isOver = true
      this.#caller.ended(answer.rawTrailers)
    })
    answer.on('close', () => this.#fail(new Error('the upstream broke off its answer')))
    this.#caller.answered(headOf(answer, body))
  }

  /** The request has left whole; of the last write TLS is told a little later. */
  #isSent(): boolean {
    const { writableEnded, writableLength, writableHighWaterMark } = this.#request
    return writableEnded && writableLength < writableHighWaterMark
  }

  /** Node takes a tab behind `chunked` for another coding, and the end of the connection for that of the body. */
  #isReadToTheEnd({ headers }: IncomingMessage): boolean {
    return !this.#request.shouldKeepAlive && !this.#isHalfClosed && !hasOption(headers.connection ?? '', 'close')
  }

  readonly #fail = (error: Error): void => {
    // What goes wrong behind an answer that has come whole harms nobody.
    if (this.#isOver || (this.#answer?.complete === true && !this.#answer.destroyed)) return
    this.#isOver = true
    this.#caller.broke(error)
    this.#request.destroy()
  }
}

function headOf({ statusCode = 0, statusMessage = '', rawHeaders }: IncomingMessage, body: AnswerBody): AnswerHead {
  return {
    status: statusCode,
    reason: statusMessage,
    raw: rawHeaders,
    framing: body === 'empty' || body === 'unclear' ? 'length' : body,
  }
}

type AnswerBody = AnswerHead['framing'] | 'empty' | 'unclear'

/** RFC 9112 section 6.3. */
function bodyOf({ statusCode, rawHeaders: raw, httpVersion }: IncomingMessage, method: string): AnswerBody {
  let body: AnswerBody = 'close'
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const { length } = raw[i] ?? ''
    if (length === 14 && raw[i]?.toLowerCase() === 'content-length')
      body = Number(raw[i + 1]) === 0 ? 'empty' : 'length'
    else if (length === 17 && raw[i]?.toLowerCase() === 'transfer-encoding') {
      const coding = transferCoding(raw, httpVersion)
      if (coding === 'unclear') return coding
      body = coding === 'chunked' ? 'chunked' : 'close'
      break
    }
  }
  return method === 'HEAD' || statusCode === 204 || statusCode === 304 ? 'none' : body
}

function keepAliveOf(raw: readonly string[]): string | undefined {
  for (let i = 0; i + 1 < raw.length; i += 2)
    if (raw[i]?.length === 10 && raw[i]?.toLowerCase() === 'keep-alive') return raw[i + 1]
  return undefined
}

function pairs(flat: readonly string[]): [string, string][] {
  const all: [string, string][] = []
  for (let i = 0; i + 1 < flat.length; i += 2) all.push([flat[i] ?? '', flat[i + 1] ?? ''])
  return all
}
