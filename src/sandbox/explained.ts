/** What somebody wants explained, and an explanation, as plain values that can be sent and printed. */
import { fieldsOf, type HttpRequest, type HttpResponse } from '../http/message.ts'
import { isFieldName } from '../http/response-fields.ts'
import { ToolError } from '../support/errors.ts'
import { isObject, type Json, type JsonObject } from '../support/json.ts'
import { hintAmong } from '../support/nearest.ts'
import type { Decided, Explanation } from './explain.ts'
import type { Violation } from './outcome.ts'

/** A request in words. */
export interface ExplainWish {
  readonly method: string
  /** Relative to the provider, starting with '/'; still encoded. */
  readonly path: string
  /** Without the question mark; absent: none. */
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as UTF-8; absent: none. */
  readonly body?: string
  /** False: the sandbox's credential is not sent. */
  readonly auth?: boolean
}

export interface Explained {
  readonly steps: readonly Decided[]
  /** Null where no operation matched. */
  readonly operation: string | null
  readonly template: string | null
  readonly violations: readonly Violation[]
  readonly response: {
    /** 0 where no answer goes out. */
    readonly status: number
    readonly headers: readonly (readonly [name: string, value: string])[]
    readonly body: string
  }
}

const texts = ['method', 'path', 'query', 'body'] as const

/** A wish as it is sent. Throws ToolError `bad-input`. */
export function readExplainWish(sent: JsonObject): ExplainWish {
  const known = [...texts, 'headers', 'auth']
  const stranger = Object.keys(sent).find((name) => !known.includes(name))
  if (stranger !== undefined) throw bad(`A request has no "${stranger}" (${hintAmong(stranger, known, 'it has')})`)
  const wrong = texts.find((name) => sent[name] !== undefined && typeof sent[name] !== 'string')
  if (wrong !== undefined) throw bad(`${wrong} must be a text`)
  const { headers, auth } = sent
  if (auth !== undefined && typeof auth !== 'boolean') throw bad('auth must be true or false')
  if (headers !== undefined && !isFields(headers)) throw bad('headers must be an object of field name to text')
  const wish = { method: '', path: '', ...sent } as unknown as ExplainWish
  const problem = requestProblem(wish)
  if (problem !== undefined) throw bad(problem)
  return wish
}

function bad(message: string): ToolError {
  return new ToolError('bad-input', message)
}

function isFields(value: Json): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.entries(value).every(([name, one]) => isFieldName(name) && typeof one === 'string')
}

/** Why no client could send this; undefined when one could. */
export function requestProblem({ method, path }: Pick<ExplainWish, 'method' | 'path'>): string | undefined {
  if (!/^[A-Za-z]+$/.test(method)) return `Cannot explain "${method}": it is not an HTTP method`
  if (path.startsWith('/')) return undefined
  return `Cannot explain "${path}": a path starts with "/" and is relative to the provider`
}

/** The request that a client on this machine would send, had it been given these words. */
export function requestOf(wish: ExplainWish, credential: string): HttpRequest {
  const { method, path, query = '', headers = {}, body, auth = true } = wish
  const said = Object.entries(headers)
  const says = (wanted: string): boolean => said.some(([name]) => name.toLowerCase() === wanted)
  const implied: [string, string][] = [['host', 'localhost']]
  if (auth && !says('authorization')) implied.push(['authorization', `Bearer ${credential}`])
  if (body !== undefined && !says('content-type')) implied.push(['content-type', 'application/json'])
  return {
    method: method.toUpperCase(),
    path,
    search: query,
    // What is counted for each client is counted for this one.
    fields: { ...fieldsOf([...implied, ...said]), peer: '127.0.0.1' },
    body: new TextEncoder().encode(body ?? ''),
  }
}

/** What the core answers to HEAD goes out without its body. */
export function explained(
  { outcome, steps }: Explanation,
  { method }: Pick<HttpRequest, 'method'>,
  shown: (response: HttpResponse) => string = bodyText,
): Explained {
  const { response, operation = null, template = null, violations } = outcome
  const body = method === 'HEAD' ? '' : shown(response)
  const { status, fields } = response
  return {
    steps,
    operation,
    template,
    violations,
    response: { status, headers: pairsOf(fields), body },
  }
}

/** Characters that are shown: of a body that is made in pieces, and of any other. */
const MOST_IN_PIECES = 1024 * 1024
const MOST_SHOWN = 48 * 1024 * 1024

function bodyText({ body, pieces }: HttpResponse): string {
  if (pieces !== undefined) {
    let text = ''
    for (let i = 0, piece = pieces.at(0); piece !== undefined; piece = pieces.at(++i)) {
      text += piece
      if (text.length > MOST_IN_PIECES) return cut(text, MOST_IN_PIECES)
    }
    return text
  }
  if (typeof body === 'string') return body.length > MOST_SHOWN ? cut(body, MOST_SHOWN) : body
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return `(${body.length} bytes that are not text)`
  }
}

function cut(text: string, most: number): string {
  return `${text.slice(0, most)}… (the rest is left out)`
}

function pairsOf(fields: readonly string[]): readonly (readonly [string, string])[] {
  return fields.flatMap((name, i) => (i % 2 === 0 ? [[name, fields[i + 1] ?? ''] as const] : []))
}
