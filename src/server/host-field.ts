/** The Host field of a request: how often it is there (RFC 9112 section 3.2). */
import type { IncomingMessage } from 'node:http'
import { type HttpResponse, json } from '../http/message.ts'

const withoutHost = json(400, { message: 'The Host header is missing' })

const hostTwice = json(400, { message: 'The Host header is there more than once' })

/** HTTP/1.1 wants it once in every request (RFC 9112 section 3.2); HTTP/1.0 does not know it. */
export function hostRefusal({ headers, rawHeaders, httpVersion }: IncomingMessage): HttpResponse | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? withoutHost : undefined
  return namesHostTwice(rawHeaders) ? hostTwice : undefined
}

function namesHostTwice(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
