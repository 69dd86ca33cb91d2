/** The same idempotency key and body give the first answer again; another body under the same key is refused. */
import { createHash } from 'node:crypto'
import type { Operation } from '../api/description.ts'
import { canonical } from '../api/schema/equal.ts'
import { allProperties } from '../api/schema/properties.ts'
import { plain } from '../derive/naming/words.ts'
import { requestSchema } from '../derive/schemas/requests.ts'
import type { HttpResponse } from '../http/message.ts'
import { at } from '../support/json.ts'
import { oncePer } from '../support/once-per.ts'
import type { Call, Matched } from './exchange.ts'
import type { CompiledOperation } from './operation/compiled.ts'
import { invalidStatus } from './response/error.ts'
import { refuse } from './response/respond.ts'
import type { Runtime } from './runtime.ts'
import { dropEntry, keepUntil } from './state/expiry.ts'
import { entryKey } from './state/keys.ts'

interface Remembered {
  /** Digest of method, target and body. */
  readonly request: string
  readonly response: { readonly status: number; readonly fields: readonly string[]; readonly body: string }
  /** Milliseconds since the epoch, on the sandbox's clock. */
  readonly expires: number
}

/** How long a key is remembered: a day, as payment providers have it. */
const LIFETIME_MS = 86_400_000

const NAMES = ['idempotency-key', 'x-idempotency-key']

export function replayed(call: Call): HttpResponse | undefined {
  const key = keyOf(call)
  const raw = key === undefined ? undefined : call.sandbox.store.get(key)
  if (key === undefined || raw === undefined) return undefined
  const before = JSON.parse(raw) as Remembered
  if (before.expires <= call.resources.clock.now()) {
    dropEntry(call.sandbox.store, key, before.expires)
    return undefined
  }
  if (before.request === digestOf(call)) {
    if (call.trace.on) call.trace.note('store', 'the answer kept for this idempotency key is sent again')
    return before.response
  }
  if (idempotencyKeyOf(call) === undefined) return undefined
  const declares = Object.hasOwn(call.compiled.operation.responses, '409')
  return refuse(call, {
    status: declares ? 409 : invalidStatus(call.compiled),
    message: 'The idempotency key was used before with another request',
    code: 'idempotency_key_in_use',
    param: 'Idempotency-Key',
  })
}

/** Keeps an answer that came from doing something; refusals may be tried again. */
export function remember(call: Call, response: HttpResponse): void {
  const key = response.status < 400 ? keyOf(call) : undefined
  if (key === undefined || typeof response.body !== 'string' || response.pieces !== undefined) return
  const { status, fields, body } = response
  const { store } = call.sandbox
  const now = call.resources.clock.now()
  if (idempotencyKeyOf(call) === undefined && isLiving(store.get(key), now)) return
  const entry: Remembered = {
    request: digestOf(call),
    response: { status, fields, body },
    expires: now + LIFETIME_MS,
  }
  store.put(key, JSON.stringify(entry))
  keepUntil(store, key, entry.expires, now)
}

function isLiving(raw: string | undefined, now: number): boolean {
  return raw !== undefined && (JSON.parse(raw) as Remembered).expires > now
}

function keyOf(call: Call): string | undefined {
  const { request, compiled } = call
  if (request.method !== 'POST' && request.method !== 'PATCH' && request.method !== 'PUT') return undefined
  const sent = sentKey(call)
  return sent === undefined ? undefined : entryKey('i', compiled.operation.id, sent)
}

/** The key as it was sent in a header field, else in the body that has a property for it. */
function sentKey(call: Call): string | undefined {
  const inHeader = idempotencyKeyOf(call)
  if (inHeader !== undefined) return inHeader
  const name = bodyKeyOf(call.compiled, call.runtime)
  const said = name === undefined ? undefined : at(call.body, [name])
  return typeof said === 'string' && UNLIKE_OTHERS.test(said) ? said : undefined
}

/** A word is what stands in examples, and is sent again and again by whoever tries things out: keys of one request have digits. */
const UNLIKE_OTHERS = /\d/

const bodyKeyOf = oncePer(({ operation }: CompiledOperation, runtime: Runtime): string | undefined => {
  const body = requestSchema(operation)
  if (body === undefined) return undefined
  return [...allProperties(body, runtime).keys()].find((name) => plain(name) === 'idempotencykey')
})

/** The key of a header field. */
export function idempotencyKeyOf(matched: Matched): string | undefined {
  return idempotencyFields(matched.compiled.operation)
    .names.map((name) => matched.request.fields.get(name))
    .find((value) => value !== undefined && value !== '')
}

/** The request fields that may carry the key, in lower case, the likeliest first: the declared one, else the usual. A plain request id only traces, unless it is said to do more. */
export function idempotencyFields(operation: Operation): {
  readonly names: readonly string[]
  readonly declared: boolean
} {
  const declared = operation.parameters.filter(
    (p) => p.in === 'header' && /idempoten|^(?!x-request-id:).+-request-id:/i.test(`${p.name}: ${p.description ?? ''}`),
  )
  if (declared.length === 0) return USUAL
  return { names: [...declared.map((p) => p.name.toLowerCase()), ...NAMES], declared: true }
}

const USUAL = { names: NAMES, declared: false }

function digestOf(call: Call): string {
  const { request, files } = call
  const hash = createHash('sha256').update(`${request.method} ${request.path}?${request.search}\n`)
  // Bytes may differ where the same is said: the order of properties, the boundary between parts.
  const isSaid = typeof call.body === 'object' && call.body !== null && !(call.body instanceof Uint8Array)
  hash.update(isSaid ? canonical(call.body) : request.body)
  for (const { name, bytes } of files) hash.update(`\n${name ?? ''} ${bytes.length}\n`).update(bytes)
  return hash.digest('base64url')
}
