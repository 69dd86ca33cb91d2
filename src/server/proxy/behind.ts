/**
 * What comes behind the end of an answer. Node reads it, and forgets it with the
 * answer: the begin of a second one in the same segment, and whatever comes until
 * the connection is free. The next request on the connection would get the rest
 * as its answer. The only file that knows where node keeps its parser.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Node's place for who is told that a message begins. */
const ON_MESSAGE_BEGIN = 0

interface Inside {
  readonly parser?: Record<typeof ON_MESSAGE_BEGIN, (() => void) | null> | null
  readonly _httpMessage?: { readonly res?: IncomingMessage | null } | null
}

const inside = (socket: Socket): Socket & Inside => socket as Socket & Inside

/**
 * To be called with each piece that comes on a connection in use, before node
 * reads it. False where no answer is awaited any more; `begins` is to be called
 * when a message begins in it.
 */
export function isAwaited(socket: Socket, begins: () => void): boolean {
  const { parser } = inside(socket)
  if (parser === null || parser === undefined) return false
  parser[ON_MESSAGE_BEGIN] = begins
  return true
}

/** The answer has its head, its last one: what begins now is another. */
export function isAnswered(socket: Socket): boolean {
  const { res } = inside(socket)._httpMessage ?? {}
  return res !== null && res !== undefined
}
