/**
 * Exchanges on their way to the worker: all heads of a batch as one text and all bodies in one buffer, which is handed over
 * without a copy. Cloning the objects themselves would cost the main thread several times as much.
 */
import type { Exchange, SeenMessage } from '../../traffic/exchange.ts'

export interface Packed {
  readonly heads: string
  readonly bodies: ArrayBuffer
}

/** A message without its body, of which `kept` bytes stand in the buffer. */
interface PackedMessage extends Omit<SeenMessage, 'body'> {
  readonly kept: number
}

type PackedExchange = Omit<Exchange, 'request' | 'response'> & {
  readonly request: PackedMessage
  readonly response: PackedMessage
}

export function pack(exchanges: readonly Exchange[]): Packed {
  const bodies = new Uint8Array(exchanges.reduce((sum, one) => sum + keptOf(one.request) + keptOf(one.response), 0))
  let at = 0
  const message = ({ fields, body, length, truncated }: SeenMessage): PackedMessage => {
    const start = at
    for (const piece of body) {
      bodies.set(piece, at)
      at += piece.length
    }
    return { fields, length, truncated, kept: at - start }
  }
  const heads = exchanges.map((one) => ({ ...one, request: message(one.request), response: message(one.response) }))
  return { heads: JSON.stringify(heads), bodies: bodies.buffer }
}

/** Bodies are views of the buffer. */
export function unpack({ heads, bodies }: Packed): readonly Exchange[] {
  let at = 0
  const message = ({ kept, ...rest }: PackedMessage): SeenMessage => {
    const body = kept === 0 ? [] : [new Uint8Array(bodies, at, kept)]
    at += kept
    return { ...rest, body }
  }
  return (JSON.parse(heads) as readonly PackedExchange[]).map((one) => {
    const request = message(one.request)
    return { ...one, request, response: message(one.response) }
  })
}

function keptOf({ body }: SeenMessage): number {
  let bytes = 0
  for (const piece of body) bytes += piece.length
  return bytes
}

/** What an exchange takes in memory while it waits, about. */
export function weightOf(exchange: Exchange): number {
  const { request, response, target } = exchange
  return 512 + 2 * target.length + weightOfMessage(request) + weightOfMessage(response)
}

function weightOfMessage(message: SeenMessage): number {
  let weight = keptOf(message)
  for (const text of message.fields) weight += 24 + text.length
  return weight
}
