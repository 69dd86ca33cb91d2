/** Plain sockets and requests for tests that look at the wire. */
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  json(): unknown
}

export interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

/** One request on a connection of its own. */
export function ask(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  return new Promise((done, fail) => {
    const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('error', fail)
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        done({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          json: () => JSON.parse(text) as unknown,
        })
      })
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}

/** A connected socket that is destroyed at the end of an `await using` block. */
export async function dial(port: number): Promise<Socket & AsyncDisposable> {
  const socket = connect({ port, host: '127.0.0.1' })
  await new Promise<void>((done, fail) => {
    socket.once('connect', done)
    socket.once('error', fail)
  })
  socket.on('error', () => {})
  return Object.assign(socket, { [Symbol.asyncDispose]: async () => void socket.destroy() })
}

/** Writes bytes and gives back all that comes until the other side closes. */
export async function exchange(port: number, bytes: string | Uint8Array, end = false): Promise<string> {
  await using socket = await dial(port)
  const received = readAll(socket)
  if (end) socket.end(bytes)
  else socket.write(bytes)
  return await received
}

/** All that comes until the connection is closed or reset. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((done) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.once('close', () => done(text))
  })
}

/** All that comes until it contains `wanted` or the connection is closed. */
export function readUntil(socket: Socket, wanted: string): Promise<string> {
  return new Promise((done) => {
    let text = ''
    const look = (chunk: Buffer): void => {
      text += chunk.toString('latin1')
      if (text.includes(wanted)) finish()
    }
    const finish = (): void => {
      socket.removeListener('data', look)
      socket.removeListener('close', finish)
      done(text)
    }
    socket.on('data', look)
    socket.once('close', finish)
  })
}
