/** Talks to the control plane of a running server. */
import { type ErrorCode, errorCodes, ToolError } from '../support/errors.ts'
import { field } from '../support/json.ts'

export interface ControlClient {
  readonly baseUrl: string
  get(path: string): Promise<unknown>
  post(path: string, body: unknown): Promise<unknown>
  remove(path: string): Promise<unknown>
  /** Hands each server-sent event to `onEvent` until the signal aborts or the server ends the stream. */
  follow(path: string, onEvent: (event: string, data: unknown) => void, signal: AbortSignal): Promise<void>
}

export function controlClient(baseUrl: string, token: string | undefined): ControlClient {
  const headers: Record<string, string> = token === undefined ? {} : { 'X-Tool-Token': token }
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const content = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const init = { method, headers: { ...headers, ...content }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    return answerOf(await reach(baseUrl, path, init))
  }
  return {
    baseUrl,
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    remove: (path) => ask('DELETE', path),
    async follow(path, onEvent, signal) {
      try {
        const response = await reach(baseUrl, path, { headers: { ...headers, Accept: 'text/event-stream' }, signal })
        if (!response.ok) await answerOf(response)
        else await readEvents(response, onEvent)
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
  }
}

async function reach(baseUrl: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(baseUrl + path, init)
  } catch (error) {
    throw new ToolError('unavailable', `Cannot reach the server at ${baseUrl}: ${reason(error)}`, { cause: error })
  }
}

function reason(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const value = parsed(text)
  if (response.ok) return value
  const message = field(value, 'message')
  throw new ToolError(codeOf(response.status), typeof message === 'string' ? message : `The server answered ${response.status}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function codeOf(status: number): ErrorCode {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  return codes.find((code) => errorCodes[code].status === status) ?? 'unavailable'
}

async function readEvents(response: Response, onEvent: (event: string, data: unknown) => void): Promise<void> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const chunk of response.body ?? []) {
    pending += decoder.decode(chunk as Uint8Array, { stream: true })
    const events = pending.split('\n\n')
    pending = events.pop() ?? ''
    for (const event of events) tell(event, onEvent)
  }
}

function tell(text: string, onEvent: (event: string, data: unknown) => void): void {
  const lines = text.split('\n')
  const valueOf = (name: string): string[] =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trimStart())
  const data = valueOf('data').join('\n')
  if (data !== '') onEvent(valueOf('event')[0] ?? 'message', parsed(data))
}
