/** Talks to the control plane of a running server. */

import { type IncomingMessage, request } from 'node:http'
import { type ErrorCode, errorCodes, ToolError } from '../support/errors.ts'
import { jsonText, readJson } from '../support/exact-json.ts'
import { field } from '../support/json.ts'

export interface ControlClient {
  get(path: string): Promise<unknown>
  /** The answer with one of its header fields; '' where it has none. */
  getWith(path: string, field: string): Promise<{ readonly value: unknown; readonly field: string }>
  /** `silence`: how long the server may say nothing, in milliseconds, where that is not as usual. */
  post(path: string, body?: unknown, silence?: number): Promise<unknown>
  remove(path: string): Promise<unknown>
  /** Hands the data of each server-sent event after `lastSeen` to `onEvent` until the signal aborts or the server ends the stream. */
  follow(path: string, lastSeen: number, onEvent: (data: unknown) => void, signal: AbortSignal): Promise<void>
}

/** How long a server may say nothing before a command gives up. */
const SILENCE_MS = 30_000

export function controlClient(
  baseUrl: string,
  token: string | undefined,
  silenceMs: number = SILENCE_MS,
): ControlClient {
  const send = (url: string, sending: Sending, body?: string, silence = silenceMs) =>
    sendRequest(url, sending, silence, body)
  const credentials: Record<string, string> = token === undefined ? {} : { 'X-Tool-Token': token }
  const ask = async (method: string, path: string, body?: unknown, silence?: number): Promise<unknown> => {
    const text = body === undefined ? undefined : jsonText(body)
    const headers = text === undefined ? credentials : { ...credentials, 'Content-Type': 'application/json' }
    return judged(await send(baseUrl + path, { method, headers }, text, silence))
  }
  return {
    get: (path) => ask('GET', path),
    async getWith(path, name) {
      const response = await send(baseUrl + path, { method: 'GET', headers: credentials })
      return { value: await judged(response), field: [response.headers[name.toLowerCase()]].flat().join() }
    },
    post: (path, body, silence) => ask('POST', path, body, silence),
    remove: (path) => ask('DELETE', path),
    async follow(path, lastSeen, onEvent, signal) {
      const headers = { ...credentials, Accept: 'text/event-stream', 'Last-Event-ID': String(lastSeen) }
      try {
        const response = await send(baseUrl + path, { method: 'GET', headers, signal })
        if (response.statusCode !== 200) await judged(response)
        // Events come when something happens.
        response.socket.setTimeout(0)
        await readEvents(response, onEvent)
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
  }
}

interface Sending {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

function sendRequest(url: string, sending: Sending, silenceMs: number, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...sending, agent: false, timeout: silenceMs }, (response) => {
      sent.once('timeout', () => response.destroy(silent(url, silenceMs)))
      resolve(response)
    })
    sent.once('timeout', () => reject(silent(url, silenceMs)))
    sent.once('timeout', () => sent.destroy())
    sent.once('error', (error) =>
      reject(new ToolError('unavailable', `Cannot reach the server at ${url}: ${error.message}`, { cause: error })),
    )
    sent.end(body)
  })
}

function silent(url: string, silenceMs: number): ToolError {
  const why = 'it is busy, or was stopped halfway (end that process and try again)'
  return new ToolError('unavailable', `The server at ${url} has not answered for ${silenceMs / 1000} s: ${why}`)
}

const WANTS_TOKEN =
  'The X-Tool-Token header is missing or wrong: set TOOL_TOKEN or token_file to what the server was started with'

/** The answer's value. Throws the control plane's own message when it refuses. */
async function judged(response: IncomingMessage): Promise<unknown> {
  const status = response.statusCode ?? 0
  const value = parsed(await textOf(response))
  if (status >= 200 && status < 300) return value
  if (status === 401) throw new ToolError(codeOf(status), WANTS_TOKEN)
  const told = [field(value, 'message'), field(value, 'reason')].filter((part) => typeof part === 'string')
  throw new ToolError(codeOf(status), told.length > 0 ? told.join(': ') : `The server answered ${status}`)
}

async function textOf(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return text
}

function parsed(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

function codeOf(status: number): ErrorCode {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  return codes.find((code) => errorCodes[code].status === status) ?? 'unavailable'
}

async function readEvents(response: IncomingMessage, onEvent: (data: unknown) => void): Promise<void> {
  response.setEncoding('utf8')
  let pending = ''
  for await (const chunk of untilGone(response)) {
    const events = (pending + String(chunk)).split('\n\n')
    pending = events.pop() ?? ''
    for (const event of events) {
      const data = event.split('\n').filter((line) => line.startsWith('data:'))
      if (data.length > 0) onEvent(parsed(data.map((line) => line.slice('data:'.length)).join('\n')))
    }
  }
}

/** A server that stops may end the stream or cut it: either is the end. */
async function* untilGone(response: IncomingMessage): AsyncGenerator<unknown> {
  try {
    yield* response
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
  }
}
