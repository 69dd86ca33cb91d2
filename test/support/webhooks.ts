/** A server on a real directory, and receivers of what it sends, for tests of webhooks. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deriveModel } from '../../src/derive/derive.ts'
import { type Files, imported } from '../../src/importers/import.fixture.ts'
import { makeJournal } from '../../src/sandbox/journal/journal.ts'
import { sandboxFiles } from '../../src/server/sandbox-files.ts'
import {
  type SandboxListener,
  type SandboxListenerOptions,
  startSandboxListener,
} from '../../src/server/sandbox-listener.ts'
import { realTimers, type Timers } from '../../src/server/webhook-sender.ts'
import { type DataDirectory, makeDataDirectory } from '../../src/stores/data-directory.ts'
import { writeDescription } from '../../src/stores/descriptions.ts'
import { newSettings, openSandboxes } from '../../src/stores/sandboxes.ts'
import { tempDirectory } from './temp-directory.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly json: Record<string, unknown>
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** What is done with the next requests; the usual answer is 204. */
  answer: (request: Received, response: ServerResponse) => void
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const { method = '', url: path = '', headers } = request
      const one: Received = { method, path, headers, body, json: jsonOf(body) }
      received.push(one)
      receiver.answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (_, response) => response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

function jsonOf(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Time that goes so many times faster. */
export function scaledTimers(factor: number): Timers {
  return { now: realTimers.now, after: (ms, then) => realTimers.after(ms / factor, then) }
}

export interface WebhookServer {
  readonly data: DataDirectory
  readonly listener: SandboxListener
  readonly url: string
  readonly log: string[]
  call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly json: Record<string, unknown> }>
  stop(): Promise<void>
}

/** Serves a description as the sandbox `pay`, on the directory of another server where one is given. */
export async function serveWebhooks(
  files: Files,
  webhooks: NonNullable<SandboxListenerOptions['webhooks']> = {},
  before?: DataDirectory,
): Promise<WebhookServer> {
  const directory = before === undefined ? tempDirectory() : undefined
  const data = before ?? makeDataDirectory(directory?.path ?? '')
  if (before === undefined) {
    const model = deriveModel(await imported(files))
    const settings = newSettings('pay', { seed: '5eed', credential: 'sk_1' })
    openSandboxes(data).add(
      { settings, created: '2025-01-01T00:00:00Z', source: { location: '-', sha256: model.head.source.sha256 } },
      (file) => writeDescription(file, model),
    )
  }
  const log: string[] = []
  const listener = await startSandboxListener({
    host: '127.0.0.1',
    port: 0,
    files: sandboxFiles(data, 'os'),
    makeJournal: (budget) => makeJournal(1024, '', budget),
    log: (line) => log.push(line),
    webhooks,
  })
  let isStopped = false
  const stop = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    await listener.stop()
  }
  return {
    data,
    listener,
    url: listener.url,
    log,
    async call(method, path, body) {
      const headers = {
        authorization: 'Bearer sk_1',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const answer = await fetch(listener.url + path, init)
      return { status: answer.status, json: jsonOf(await answer.text()) }
    },
    async stop() {
      await stop()
      directory?.[Symbol.dispose]()
    },
  }
}
