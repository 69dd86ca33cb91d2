import type { Duplex } from 'node:stream'
import { JSON_TYPE } from '../http/message.ts'
import { answerUnderWay } from './under-way.ts'

/** Answers what was no HTTP, in JSON, and closes the connection. An answer that has begun is not written into. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET' || answerUnderWay(socket)?.headersSent) {
    socket.destroy()
    return
  }
  const [status, message] = refusals[error.code ?? ''] ?? ['400 Bad Request', 'Malformed HTTP request']
  endWith(socket, status, message)
}

/** Answers CONNECT, for which Node leaves the socket alone; what was asked before on the connection is answered first. */
export function refuseTunnel(socket: Duplex): void {
  const before = answerUnderWay(socket)
  if (before !== undefined) {
    before.once('finish', () => refuseTunnel(socket))
    return
  }
  socket.on('error', () => socket.destroy())
  if (socket.writable) endWith(socket, '405 Method Not Allowed', 'Method Not Allowed', `Allow: ${METHODS}\r\n`)
  else socket.destroy()
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

function endWith(socket: Duplex, status: string, message: string, fields = ''): void {
  const body = JSON.stringify({ message })
  socket.end(
    `HTTP/1.1 ${status}\r\n${fields}Content-Type: ${JSON_TYPE}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

const refusals: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Request header fields too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'Chunk extensions too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
}
