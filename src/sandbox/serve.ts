import type { ApiDescription } from '../api/description.ts'
import { type Fields, type HttpRequest, type HttpResponse, responseField } from '../http/message.ts'
import { parseQuery } from '../http/query.ts'
import { matchUnderBasePaths } from '../http/router.ts'
import { delayOf } from '../http/wire.ts'
import { apart } from '../support/apart.ts'
import type { Instant } from '../support/clock.ts'
import { readJson } from '../support/exact-json.ts'
import { setOwn } from '../support/json.ts'
import { listAt } from '../support/list-at.ts'
import type { DeclaredSecrets, Redactor } from '../traffic/redact.ts'
import { type Answered, answer, placeOf } from './answer.ts'
import { isBinary, textOf } from './journal/body-text.ts'
import { declaredIn } from './journal/declared-secrets.ts'
import type { Journal, JournalEntry } from './journal/journal.ts'
import { credentialNames, makeRedactor } from './journal/redact.ts'
import type { Outcome } from './outcome.ts'
import { runtimeOf } from './runtime.ts'
import type { Sandbox, SandboxSettings } from './sandbox.ts'
import { silent } from './trace.ts'
import { HOPS_FIELD } from './webhooks/hops.ts'
import type { Outbox } from './webhooks/outbox.ts'

/** A sandbox that is being served: it also remembers what it was asked. */
export interface LiveSandbox extends Sandbox {
  readonly journal: Journal
  /** Absent: its events go nowhere. */
  readonly outbox?: Outbox
}

/** Bodies beyond this are journalled as a piece of their text. */
const JOURNAL_BODY = 16 * 1024

/** A sandbox and its forks have the same secrets, and share what is known of them. */
const redactors = new WeakMap<ApiDescription, Known>()

interface Known {
  readonly settings: Pick<SandboxSettings, 'id' | 'credential'>
  readonly redactor: Redactor
  /** By what was sent. */
  readonly scopes: Map<string, Scope>
  /** The same: what is shown of a path, or of a query, serves all entries. */
  readonly paths: Map<string, string>
  readonly queries: Map<string, JournalEntry['query']>
}

/** What the journal writes of a scope: one text and one list of headers serve all its entries. */
interface Scope {
  readonly name: string
  /** The fields seen last, and how they are shown. */
  sent: Pairs
  shown: JournalEntry['headers']
}

type Pairs = ReturnType<Fields['entries']>

/** Answers a request and journals it. `request.path` is relative to the sandbox and starts with '/'. `arrived` is wall time. */
export function serve(request: HttpRequest, live: LiveSandbox, arrived: Instant): Outcome {
  const answered = answer(request, live, silent)
  const { events, response, faults } = answered
  const weight = request.body.length + response.body.length
  const struck =
    events.length === 0 ? undefined : live.outbox?.add(live, events, weight, arrived, request.fields.get(HOPS_FIELD))
  const told = struck === undefined || struck.length === 0 ? answered : { ...answered, faults: [...faults, ...struck] }
  journal(request, live, told, arrived)
  return answered
}

/** Journals a request that was refused before it was read, or whose answering broke halfway. */
export function journalRefused(request: HttpRequest, live: LiveSandbox, status: number, arrived: Instant): void {
  const { head } = live.api
  const found = matchUnderBasePaths(runtimeOf(live.api).router, head.basePaths, request)
  const operation = found !== undefined && 'value' in found ? found.value : undefined
  const told = { template: operation?.path, operation: operation?.id, violations: [], faults: [], events: [] }
  journal(request, live, { ...told, response: { status, fields: [], body: '' }, body: undefined }, arrived)
}

function journal(request: HttpRequest, live: LiveSandbox, answered: Answered, arrived: Instant): void {
  const { redactor, scopes, paths, queries } = knownOf(live)
  const { path, search } = targetOf(request)
  const sent = request.fields.entries()
  const scope = scopeOf(request.fields, scopes, redactor)
  const declared = declaredIn(answered, live)
  const isUsual = declared.size === 0
  live.journal.append({
    seq: 0,
    method: request.method,
    path: remembered(paths, path, () => redactor.path(path, answered.template)),
    template: answered.template ?? null,
    status: answered.response.status,
    headers: isUsual && scope !== undefined ? shownHeaders(scope, sent, redactor) : redactor.headers(sent, declared),
    query: isUsual ? usualQuery(search, queries, redactor) : queryOf(search, redactor, declared),
    body: request.body.length === 0 ? null : bodyOf(request, answered, redactor, declared),
    operation: answered.operation ?? null,
    at_ms: arrived,
    // The entry is written before the answer leaves: what faults make it wait on its way is known.
    duration_ms: Math.max(0, live.wall.now() - arrived) + delayOf(answered.response),
    violations: answered.violations.length === 0 ? NONE : answered.violations.map((one) => redactor.text(placeOf(one))),
    rule: answered.rule ?? null,
    faults: answered.faults,
    scope: scope?.name ?? null,
    retry_after: retryAfter(answered.response),
    reason:
      answered.reason === undefined ? undefined : shownReason(answered.reason, request, answered, redactor, declared),
  })
}

function usualQuery(search: string, queries: Known['queries'], redactor: Redactor): JournalEntry['query'] {
  return search === '' ? NO_QUERY : remembered(queries, search, () => queryOf(search, redactor))
}

/** Targets that are longer are copied: what is kept of one must not keep it whole. */
const SHORT_TARGET = 1024

