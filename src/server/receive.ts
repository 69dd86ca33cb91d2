/** From node's incoming message to a request as a value. Nothing is copied that nobody asks for. */
import type { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fields, HttpRequest } from '../http/message.ts'
import type { Budget } from '../support/budget.ts'
import { IncomingBody, type Received } from './incoming-body.ts'

/** The control token's header never enters a sandbox, its journal or an upstream. */
export const TOKEN_FIELD = 'x-tool-token'
const SCOPE_FIELD = 'x-tool-scope'

/** Header fields as they were received; names are lowered when somebody wants the whole list. */
class ReceivedFields implements Fields {
  readonly #message: IncomingMessage
  #entries: Pairs | undefined

  constructor(message: IncomingMessage) {
    this.#message = message
  }

  get(name: string): string | undefined {
    const { headers } = this.#message
    if (name === TOKEN_FIELD || !Object.hasOwn(headers, name)) return undefined
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  get peer(): string | undefined {
    return this.#message.socket.remoteAddress
  }

  entries(): Pairs {
    this.#entries ??= pairsOf(this.#message)
    return this.#entries
  }
}

type Pairs = readonly (readonly [string, string])[]

/** The fields read last: a client sends much the same with each request, and who sees the same list twice may know it. */
let lastRaw: readonly string[] = []
let lastPairs: Pairs = []

/** The same by scope: clients that test side by side send much the same but for that. */
const byScope = new Map<string, { readonly raw: readonly string[]; readonly pairs: Pairs }>()
const MOST_SCOPES = 512
/** Characters of fields that are remembered for a scope. */
const MOST_REMEMBERED = 4096
/** The fields that the last scope to be remembered was sent with. */
let alike: readonly string[] = []

function pairsOf({ rawHeaders: raw, headers }: IncomingMessage): Pairs {
  const scope = headers[SCOPE_FIELD]
  if (typeof scope === 'string') return pairsOfScope(raw, scope)
  if (isSame(raw, lastRaw)) return lastPairs
  lastRaw = raw
  lastPairs = makePairs(raw)
  return lastPairs
}

function pairsOfScope(raw: readonly string[], scope: string): Pairs {
  const known = byScope.get(scope)
  if (known !== undefined && isSame(raw, known.raw)) return known.pairs
  if (isLong(raw)) return makePairs(raw)
  if (byScope.size >= MOST_SCOPES) byScope.clear()
  // Equal texts become the same text: what is compared with each request then lies close at hand.
  alike = raw.map((text, i) => (text === alike[i] ? alike[i] : text))
  const pairs = makePairs(alike)
  byScope.set(scope, { raw: alike, pairs })
  return pairs
}

/** More than is worth remembering. */
function isLong(raw: readonly string[]): boolean {
  return raw.reduce((sum, text) => sum + text.length, 0) > MOST_REMEMBERED
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

function makePairs(raw: readonly string[]): Pairs {
  const pairs: (readonly [string, string])[] = []
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase()
    if (name !== TOKEN_FIELD) pairs.push([name, raw[i + 1] ?? ''])
  }
  return pairs
}

/** A request with the given path and query in place of the message's own. */
export function requestOf(message: IncomingMessage, path: string, search: string, body: Uint8Array): HttpRequest {
  return { method: message.method ?? 'GET', path, search, fields: new ReceivedFields(message), body }
}

/** The request target without scheme and authority, should it have come in absolute form (RFC 9112 3.2.2). */
export function originForm(target: string): string {
  if (target.charCodeAt(0) === 47) return target
  const scheme = target.indexOf('://')
  if (scheme < 0) return target === '*' ? '/*' : `/${target}`
  const rest = target.slice(scheme + 3)
  const start = rest.search(/[/?]/)
  if (start < 0) return '/'
  return rest[start] === '/' ? rest.slice(start) : `/${rest.slice(start)}`
}

export function announcesBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}

/** True when the body says of itself that it is longer. */
export function isTooLong({ headers }: IncomingMessage, limit: number): boolean {
  return Number(headers['content-length'] ?? 0) > limit
}

/**
 * Collects a body of at most `limit` bytes, as long as the budget of all has
 * room. One that says it is larger is refused before a byte of it is read, one
 * that turns out larger as soon as it has; what was collected is let go then.
 * `received` is told once; what it is given counts until `release` is called.
 */
export function receiveBody(
  message: IncomingMessage,
  limit: number,
  budget: Budget,
  received: (body: Received, release: () => void) => void,
): void {
  if (isTooLong(message, limit)) {
    received('too-large', letGo)
    return
  }
  const incoming = new IncomingBody(budget, limit, (body) => received(body, () => incoming.release()))
  // Listeners stay where they are: taking them away costs more than asking once more.
  message.on('error', letGo)
  message.on('data', (chunk: Buffer) => incoming.add(chunk))
  message.on('end', () => incoming.end())
  message.on('close', () => incoming.stop('gone'))
}

/** How long, and for how many bytes, a client may go on sending a body that was refused, so that it gets to read why. */
const LINGER_MS = 10_000
const LINGER_BYTES = 128 * 1024 * 1024

/**
 * Reads and drops what is left of a refused body, then ends the answer and with
 * it the connection. Closing at once would reset it, and the client would see a
 * broken pipe in place of the answer.
 */
export function endAfterDraining(message: IncomingMessage, answer: ServerResponse): void {
  let dropped = 0
  const end = (): void => {
    clearTimeout(timer)
    message.removeListener('data', drop)
    answer.end()
  }
  const drop = (chunk: Buffer): void => {
    dropped += chunk.length
    if (dropped > LINGER_BYTES) end()
  }
  const timer = setTimeout(end, LINGER_MS)
  message.on('error', letGo)
  message.on('data', drop)
  message.once('end', end)
  message.once('close', end)
  message.resume()
}

function letGo(): void {}
