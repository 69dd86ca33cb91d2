/** What an endpoint of the control plane is: a function and what is to be said about it. */
import { parseJson as parseJsonText } from '../http/json-text.ts'
import { type HttpRequest, type HttpResponse, JSON_TYPE, type Pieces } from '../http/message.ts'
import { ToolError } from '../support/errors.ts'
import { isObject, type Json, type JsonObject } from '../support/json.ts'
import { hintAmong } from '../support/nearest.ts'
import type { ControlHost } from './host.ts'

/** An answer that goes on: server-sent events, until one side leaves. */
export interface EventStream {
  readonly fields: readonly string[]
  /** Gives each event, framed, to `send` until the returned function is called; calls `end` when none will come any more. */
  start(send: (text: string) => void, end: () => void): () => void
}

/** An answer that may be long: its body is made piece by piece, as the client takes it. */
export interface PiecedAnswer extends HttpResponse {
  readonly pieces: Pieces
}

export type ControlAnswer = HttpResponse | EventStream | PiecedAnswer

export interface ControlCall {
  readonly request: HttpRequest
  readonly query: URLSearchParams
  /** The `{name}` of the path; '' where there is none. The sandbox is registered. */
  readonly name: string
  /** What else the path names. */
  readonly parameters: ReadonlyMap<string, string>
  readonly host: ControlHost
}

export interface Endpoint {
  /** Its operationId in the control plane's own description. */
  readonly id: string
  readonly summary: string
  readonly query?: readonly QueryParameter[]
  /** JSON Schema of the request body; absent when none is read. */
  readonly body?: JsonObject
  /** The body is as large as a description may be. */
  readonly takesDescription?: true
  readonly answer: { readonly status: number; readonly mediaType?: string; readonly schema: JsonObject }
  /** Waits only where it has to: for files that nobody has read yet. */
  run(call: ControlCall): ControlAnswer | Promise<ControlAnswer>
}

export interface QueryParameter {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
}

export function isStream(answer: ControlAnswer): answer is EventStream {
  return 'start' in answer
}

export function isPieced(answer: ControlAnswer): answer is PiecedAnswer {
  return 'pieces' in answer && answer.pieces !== undefined
}

/** JSON of an object whose first member is a list: its items as they are asked for, then what stands behind it. */
export function listed(
  name: string,
  items: Iterable<string>,
  rest: () => string,
  fields: readonly string[] = [],
): PiecedAnswer {
  const parts = piecesOf(name, items, rest)
  // They weigh nothing: each is asked for once.
  const pieces: Pieces = {
    at: () => parts.next().value ?? undefined,
    weigh: () => 0,
    forget() {},
    hold() {},
    release() {},
  }
  return { status: 200, fields: ['Content-Type', JSON_TYPE, ...fields], body: '', pieces }
}

function* piecesOf(name: string, items: Iterable<string>, rest: () => string): Generator<string, void, undefined> {
  yield `{${JSON.stringify(name)}:[`
  let isFirst = true
  for (const item of items) {
    yield isFirst ? item : `,${item}`
    isFirst = false
  }
  yield `],${rest()}}`
}

/** The request's body as a JSON object. Throws ToolError `bad-input`. */
export function bodyObject({ request }: ControlCall): JsonObject {
  const value = parseJson(request.body)
  if (!isObject(value)) throw new ToolError('bad-input', 'The request body must be a JSON object')
  return value as JsonObject
}

/** The same, with no members but these. `what` as in "A rename". */
export function bodyMembers(call: ControlCall, what: string, names: readonly string[]): JsonObject {
  const sent = bodyObject(call)
  const stranger = Object.keys(sent).find((name) => !names.includes(name))
  if (stranger === undefined) return sent
  const named = JSON.stringify(stranger.slice(0, 80))
  throw new ToolError('bad-input', `${what} has no ${named} (${hintAmong(stranger, names, 'it has')})`)
}

function parseJson(body: Uint8Array): Json {
  if (body.length === 0) throw new ToolError('bad-input', 'The request has no body; a JSON object is wanted')
  const parsed = parseJsonText(textOf(body))
  if (!parsed.ok) throw new ToolError('bad-input', `The request body is not JSON: ${parsed.error}`)
  return parsed.value as Json
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (error) {
    throw new ToolError('bad-input', 'The request body is not JSON: it is not UTF-8', { cause: error })
  }
}

/** A whole number from the query within bounds. Throws ToolError `bad-input`. */
export function integerFrom(query: URLSearchParams, name: string, otherwise: number, most: number): number {
  const text = query.get(name)
  if (text === null) return otherwise
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= most)) throw new ToolError('bad-input', `${name} must be a whole number from 0 to ${most}`)
  return value
}
