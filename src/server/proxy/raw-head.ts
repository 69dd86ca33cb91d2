/**
 * Heads as they are to stand on the wire. Node's own ways to write a head add
 * Connection, Keep-Alive, Date or a transfer coding of their own, refuse a
 * Trailer beside Content-Length, and write bytes beyond ASCII as UTF-8 when they
 * flush a head alone. So the text of a head is made here and put where node
 * keeps the one that it has made: the only file that knows that place.
 */
import type { Buffer } from 'node:buffer'
import type { OutgoingMessage, ServerResponse } from 'node:http'

interface Inside {
  _header: string | null
  _headerSent: boolean
  _hasBody: boolean
  _last: boolean
  _send(data: string, encoding: 'latin1'): boolean
  _writeRaw(data: string, encoding: 'latin1'): boolean
}

const inside = (message: OutgoingMessage): OutgoingMessage & Inside => message as OutgoingMessage & Inside

export function headText(firstLine: string, fields: readonly string[]): string {
  let text = `${firstLine}\r\n`
  for (let i = 0; i + 1 < fields.length; i += 2) text += `${fields[i]}: ${fields[i + 1]}\r\n`
  return `${text}\r\n`
}

export interface HeadOptions {
  readonly isChunked: boolean
  readonly hasBody: boolean
  /** The connection ends with this message. */
  readonly isLast: boolean
}

/** The head goes out with the first piece of the body, the end, or `flushHead`. */
export function setHead(message: OutgoingMessage, text: string, { isChunked, hasBody, isLast }: HeadOptions): void {
  const one = inside(message)
  one._header = text
  one._headerSent = false
  one._hasBody = hasBody
  // Node has set it where the client has closed its side.
  one._last ||= isLast
  one.chunkedEncoding = isChunked && hasBody
}

export function flushHead(message: OutgoingMessage): void {
  const one = inside(message)
  if (!one._headerSent && !one.destroyed) one._send('', 'latin1')
}

/** Node sends a text of so many bytes in one piece, without a copy of its own. */
const ONE_WRITE = 16 * 1024 - 1

/** Ends a message with a body that has come whole; with the head, where that is still to go, in one write. */
export function endWith(message: OutgoingMessage, body: Buffer): void {
  const one = inside(message)
  if (!one._hasBody || one._headerSent || one._header === null || one._header.length + body.length > ONE_WRITE) {
    message.end(body)
    return
  }
  one._header += body.toString('latin1')
  message.end()
}

/** An interim answer (1xx), in its turn among those of the connection. False: the client is slower than these come. */
export function writeInterim(answer: ServerResponse, text: string): boolean {
  return inside(answer)._writeRaw(text, 'latin1')
}
