/**
 * The requests of one client connection, one at a time: what a client sends
 * behind a request (pipelining) may rest on what that one has done, and reaches
 * the upstream behind it as it would without a proxy.
 */
import type { Socket } from 'node:net'

export interface Passenger {
  start(): void
  /** The client has closed its side of the connection. */
  clientEnded(): void
  /** The connection has closed before its turn came. */
  abandoned(): void
}

/** With more requests waiting nothing is read from the connection. */
const MOST_WAITING = 64
/** Quiet connections are probed, so that a client that is gone without a word is noticed. */
const PROBE_AFTER_MS = 30_000

class Lane {
  readonly socket: Socket
  current: Passenger | undefined
  waiting: Passenger[] = []
  hasEnded = false

  constructor(socket: Socket) {
    this.socket = socket
    socket.setKeepAlive(true, PROBE_AFTER_MS)
    socket.once('end', () => {
      this.hasEnded = true
      // Who waits has come before the end.
      if (this.waiting.length === 0) this.current?.clientEnded()
    })
    socket.once('close', () => {
      for (const passenger of this.waiting.splice(0)) passenger.abandoned()
    })
  }

  enter(passenger: Passenger): void {
    if (this.current === undefined) {
      this.current = passenger
      passenger.start()
      return
    }
    this.waiting.push(passenger)
    if (this.waiting.length === MOST_WAITING) this.socket.pause()
  }

  leave(passenger: Passenger): void {
    // Whose turn it would be is told that the connection has closed.
    if (this.current !== passenger || this.socket.destroyed) return
    this.current = this.waiting.shift()
    if (this.waiting.length === MOST_WAITING - 1) this.socket.resume()
    if (this.current === undefined) return
    this.current.start()
    if (this.hasEnded && this.waiting.length === 0) this.current?.clientEnded()
  }
}

export class Lanes {
  readonly #lanes = new WeakMap<Socket, Lane>()

  enter(socket: Socket, passenger: Passenger): void {
    let lane = this.#lanes.get(socket)
    if (lane === undefined) {
      lane = new Lane(socket)
      this.#lanes.set(socket, lane)
    }
    lane.enter(passenger)
  }

  leave(socket: Socket, passenger: Passenger): void {
    this.#lanes.get(socket)?.leave(passenger)
  }
}
