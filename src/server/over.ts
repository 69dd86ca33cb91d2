/** When nothing more can become of an answer. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** By connection, for one may have many answers that wait for their turn: each has one listener. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Runs once, when the answer has left or its connection has gone; at once where that is so. An answer that waits behind
 * another on its connection has no socket yet, and is not told when that closes.
 */
export function whenOver(answer: ServerResponse, run: () => void): void {
  const { socket } = answer.req
  if (answer.closed || socket.destroyed) {
    run()
    return
  }
  const all = waiting.get(socket) ?? listen(socket)
  const over = (): void => {
    answer.removeListener('close', over)
    all.delete(over)
    run()
  }
  all.add(over)
  answer.once('close', over)
}

function listen(socket: Socket): Set<() => void> {
  const all = new Set<() => void>()
  waiting.set(socket, all)
  socket.once('close', () => {
    for (const over of [...all]) over()
  })
  return all
}
