import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Node keeps the answer that a connection is busy with on its socket; there is no public name for it, and keeping our own books would cost every request. */
type HttpSocket = Duplex & { readonly _httpMessage?: ServerResponse | null }

/** The answer that is being made or sent on a connection; undefined when it is idle, or the head of a request has not wholly arrived. */
export function answerUnderWay(socket: Duplex): ServerResponse | undefined {
  return (socket as HttpSocket)._httpMessage ?? undefined
}