function targetOf(request: HttpRequest): Pick<HttpRequest, 'path' | 'search'> {
  const { path, search } = request
  return path.length + search.length > SHORT_TARGET ? apart({ path, search }) : request
}

function queryOf(search: string, redactor: Redactor, declared?: DeclaredSecrets): JournalEntry['query'] {
  const shown = redactor.query(parseQuery(search), declared)
  return search.length > LONGEST ? apart(shown) : shown
}

/** Reasons quote what was sent. */
function shownReason(
  reason: string,
  request: HttpRequest,
  { body }: Answered,
  redactor: Redactor,
  declared: DeclaredSecrets,
): string {
  const text = body === undefined && request.body.length > 0 ? textOf(request, JOURNAL_BODY) : ''
  const sent = {
    path: request.path,
    fields: request.fields.entries(),
    query: parseQuery(request.search),
    body: body ?? text,
  }
  return apart(redactor.about(sent, declared)(reason.slice(0, 4 * LONGEST))).slice(0, LONGEST)
}

/** Only errors say so in earnest. */
function retryAfter(response: HttpResponse): string | undefined {
  return response.status < 400 ? undefined : responseField(response, 'retry-after')
}

const NO_QUERY: Readonly<Record<string, string>> = {}
const NONE: readonly string[] = []

/** Paths and queries remembered by what was sent, and how long they may be. */
const MOST = 4096
const LONGEST = 256

function remembered<T>(known: Map<string, T>, sent: string, show: () => T): T {
  const found = known.get(sent)
  if (found !== undefined) return found
  const shown = show()
  if (sent.length > LONGEST) return shown
  if (known.size >= MOST) known.clear()
  known.set(sent, shown)
  return shown
}

/** Scopes remembered by what was sent. */
const MOST_SCOPES = 1024
/** Characters of the fields that are remembered with a scope. */
const MOST_FIELDS = 4096

function scopeOf(fields: Fields, scopes: Known['scopes'], redactor: Redactor): Scope | undefined {
  const said = fields.get('x-tool-scope')
  if (said === undefined || said === '') return undefined
  const known = scopes.get(said)
  if (known !== undefined) return known
  const made: Scope = { name: redactor.text(asMeant(said)), sent: [], shown: {} }
  if (said.length > LONGEST) return made
  if (scopes.size >= MOST_SCOPES) scopes.clear()
  scopes.set(said, made)
  return made
}

function shownHeaders(scope: Scope, sent: Pairs, redactor: Redactor): JournalEntry['headers'] {
  if (scope.sent === sent) return scope.shown
  const shown = redactor.headers(sent)
  if (charactersOf(sent) > MOST_FIELDS) return shown
  scope.shown = shown
  scope.sent = sent
  return shown
}

function charactersOf(fields: Pairs): number {
  let sum = 0
  for (const [name, value] of fields) sum += name.length + value.length
  return sum
}

/** Fields come as one character a byte; what is UTF-8 then was meant so. */
function asMeant(field: string): string {
  if (!/[\x80-\xff]/.test(field) || /[\u0100-\uffff]/.test(field)) return field
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(field, (byte) => byte.charCodeAt(0)))
  } catch {
    return field
  }
}

/** A scope as the journal writes it: a name may hold what must not stand there. */
export function journalScope(said: string, live: LiveSandbox): string {
  return redactorOf(live).text(said)
}

/** A value without the secrets that the journal would hide. */
export function redactedBody(live: LiveSandbox, value: unknown): unknown {
  return redactorOf(live).body(value)
}

/** The body as it was read; where nobody read it (refused before), its text is read here. */
function bodyOf(request: HttpRequest, answered: Answered, redactor: Redactor, declared: DeclaredSecrets): unknown {
  const long = request.body.length > JOURNAL_BODY
  if (!long && answered.body !== undefined) return redactor.body(answered.body, declared)
  if (isBinary(request)) return `<${request.body.length} bytes, ${redactor.digest(request.body)}>`
  const text = textOf(request, long ? JOURNAL_BODY + redactor.beyond : JOURNAL_BODY)
  // What is cut off may be all that tells two bodies apart.
  if (long)
    return `${redactor.fragment(text, declared, textOf(request, JOURNAL_BODY).length)}… (${request.body.length} bytes, ${redactor.digest(request.body)})`
  const type = request.fields.get('content-type') ?? ''
  if (/x-www-form-urlencoded/i.test(type)) return redactor.body(formOf(text), declared)
  try {
    return redactor.body(readJson(text), declared)
  } catch {
    return redactor.fragment(text, declared)
  }
}

function redactorOf(live: LiveSandbox): Redactor {
  return knownOf(live).redactor
}

/** What a form says; of a name that it says twice, all values. */
function formOf(text: string): Readonly<Record<string, readonly string[] | string>> {
  const values = new Map<string, string[]>()
  for (const [name, value] of parseQuery(text)) listAt(values, name).push(value)
  const form: Record<string, readonly string[] | string> = {}
  for (const [name, [first = '', ...more]] of values) setOwn(form, name, more.length === 0 ? first : [first, ...more])
  return form
}

function knownOf({ api, settings }: LiveSandbox): Known {
  const { id, credential } = settings
  const known = redactors.get(api)
  if (known !== undefined && known.settings.id === id && known.settings.credential === credential) return known
  const made: Known = {
    settings,
    redactor: makeRedactor(id, credential, credentialNames(api), api),
    scopes: new Map(),
    paths: new Map(),
    queries: new Map(),
  }
  redactors.set(api, made)
  return made
}
