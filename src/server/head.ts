/** The head of a request: how many fields it has, how often Host is one of them (RFC 9112 section 3.2), and where its body ends. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type HttpResponse, json } from '../http/message.ts'
import { transferCoding } from './transfer-coding.ts'

const withoutHost = json(400, { message: 'The Host header is missing' })

const hostTwice = json(400, { message: 'The Host header is there more than once' })

/** Fields that a request may have. */
const MOST_FIELDS = 1000

const tooMany = json(431, { message: `The request has more than ${MOST_FIELDS} header fields` })

/** Where the next request begins is not known either: the connection ends, and what came behind is none. */
const unclear = json(400, { message: 'The Transfer-Encoding header does not say clearly where the body ends' }, [
  'Connection',
  'close',
])

const ending = new WeakSet<Socket>()

/** HTTP/1.1 wants Host once in every request; HTTP/1.0 does not know it. */
export function headRefusal({ headers, rawHeaders, httpVersion, socket }: IncomingMessage): HttpResponse | undefined {
  if (ending.has(socket)) return unclear
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (coding !== 'chunked' || httpVersion === '1.0')) {
    if (transferCoding(rawHeaders, httpVersion) !== 'chunked') {
      ending.add(socket)
      return unclear
    }
  }
  if (rawHeaders.length > 2 * MOST_FIELDS) return tooMany
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
