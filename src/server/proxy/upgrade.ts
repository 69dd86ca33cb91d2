/** Requests that ask to go on in another protocol. */
import { Buffer } from 'node:buffer'
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { announcesBody } from '../receive.ts'
import { answerUnderWay } from '../under-way.ts'
import { hasOption } from './fields.ts'
import { headText } from './raw-head.ts'

/**
 * True where it is passed on. A server may ignore Upgrade (RFC 9110 section
 * 7.8), and it is ignored beside a body, and where it offers HTTP/2, which some
 * clients do with every request: the answer then comes over HTTP/1.1.
 */
export function isTunnel(message: IncomingMessage): boolean {
  return !announcesBody(message) && !hasOption(message.headers.upgrade ?? '', 'h2c')
}

/** Gives the connection back to the server as it was, but that the request asks for no other protocol. */
export function asOrdinary(message: IncomingMessage, socket: Duplex, head: Buffer, server: Server): void {
  const { method, url, httpVersion, rawHeaders } = message
  const fields: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    const value = rawHeaders[i + 1] ?? ''
    const lower = name.toLowerCase()
    if (lower === 'upgrade' || lower === 'http2-settings') continue
    fields.push(name, lower === 'connection' ? withoutUpgrade(value) : value)
  }
  const text = headText(`${method} ${url} HTTP/${httpVersion}`, fields)
  afterAnswers(socket, () => {
    socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]))
    server.emit('connection', socket)
  })
}

function withoutUpgrade(value: string): string {
  return value
    .split(',')
    .filter((option) => !/^\s*(upgrade|http2-settings)\s*$/i.test(option))
    .join(',')
}

/** An answer on the connection, for one that is refused; the connection ends with it. */
export function withAnswer(message: IncomingMessage, socket: Socket, use: (answer: ServerResponse) => void): void {
  afterAnswers(socket, () => {
    const answer = new ServerResponse(message)
    answer.shouldKeepAlive = false
    answer.assignSocket(socket)
    answer.on('finish', () => socket.destroySoon())
    socket.on('drain', () => answer.emit('drain'))
    use(answer)
  })
}

/** Once what was asked before on the connection has been answered. */
function afterAnswers(socket: Duplex, use: () => void): void {
  const before = answerUnderWay(socket)
  if (before === undefined) use()
  else before.once('close', () => (socket.destroyed ? undefined : afterAnswers(socket, use)))
}
