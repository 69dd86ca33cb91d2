/** A receiver of webhooks, for a person who wants to see them: it tells each one, and answers as it is told to. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Received } from '../sandbox/webhooks/verify.ts'
import { ToolError } from '../support/errors.ts'

/** Bytes of a body that are read. */
const LONGEST_BODY = 32 * 1024 * 1024

export interface ReceivedWebhook extends Received {
  readonly method: string
  readonly path: string
}

export interface ReceiverOptions {
  /** 0 takes a free one. */
  readonly port: number
  readonly status: number
  readonly delayMs: number
  received(webhook: ReceivedWebhook): void
}

export interface WebhookReceiver {
  readonly url: string
  stop(): Promise<void>
}

/** Listens on this machine alone. Throws ToolError when the port is taken. */
export async function startReceiver({ port, status, delayMs, received }: ReceiverOptions): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (body === undefined) {
      response.writeHead(413, { Connection: 'close' }).end()
      return
    }
    const { method = '', url: path = '', headers } = request
    received({ method, path, headers, body, url: `http://${headers.host ?? `127.0.0.1:${port}`}${path}` })
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs).unref())
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'another program has it (choose another with --port)' : error.code
      reject(new ToolError('unavailable', `Cannot listen on port ${port}: ${why}`, { cause: error }))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Undefined for one that is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of request) {
      length += (part as Buffer).length
      if (length > LONGEST_BODY) return undefined
      parts.push(part as Buffer)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(parts).toString('utf8')
}
