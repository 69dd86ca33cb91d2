/** Performs what a fault does to an answer on its way out: the only switch on wire effects. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Drip, dripOf, endingOf, type WireEffect, waitOf } from '../http/wire.ts'

/** An answer that is ready to leave. */
export interface Leaving {
  readonly status: number
  /** With Content-Length, where there is a body. */
  readonly fields: string[]
  readonly body: Uint8Array
  /** Sends it as it should be. */
  send(): void
  /** Told when it cannot be sent. */
  failed(error: unknown): void
}

const hanging = new WeakSet<ServerResponse>()

/** True for an answer of which nothing more will come: nobody need wait for it. */
export function isHanging(answer: ServerResponse): boolean {
  return hanging.has(answer)
}

/** Delays add up; then the strongest effect decides how the answer leaves. Never throws. */
export function perform(answer: ServerResponse, wire: readonly WireEffect[], leaving: Leaving): void {
  const ending = endingOf(wire)
  if (ending !== undefined && SILENT.has(ending.effect)) hanging.add(answer)
  const departure = new Departure(answer, leaving)
  departure.later(waitOf(wire), () => departure.finish(ending))
}

const SILENT: ReadonlySet<WireEffect['effect']> = new Set(['reset', 'hang', 'close'])

/** Pieces are sent this far apart where the speed is given, in milliseconds. */
const PIECE_MS = 50

/** One answer on its troubled way out. */
class Departure {
  readonly #answer: ServerResponse
  readonly #leaving: Leaving

  constructor(answer: ServerResponse, leaving: Leaving) {
    this.#answer = answer
    this.#leaving = leaving
  }

  /** Runs after so many milliseconds, unless the connection has gone by then. */
  later(ms: number, run: () => void): void {
    if (ms <= 0) {
      this.#attempt(run)
      return
    }
    // That of the request: an answer that waits behind another has none yet, and is not told of its end.
    const { socket } = this.#answer.req
    const stop = (): void => clearTimeout(timer)
    const timer = setTimeout(() => {
      socket.removeListener('close', stop)
      this.#attempt(run)
    }, ms)
    if (socket.destroyed) stop()
    else socket.once('close', stop)
  }

  #attempt(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#leaving.failed(error)
    }
  }

  /** When it is this answer's turn on the connection. */
  #inTurn(run: (socket: Socket) => void): void {
    const { socket } = this.#answer
    if (socket !== null) run(socket)
    else this.#answer.once('socket', (own: Socket) => this.#attempt(() => run(own)))
  }

  finish(ending: WireEffect | undefined): void {
    if (this.#answer.destroyed || this.#answer.headersSent) return
    switch (ending?.effect) {
      case undefined:
      case 'wait':
        this.#leaving.send()
        return
      case 'reset':
        this.#inTurn((socket) => socket.resetAndDestroy())
        return
      case 'hang':
      case 'close':
        this.#inTurn((socket) => socket.destroy())
        return
      case 'garble':
        this.#inTurn((socket) => this.#garble(socket))
        return
      case 'misstate':
        this.#inTurn((socket) => this.#misstate(socket, ending.more))
        return
      case 'drip':
        this.#drip(ending)
        return
      case 'linger':
        this.#inTurn((socket) => this.#linger(socket, ending.ms))
        return
      default:
        ending satisfies never
    }
  }

  /** A chunk whose size is no number: every parser stops there. */
  #garble(socket: Socket): void {
    const { status, fields } = this.#leaving
    this.#answer.writeHead(status, [
      ...without(fields, 'content-length', 'connection'),
      ...['Transfer-Encoding', 'chunked', 'Connection', 'close'],
    ])
    this.#answer.flushHeaders()
    socket.write('not a chunk\r\nof HTTP at all\r\n\r\n')
    socket.destroySoon()
  }

  #misstate(socket: Socket, more: number): void {
    const { status, fields, body } = this.#leaving
    const length = String(body.length + more)
    this.#sendAll(status, [...without(fields, 'content-length', 'connection'), 'Content-Length', length], body)
    socket.destroySoon()
  }

  /** Content-Length tells the client that it has all; the end of the connection it sees later. */
  #linger(socket: Socket, ms: number): void {
    const { status, fields, body } = this.#leaving
    this.#sendAll(status, without(fields, 'connection'), body)
    hanging.add(this.#answer)
    this.later(ms, () => socket.destroySoon())
  }

  /** Head and body, with the end of the connection announced and left to the caller. */
  #sendAll(status: number, fields: string[], body: Uint8Array): void {
    this.#answer.writeHead(status, [...fields, 'Connection', 'close'])
    if (body.length > 0) this.#answer.write(body)
    else this.#answer.flushHeaders()
  }

  #drip(drip: Drip): void {
    const { pieces, bytesPerSecond } = drip
    const { status, fields, body } = this.#leaving
    const lasting = dripOf(drip, body.length)
    const count = bytesPerSecond === undefined ? pieces : Math.max(1, Math.ceil(lasting / PIECE_MS))
    this.#answer.writeHead(status, fields)
    this.#answer.flushHeaders()
    const size = Math.max(1, Math.ceil(body.length / count))
    const turns = Math.max(1, Math.ceil(body.length / size))
    const next = (turn: number): void => {
      this.later(Math.max(1, Math.round(lasting / turns)), () => {
        const piece = body.subarray((turn - 1) * size, turn * size)
        if (turn >= turns) this.#answer.end(piece)
        else {
          this.#answer.write(piece)
          next(turn + 1)
        }
      })
    }
    next(1)
  }
}

function without(fields: readonly string[], ...names: readonly string[]): string[] {
  return fields.filter((_, i) => !names.includes((fields[i - (i % 2)] ?? '').toLowerCase()))
}
