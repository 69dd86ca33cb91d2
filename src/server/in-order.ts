/**
 * Requests of one connection are answered in the order they came, also when a
 * client sends the next one before the body of the one before has been read:
 * that one waits. Costs a request without body nothing while no body is awaited
 * anywhere.
 */
import type { Socket } from 'node:net'

export class InOrder<T> {
  /** Connections whose next body is awaited, with what came behind it. */
  readonly #waiting = new Map<Socket, T[]>()
  readonly #proceed: (arrival: T) => void

  constructor(proceed: (arrival: T) => void) {
    this.#proceed = proceed
  }

  /** True when it has to wait; it is proceeded with in its turn. */
  holds(socket: Socket, arrival: T): boolean {
    if (this.#waiting.size === 0) return false
    const behind = this.#waiting.get(socket)
    behind?.push(arrival)
    return behind !== undefined
  }

  /** What comes on this connection waits from now on. */
  begin(socket: Socket): void {
    this.#waiting.set(socket, [])
  }

  /** True when a request waits for the body that is awaited on this connection. */
  hasNext(socket: Socket): boolean {
    return (this.#waiting.get(socket)?.length ?? 0) > 0
  }

  /** Proceeds with what has waited, until one of these waits itself. */
  end(socket: Socket): void {
    const behind = this.#waiting.get(socket) ?? []
    this.#waiting.delete(socket)
    for (const [i, arrival] of behind.entries()) {
      const again = this.#waiting.get(socket)
      if (again !== undefined) {
        again.push(...behind.slice(i))
        return
      }
      this.#proceed(arrival)
    }
  }

  /** Forgets a connection that will bring nothing more. */
  drop(socket: Socket): void {
    this.#waiting.delete(socket)
  }
}
