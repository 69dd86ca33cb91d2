/** Answers that clients have not taken yet, counted by connection. One that waits and gives way is closed. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Budget, Holder } from '../support/budget.ts'

export class WaitingAnswers {
  readonly #budget: Budget
  readonly #waiting = new Map<Socket, WaitingConnection>()

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** The answer has not left whole: its bytes count until it has, or its connection ends. */
  count(answer: ServerResponse, bytes: number): void {
    if (bytes > 0) this.counter(answer)(bytes)
  }

  /** Says how many bytes of the answer wait now; none when it has left, or its connection has ended. */
  counter(answer: ServerResponse): (bytes: number) => void {
    const { socket } = answer.req
    let own = 0
    const set = (bytes: number): void => {
      if (bytes > 0 && (socket.destroyed || answer.closed)) return
      const connection = this.#waiting.get(socket) ?? this.#begin(socket)
      const before = own
      own = bytes
      // Let go of with its connection, it counts no more.
      this.#budget.hold(connection, Math.max(0, connection.held - before) + bytes)
      if (connection.held === 0) this.#end(connection)
    }
    answer.once('close', () => {
      if (own > 0 && this.#waiting.has(socket)) set(0)
    })
    return set
  }

  #begin(socket: Socket): WaitingConnection {
    const connection = new WaitingConnection(socket, () => this.#end(connection))
    this.#waiting.set(socket, connection)
    socket.once('close', connection.end)
    return connection
  }

  #end(connection: WaitingConnection): void {
    const { socket } = connection
    this.#budget.leave(connection)
    if (this.#waiting.get(socket) === connection) this.#waiting.delete(socket)
    socket.removeListener('close', connection.end)
  }
}

class WaitingConnection implements Holder {
  held = 0
  readonly socket: Socket
  readonly end: () => void

  constructor(socket: Socket, end: () => void) {
    this.socket = socket
    this.end = end
  }

  letGo(): void {
    this.end()
    this.socket.destroy()
  }
}
