/**
 * One request of a client and its way to an upstream and back.
 *
 *   client ── message ──> Passage ── Call ──> upstream
 *   client <── answer ─── Passage <─ Caller ── upstream
 *
 * Nothing is gathered: each side is read as fast as the other takes it.
 */
import type { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { messageOf } from '../../support/errors.ts'
import type { Ending } from '../../traffic/exchange.ts'
import { endAfterDraining } from '../receive.ts'
import { send, sendUnended } from '../send.ts'
import type { AnswerHead, Call, Caller, Order } from './call.ts'
import type { Desk } from './desk.ts'
import { answerFields, appendForwarded, requestFields, saysLength, trailerFields } from './fields.ts'
import { INTERIM_WITHOUT_END, InterimAnswers, sizeOf } from './interim.ts'
import type { Passenger } from './lane.ts'
import { endWith, flushHead, headText, setHead, writeInterim } from './raw-head.ts'
import { unreachable } from './refusals.ts'
import type { Remote } from './remote.ts'
import { Sighting } from './sighting.ts'
import { openTunnel } from './tunnel.ts'

export interface Arrived {
  readonly message: IncomingMessage
  readonly answer: ServerResponse
  readonly remote: Remote
  /** Path and query below the route. */
  readonly below: string
  /** The client's connection and what came on it behind the head, where it asks for another protocol. */
  readonly upgrade?: { readonly socket: Duplex; readonly head: Buffer }
}

/** How long, and for how many bytes, a client may go on sending what the upstream takes no more. */
const LINGER_MS = 10_000
const LINGER_BYTES = 128 * 1024 * 1024

export class Passage implements Passenger, Caller {
  readonly #desk: Desk
  readonly #arrived: Arrived
  readonly #message: IncomingMessage
  readonly #answer: ServerResponse
  readonly #seen: Sighting
  #call: Call | undefined
  #hasBody = false
  #expects = false
  #hasClientEnded = false
  #interim: InterimAnswers | undefined
  /** The client waits for the first of them. */
  #awaitsContinue = false
  /** The client is slower than interim answers come. */
  #isBlocked = false
  /** How the answer ends, once that is known before it has. */
  #ending: Ending | undefined
  #head: AnswerHead | undefined
  /** Bytes of the answer that are still to come; undefined where that is not known. */
  #left: number | undefined
  #isOver = false

  constructor(desk: Desk, arrived: Arrived) {
    this.#desk = desk
    this.#arrived = arrived
    this.#message = arrived.message
    this.#answer = arrived.answer
    this.#seen = new Sighting(desk, arrived.message, arrived.remote.upstream.name, arrived.below)
    desk.begin()
    arrived.answer.on('close', this.#close)
  }

  start(): void {
    if (this.#isOver) return
    const { remote, upgrade } = this.#arrived
    remote.prepare(
      upgrade !== undefined,
      () => this.#send(),
      (error) => this.broke(error),
    )
  }

  /** Mostly nobody waits any more. The upstream is told as it would be without a proxy, and it is the one that goes on or not. */
  clientEnded(): void {
    this.#hasClientEnded = true
    if (this.#call?.halfClose() === false) this.#answer.destroy()
  }

  abandoned(): void {
    this.#close()
  }

  #send(): void {
    if (this.#isOver) return
    const order = this.#order()
    const message = this.#message
    try {
      this.#call = this.#arrived.remote.call(order, this)
    } catch (error) {
      this.broke(error instanceof Error ? error : new Error(messageOf(error)))
      return
    }
    if (this.#hasClientEnded) this.clientEnded()
    this.#answer.on('drain', () => this.#call?.resume())
    if (!order.hasBody) {
      this.#call.end([])
      return
    }
    message.on('data', this.#forward)
    message.on('end', () => this.#call?.end(trailerFields(message.rawTrailers)))
    message.on('close', () => {
      if (!message.complete) this.#call?.abort()
    })
    // Behind the pieces of the body that have come with the head.
    if (this.#expects) this.#call.flush()
    else process.nextTick(() => this.#call?.flush())
  }

  #order(): Order {
    const { remote, below, upgrade } = this.#arrived
    const { preserveHost, forwarded } = remote.upstream
    const { method = 'GET', rawHeaders, socket } = this.#message
    const upgrades = upgrade !== undefined
    const read = requestFields(rawHeaders, {
      host: preserveHost ? undefined : remote.authority,
      usualHost: remote.authority,
      upgrades,
    })
    const { fields, host, hasBody, isChunked } = read
    this.#hasBody = hasBody
    this.#expects = read.expects
    this.#awaitsContinue = read.expects
    if (forwarded) appendForwarded(fields, { for: socket.remoteAddress ?? 'unknown', host })
    if (!hasBody && !read.saysLength && saysLength(method)) fields.push('Content-Length', '0')
    return { method, path: remote.path(below), fields, hasBody, isChunked, upgrades }
  }

  readonly #forward = (chunk: Buffer): void => {
    this.#seen.request.add(chunk)
    if (this.#call?.write(chunk) === false) this.#message.pause()
  }

  drained(): void {
    this.#message.resume()
  }

  informed(status: number, reason: string, raw: readonly string[]): void {
    if (this.#isOver) return
    const size = sizeOf(raw)
    if (!this.#admits(status, size)) {
      this.#call?.rest(this.#desk.dropInterim(size))
      // Nothing more tells whether it is still there.
      if (this.#hasClientEnded) this.#answer.destroy()
      else if (this.#interim?.areEndless) this.#giveUp()
      return
    }
    if (this.#message.httpVersion === '1.0') return
    const { fields } = answerFields(raw, status, false)
    const isTaken = writeInterim(this.#answer, headText(`HTTP/1.1 ${status} ${reason}`, fields))
    if (isTaken || this.#isBlocked) return
    this.#isBlocked = true
    this.#call?.pause()
    this.#message.socket.once('drain', () => {
      this.#isBlocked = false
      this.#call?.resume()
    })
  }

  #giveUp(): void {
    this.#call?.abort()
    this.broke(new Error(INTERIM_WITHOUT_END))
  }

  #admits(status: number, size: number): boolean {
    this.#interim ??= new InterimAnswers()
    const { socket } = this.#answer
    // Not its turn yet: nothing of it could leave.
    const waiting = socket?.writableLength ?? Number.POSITIVE_INFINITY
    if (this.#interim.admits(size, waiting)) return true
    if (status !== 100 || !this.#awaitsContinue) return false
    this.#awaitsContinue = false
    return true
  }

  answered(head: AnswerHead): void {
    if (this.#isOver) return
    if (head.status < 200) {
      this.#call?.abort()
      this.broke(new Error(`the upstream answered with status ${head.status}`))
      return
    }
    this.#head = head
    this.#seen.answered(head.status, head.raw)
    this.#writeHead(head)
    // Where no piece of the body has come with the head, the head goes alone.
    process.nextTick(flushHead, this.#answer)
  }

  #writeHead({ status, reason, raw, added = [], framing }: AnswerHead): void {
    const answer = this.#answer
    const isOld = this.#message.httpVersion === '1.0'
    const { fields, length } = answerFields(raw, status, isOld)
    fields.push(...added)
    if (framing === 'length') this.#left = length
    const isChunked = framing === 'chunked' && !isOld
    const isEndless = framing === 'close' || (framing === 'chunked' && isOld)
    const isLast = isEndless || !answer.shouldKeepAlive || this.#hasClientEnded || this.#desk.isStopping
    if (isLast) addOption(fields, 'close')
    else if (isOld) addOption(fields, 'keep-alive')
    answer.statusCode = status
    setHead(answer, headText(`HTTP/1.1 ${padded(status)} ${reason}`, fields), {
      isChunked,
      hasBody: framing !== 'none',
      isLast,
    })
  }

  received(chunk: Buffer): void {
    if (this.#isOver) return
    this.#seen.response.add(chunk)
    if (this.#left !== undefined) {
      this.#left -= chunk.length
      if (this.#left === 0) {
        this.#ending = 'complete'
        endWith(this.#answer, chunk)
        return
      }
    }
    if (!this.#answer.write(chunk)) this.#call?.pause()
  }

  ended(trailers: readonly string[]): void {
    if (this.#isOver) return
    this.#ending = 'complete'
    const through = trailerFields(trailers)
    if (through.length > 0 && this.#answer.chunkedEncoding) this.#answer.addTrailers(pairs(through))
    this.#answer.end()
  }

  broke(error: Error): void {
    if (this.#isOver || this.#ending !== undefined) return
    const isUnattended = this.#hasClientEnded || this.#message.socket.destroyed
    if (this.#head !== undefined) {
      this.#ending = isUnattended ? 'client-aborted' : 'upstream-aborted'
      this.#cut()
      return
    }
    this.#ending = isUnattended ? 'client-aborted' : 'unreachable'
    if (!isUnattended) this.#desk.tell(`Upstream ${this.#arrived.remote.upstream.name}: ${messageOf(error)}`)
    this.#refuse()
  }

  #refuse(): void {
    const message = this.#message
    message.removeListener('data', this.#forward)
    // A client that waits for 100 Continue may send the body or not: where the next request begins is unknown.
    if (this.#expects || !this.#hasBody || message.complete) {
      message.resume()
      send(this.#answer, unreachable, this.#expects || this.#desk.isStopping)
      return
    }
    sendUnended(this.#answer, unreachable)
    endAfterDraining(message, this.#answer)
  }

  /** The client is to see that the answer is not whole. Where only the end of the connection tells the end, that must be no good one. */
  #cut(): void {
    const { socket } = this.#answer
    flushHead(this.#answer)
    if (socket === null) this.#answer.destroy()
    else if (this.#answer.chunkedEncoding || this.#left !== undefined) socket.destroySoon()
    else socket.resetAndDestroy()
  }

  /** The upstream takes nothing more: what the client still sends of its request is read and dropped, so that it gets to read the answer. */
  closed(): void {
    const message = this.#message
    if (message.complete || message.destroyed || this.#head === undefined) return
    let dropped = 0
    const giveUp = (): void => void message.socket.destroy()
    const timer = setTimeout(giveUp, LINGER_MS)
    message.removeListener('data', this.#forward)
    message.on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > LINGER_BYTES) giveUp()
    })
    message.once('close', () => clearTimeout(timer))
    message.resume()
  }

  switched(head: AnswerHead, upstream: Duplex, behind: Buffer): void {
    const { upgrade } = this.#arrived
    if (this.#isOver || upgrade === undefined) {
      upstream.destroy()
      return
    }
    this.#isOver = true
    this.#seen.answered(head.status, head.raw)
    const { fields } = answerFields(head.raw, head.status, false)
    const text = headText(`HTTP/1.1 ${head.status} ${head.reason}`, fields)
    const client = upgrade.socket
    this.#answer.detachSocket(this.#message.socket)
    client.write(text, 'latin1')
    this.#desk.switched(this.#seen.exchange('upgraded'), (done) =>
      openTunnel({ stream: client, head: upgrade.head }, { stream: upstream, head: behind }, done),
    )
  }

  /** The answer is out, or will never be. */
  readonly #close = (): void => {
    if (this.#isOver) return
    this.#isOver = true
    const isOut = this.#answer.writableFinished
    const ending = this.#ending ?? 'client-aborted'
    if (!isOut) this.#call?.abort()
    this.#desk.end(this.#seen.exchange(ending === 'complete' && !isOut ? 'client-aborted' : ending))
    this.#desk.lanes.leave(this.#message.socket, this)
  }
}

function addOption(fields: string[], option: string): void {
  for (let i = 0; i < fields.length; i += 2)
    if (fields[i]?.toLowerCase() === 'connection') {
      fields[i + 1] = `${fields[i + 1]}, ${option}`
      return
    }
  fields.push('Connection', option)
}

function padded(status: number): string {
  return String(status).padStart(3, '0')
}

function pairs(flat: readonly string[]): [string, string][] {
  const all: [string, string][] = []
  for (let i = 0; i + 1 < flat.length; i += 2) all.push([flat[i] ?? '', flat[i + 1] ?? ''])
  return all
}
