/** From an answer as a value to the socket: one head, one body, one write. */
import { Buffer } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import { fittedHead } from '../http/head-size.ts'
import { type HttpResponse, hasBody, NO_BODY } from '../http/message.ts'
import { isFieldName } from '../http/response-fields.ts'
import { perform } from './wire.ts'

/** Told of an answer that could not be sent when its time came. */
export type Unsent = (answer: ServerResponse, error: unknown) => void

/**
 * Writes an answer and is done with it. `close` ends the connection after it. A
 * client that has gone is no error. Throws what keeps it from being sent; where
 * that is found only later, `unsent` is told.
 */
export function send(answer: ServerResponse, response: HttpResponse, close = false, unsent: Unsent = destroy): void {
  if (answer.destroyed || answer.headersSent) return
  if (response.wire === undefined || response.wire.length === 0) sendWhole(answer, response, close)
  else
    perform(answer, response.wire, {
      status: response.status,
      fields: mended(head(response, close)),
      body: hasBody(response.status) && answer.req.method !== 'HEAD' ? bytesOf(response.body) : NO_BODY,
      send: () => sendWhole(answer, response, close),
      failed: (error) => unsent(answer, error),
    })
}

/** A longer text is sent as bytes: as text it would be copied twice more on its way, and stay in memory until it was collected. */
const LONG = 64 * 1024

const destroy: Unsent = (answer) => void answer.destroy()

function sendWhole(answer: ServerResponse, response: HttpResponse, close: boolean): void {
  if (answer.destroyed || answer.headersSent) return
  const { status } = response
  let { body } = response
  const fields = head(response, close)
  if (typeof body === 'string' && body.length > LONG && !fields.some(isBeyondAscii)) body = Buffer.from(body)
  try {
    answer.writeHead(status, fields)
  } catch (error) {
    if (!isBadField(error)) throw error
    answer.writeHead(status, mended(fields))
    // Node writes the head in the encoding of a body that is a string, and as Latin-1 before bytes.
    body = Buffer.from(body)
  }
  if (hasBody(status) && answer.req.method !== 'HEAD') answer.end(body)
  else answer.end()
}

/** Sends the head of a long answer, and nothing else. */
export function sendHead(answer: ServerResponse, response: HttpResponse, close = false): void {
  if (!answer.destroyed && !answer.headersSent) begin(answer, response, close)
  answer.end()
}

/** Writes the head of a long answer. */
export function begin(answer: ServerResponse, { status, fields, pieces }: HttpResponse, close: boolean): void {
  const length = pieces?.bytes === undefined ? [] : ['Content-Length', String(pieces.bytes)]
  const all = [...fields, ...length, ...(close ? ['Connection', 'close'] : [])]
  // Node writes the head in the encoding of a body that is a string, and as Latin-1 before bytes.
  answer.writeHead(status, all.some(isBeyondAscii) ? mended(all) : all)
}

/** Sends head and body but leaves the end to the caller. */
export function sendUnended(answer: ServerResponse, response: HttpResponse): void {
  if (answer.destroyed || answer.headersSent) return
  answer.writeHead(response.status, head(response, true))
  answer.write(response.body)
}

function head({ status, fields, body }: HttpResponse, close: boolean): string[] {
  const all = [...fittedHead(fields)]
  if (hasBody(status))
    all.push('Content-Length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length))
  if (close) all.push('Connection', 'close')
  return all
}

/** Node writes such a head in the encoding of the body. */
function isBeyondAscii(text: string): boolean {
  return /[\x80-\uffff]/.test(text)
}

function bytesOf(body: HttpResponse['body']): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

function isBadField(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ERR_INVALID_CHAR' || code === 'ERR_INVALID_HTTP_TOKEN' || code === 'ERR_HTTP_INVALID_HEADER_VALUE'
}

/** A description may give a header value that no header can hold: line breaks become spaces, other characters UTF-8, and a field whose name is none is left out. */
function mended(fields: readonly string[]): string[] {
  const good: string[] = []
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const name = fields[i] ?? ''
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a field value may not hold
    const value = String(fields[i + 1]).replace(/[\u0000-\u0008\u000a-\u001f\u007f]+/g, ' ')
    if (isFieldName(name)) good.push(name, Buffer.from(value, 'utf8').toString('latin1'))
  }
  return good
}
