/**
 * Answers that the agent recorded in front of the real provider, given by a
 * sandbox that is asked to: first, or where it has none of its own. The exact
 * request counts most (method, path, query, body), then its shape (path template,
 * names of what was sent). Several recordings of one request follow each other in
 * the order in which they were made; the last one stays.
 */
import type { HttpRequest, HttpResponse } from '../../http/message.ts'
import { jsonText } from '../../support/exact-json.ts'
import { isObject } from '../../support/json.ts'
import type { Recording } from '../../traffic/recording.ts'

export interface RecordedAnswers {
  readonly when: 'first' | 'fallback'
  /** What was answered to such a request; undefined where none was recorded. */
  answer(request: HttpRequest): HttpResponse | undefined
}

/** A request as recordings write it. */
export interface Redacted extends Pick<Recording, 'path' | 'query'> {
  readonly body: unknown
  /** What stands for an identifier that was sent, and that identifier. */
  readonly sent: ReadonlyMap<string, string>
}

export interface RecordedOptions {
  readonly when: RecordedAnswers['when']
  readonly redact: (request: HttpRequest) => Redacted
}

export interface Collecting extends RecordedAnswers {
  /** Oldest first; false where there is no room for more. */
  add(recording: Recording): boolean
}

/** Recordings that are kept for answering, and bytes of their answers. */
const MOST = 20_000
const MOST_BYTES = 64 * 1024 * 1024

export function makeRecordedAnswers({ when, redact }: RecordedOptions): Collecting {
  const exact = new Sequences()
  const alike = new Sequences()
  let kept = 0
  let bytes = 0
  return {
    when,
    add(recording) {
      if (!isAnswer(recording)) return true
      if (kept >= MOST || bytes >= MOST_BYTES) return false
      kept++
      bytes += recording.response.length
      const { method, path, query, request } = recording
      exact.add(exactKey(method, path, query, request.body), recording)
      alike.add(shapeKey(method, path, query, request.body), recording)
      return true
    },
    answer(request) {
      if (kept === 0) return undefined
      const { path, query, body, sent } = redact(request)
      const found =
        exact.next(exactKey(request.method, path, query, body)) ??
        alike.next(shapeKey(request.method, path, query, body))
      return found === undefined ? undefined : withSent(responseOf(found), sent)
    },
  }
}

/** What the client sent stays: the recording has stand-ins for it. */
function withSent(response: HttpResponse, sent: ReadonlyMap<string, string>): HttpResponse {
  let body = String(response.body)
  for (const [standIn, own] of sent) body = body.replaceAll(standIn, JSON.stringify(own).slice(1, -1))
  return { ...response, body }
}

/** Whole answers whose body was kept, or that had none. */
function isAnswer({ ending, status, response }: Recording): boolean {
  return ending === 'complete' && status >= 200 && response.omitted === undefined && !response.truncated
}

/** Recordings by key, each key with how far its sequence has come. */
class Sequences {
  readonly #known = new Map<string, { readonly recordings: Recording[]; next: number }>()

  add(key: string, recording: Recording): void {
    const known = this.#known.get(key)
    if (known === undefined) this.#known.set(key, { recordings: [recording], next: 0 })
    else known.recordings.push(recording)
  }

  next(key: string): Recording | undefined {
    const known = this.#known.get(key)
    if (known === undefined) return undefined
    const found = known.recordings[known.next]
    known.next = Math.min(known.next + 1, known.recordings.length - 1)
    return found
  }
}

type Pairs = readonly (readonly [string, string])[]

function exactKey(method: string, path: string, query: Pairs, body: unknown): string {
  return JSON.stringify([method, path, sorted(query), canonical(body)])
}

function shapeKey(method: string, path: string, query: Pairs, body: unknown): string {
  const names = [...new Set(query.map(([name]) => name))].sort()
  return JSON.stringify([method, templateOf(path), names, isObject(body) ? Object.keys(body).sort() : typeof body])
}

function sorted(query: Pairs): Pairs {
  return [...query].sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
}

/** Segments that hold a digit or are long name something; words stay. */
function templateOf(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^v\d+$/.test(segment) || !/\d|^.{25,}$|[%@:]/.test(segment) ? segment : '{}'))
    .join('/')
}

/** The same text for values that differ in the order of their members only. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return jsonText(value ?? null)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/** Fields that belong to the message as it went over that wire. */
const OF_THE_WIRE = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
])

function responseOf({ id, status, response }: Recording): HttpResponse {
  const fields = response.fields.filter(([name, value]) => !OF_THE_WIRE.has(name) && value !== '')
  const isJson = response.media === null || /[/+]json$/.test(response.media) || typeof response.body !== 'string'
  const body = response.length === 0 && response.body === null ? '' : isJson ? jsonText(response.body) : response.body
  const media = response.media === null ? [] : ['Content-Type', response.media]
  return { status, fields: [...media, ...fields.flat(), 'X-Tool-Recording', id], body: String(body) }
}
