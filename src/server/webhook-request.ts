/** One attempt to deliver a webhook: a request to an address that was checked, and what came of it. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { hostName } from '../http/loopback.ts'
import { waitIn } from '../http/retry-after.ts'
import { type AllowedTargets, addressOf, portOf, type Resolve } from './webhook-address.ts'

export interface Attempt {
  /** null where there was no answer. */
  readonly status: number | null
  /** Why it failed; '' for an answer of 2xx. */
  readonly error: string
  /** What the answer said of when to come again, in milliseconds. */
  readonly retryAfter?: number | undefined
  /** Resolves once nothing more of the answer comes: until then it has a connection. */
  readonly closed?: Promise<void>
  /** Nothing was sent: the address may not be reached. */
  readonly isRefused?: true
}

export interface AttemptOptions {
  readonly allowed: AllowedTargets
  readonly resolve?: Resolve
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface WebhookMessage {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** How far it is from what caused it; absent: nothing that was sent caused it. */
  readonly hops?: string
}

const IDLE_MS = 5_000
const agents = {
  http: new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
  https: new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
}

/** Never throws. Redirects are not followed; the answer's body is not read. Its time runs once it is known where to. */
export async function attempt(message: WebhookMessage, options: AttemptOptions): Promise<Attempt> {
  if (!URL.canParse(message.url)) return { status: null, error: 'the address is not a URL', isRefused: true }
  const url = new URL(message.url)
  const seconds = options.timeoutMs / 1000
  const unresolved = `the name ${hostName(url.host)} was not resolved within ${seconds} s`
  const where = await inTime(options, unresolved, () => addressOf(url, options.allowed, options.resolve))
  if ('error' in where) return where
  if ('unknown' in where) return { status: null, error: where.unknown }
  if ('refused' in where) return { status: null, error: `not sent: ${where.refused}`, isRefused: true }
  return inTime(options, `no answer within ${seconds} s`, async (ending) => {
    let result: Attempt = { status: null, error: REFUSED }
    for (const address of where.addresses)
      if (result.error === REFUSED && !ending.aborted)
        result = await send(message, url, address, options.signal, ending)
    return result
  })
}

/** What comes of it; why nothing did where that takes too long or the server stops. */
async function inTime<T>(
  { timeoutMs, signal }: AttemptOptions,
  late: string,
  work: (ending: AbortSignal) => Promise<T>,
): Promise<T | Attempt> {
  const ending = new AbortController()
  const stopped = (): void => ending.abort('the server stopped meanwhile')
  const timer = setTimeout(() => ending.abort(late), timeoutMs)
  signal.addEventListener('abort', stopped)
  try {
    if (signal.aborted) stopped()
    return await Promise.race([cutOff(ending.signal), work(ending.signal)])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stopped)
  }
}

function cutOff(ending: AbortSignal): Promise<Attempt> {
  return new Promise((resolve) => {
    const end = (): void => resolve({ status: null, error: String(ending.reason) })
    if (ending.aborted) end()
    else ending.addEventListener('abort', end)
  })
}

function send(
  { method, headers, body, hops = FIRST_HOP }: WebhookMessage,
  url: URL,
  address: string,
  stopping: AbortSignal,
  ending: AbortSignal,
): Promise<Attempt> {
  return new Promise((resolve) => {
    const isSecure = url.protocol === 'https:'
    const name = hostName(url.host)
    const credentials = url.username === '' ? {} : { auth: `${decoded(url.username)}:${decoded(url.password)}` }
    const request = (isSecure ? httpsRequest : httpRequest)(
      {
        host: address,
        port: portOf(url),
        path: url.pathname + url.search,
        method,
        agent: isSecure ? agents.https : agents.http,
        headers: {
          Host: url.host,
          ...fieldsOf(headers),
          'X-Tool-Hops': hops,
          'Content-Length': Buffer.byteLength(body),
        },
        ...(isSecure && name !== address && { servername: name }),
        ...credentials,
      },
      (answer) => {
        ending.removeEventListener('abort', cut)
        const status = answer.statusCode ?? 0
        resolve({
          closed: leaveBody(answer, stopping),
          status,
          error: status >= 200 && status < 300 ? '' : wordsFor(status),
          retryAfter: waitIn(answer.headers['retry-after'], Date.now()),
        })
      },
    )
    const cut = (): void => void request.destroy()
    ending.addEventListener('abort', cut)
    request.on('error', (error: NodeJS.ErrnoException) => resolve({ status: null, error: reasonOf(error) }))
    let interim = 0
    request.on('information', () => {
      interim += 1
      if (interim > MOST_INTERIM) request.destroy(new Error(`more than ${MOST_INTERIM} interim answers (1xx)`))
    })
    request.end(body)
  })
}

/** What is said beyond the head is of no use; a connection that says too much of it, or too slowly, is not kept. */
function leaveBody(answer: IncomingMessage, stopping: AbortSignal): Promise<void> {
  const cut = (): void => void answer.destroy()
  const late = setTimeout(cut, LONGEST_BODY_MS).unref()
  stopping.addEventListener('abort', cut)
  answer.on('error', () => {})
  let received = 0
  answer.on('data', (piece: Buffer) => {
    received += piece.length
    if (received > MOST_READ) cut()
  })
  return new Promise((closed) =>
    answer.once('close', () => {
      clearTimeout(late)
      stopping.removeEventListener('abort', cut)
      closed()
    }),
  )
}

const REFUSED = 'connection refused'
/** Answers before the answer that an attempt may be given. */
const MOST_INTERIM = 32
const FIRST_HOP = '1'
const MOST_READ = 64 * 1024
/** How long the body of an answer may take, which nobody reads. */
const LONGEST_BODY_MS = 1_000

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function fieldsOf(headers: WebhookMessage['headers']): Record<string, string> {
  return Object.fromEntries(headers.map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')]))
}

function wordsFor(status: number): string {
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`
  return `answered ${status}`
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ECONNREFUSED':
      return REFUSED
    case 'ECONNRESET':
    case 'EPIPE':
      return 'connection reset'
    case 'ETIMEDOUT':
      return 'connection timed out'
    default:
      return code ?? message
  }
}
