/** Asks a forge over HTTP: pages, limits of rate, limits of time and size. Never sends the token elsewhere than to the API. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ForgeCall, ForgeRequest } from '../../forges/forge.ts'
import { type Token, withoutToken } from '../../forges/token.ts'
import { ToolError } from '../../support/errors.ts'
import { limitedFor, type Refused, refusal, unreachable } from './refusal.ts'

export interface ForgeClientOptions {
  readonly api: string
  /** For messages: GitHub. */
  readonly name: string
  readonly token: Token | undefined
  /** What waits ends with it. */
  readonly signal?: AbortSignal
  readonly now?: () => number
  /** Waits so many milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>
  readonly timeoutMs?: number
}

export interface ForgeClient {
  /** Rejects with a ToolError whose cause says the status (`statusOf`). */
  send<T>(call: ForgeCall<T>): Promise<T>
  /** Of all pages. */
  all<T>(call: ForgeCall<readonly T[]>): Promise<readonly T[]>
}

const TIMEOUT_MS = 30_000
const MOST_BYTES = 16 * 1024 * 1024
const MOST_PAGES = 100
const MOST_TRIES = 4
const MOST_REDIRECTS = 3
/** Who is told to come back later than this is told so, and not waited for. */
const LONGEST_WAIT_MS = 90_000
/** Before the second try of a request that only reads; doubled before each further one. */
const SHORT_WAIT_MS = 1_000

export function makeForgeClient(options: ForgeClientOptions): ForgeClient {
  return {
    async send<T>(call: ForgeCall<T>): Promise<T> {
      const answer = await persist(urlOf(options.api, call.path), call, options)
      return call.read(answer.body)
    },
    async all<T>(call: ForgeCall<readonly T[]>): Promise<readonly T[]> {
      const items: T[] = []
      let url: URL | undefined = urlOf(options.api, call.path)
      for (let page = 0; url !== undefined && page < MOST_PAGES; page++) {
        const answer: Answer = await persist(url, call, options)
        items.push(...call.read(answer.body))
        url = nextOf(answer, url)
      }
      return items
    },
  }
}

export function urlOf(api: string, path: string): URL {
  return new URL(`${api}${path}`)
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Tries again what a limit of rate held up, and what only reads where the forge or the network failed. */
async function persist(url: URL, call: ForgeRequest, options: ForgeClientOptions): Promise<Answer> {
  const now = options.now ?? Date.now
  const pause = options.pause ?? ((ms) => delay(ms, undefined, { signal: options.signal }))
  for (let tried = 1; ; tried++) {
    const came = await attempt(url, call, options)
    if (!('problem' in came)) return came
    const limited = limitedFor(came, now())
    const isPassing = call.method === 'GET' && (came.status === 0 || came.status >= 500)
    const wait = limited ?? (isPassing ? SHORT_WAIT_MS * 2 ** (tried - 1) : undefined)
    if (wait === undefined || wait > LONGEST_WAIT_MS || tried >= MOST_TRIES || options.signal?.aborted) {
      const error = refusal(came, call, { name: options.name, token: options.token, now: now() })
      // A limit of rate may be said with 403: that is no lack of a permission.
      throw asError(error, limited === undefined ? came.status : 429, options)
    }
    await pause(wait)
  }
}

function asError(error: ToolError, status: number, { token }: ForgeClientOptions): ToolError {
  return new ToolError(error.code, withoutToken(error.message, token), { cause: { status } })
}

async function attempt(first: URL, call: ForgeRequest, options: ForgeClientOptions): Promise<Answer | Refused> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  let url = first
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const response = await fetch(url, { ...sentAs(call, options), signal, redirect: 'manual' })
      const { status, headers } = response
      const next = redirected(response, url, call)
      if (next === undefined) {
        const body = await readBody(response)
        return response.ok ? { status, headers, body } : { status, headers, body, problem: '' }
      }
      await response.body?.cancel()
      url = next
    }
    return { status: 0, problem: 'it redirects in a circle' }
  } catch (error) {
    if (error instanceof ToolError) return { status: 0, problem: error.message }
    return { status: 0, problem: unreachable(error, timeout.aborted) }
  }
}

function sentAs({ method, body }: ForgeRequest, { token, name }: ForgeClientOptions): RequestInit {
  return {
    method,
    headers: {
      accept: name === 'GitHub' ? 'application/vnd.github+json' : 'application/json',
      'user-agent': 'tool',
      ...(name === 'GitHub' && { 'x-github-api-version': '2022-11-28' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { [token.field[0]]: token.field[1] }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

/** A project that moved is followed on the same origin; another would get the token. */
function redirected({ status, headers }: Response, from: URL, { method }: ForgeRequest): URL | undefined {
  const to = headers.get('location')
  if (to === null || ![301, 302, 307, 308].includes(status)) return undefined
  if (!URL.canParse(to, from.href)) throw new ToolError('unavailable', 'it redirects to an address that is not valid')
  const url = new URL(to, from)
  if (url.origin !== from.origin) throw new ToolError('unavailable', 'it redirects to another host')
  if (method !== 'GET' && status < 307)
    throw new ToolError('unavailable', 'the project has moved: name it as it is now')
  return url
}

/** null for an answer without a body; its text where it is no JSON. */
async function readBody(response: Response): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > MOST_BYTES) throw new ToolError('unavailable', 'its answer is larger than 16 MiB')
    pieces.push(piece)
  }
  const text = Buffer.concat(pieces).toString('utf8')
  try {
    return text === '' ? null : (JSON.parse(text) as unknown)
  } catch {
    return text
  }
}

/** The next page (RFC 8288); on the same origin, which has the token. */
function nextOf({ headers }: Answer, from: URL): URL | undefined {
  const target = /<([^>]*)>\s*;[^,<]*\brel="?next"?/i.exec(headers.get('link') ?? '')?.[1]
  if (target === undefined || !URL.canParse(target, from.href)) return undefined
  const next = new URL(target, from)
  if (next.origin === from.origin) return next
  throw new ToolError('unavailable', 'The forge leads to another host for the next page (is --api its own address?)')
}
