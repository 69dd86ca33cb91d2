/**
 * Logging in by the provider's own operations: who registered logs in with the password that they chose, the token of
 * the answer is a credential from then on, and the address of the one who asks shows them.
 */

import { createHash } from 'node:crypto'
import type { Place, ResourcePlan, SessionPlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { timingSafe } from '../../http/credentials.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { addressed } from '../operation/address.ts'
import { answerCovering } from '../operation/answers/declared-answers.ts'
import type { Refusal, Result } from '../operation/kind.ts'
import { echoed } from '../operation/kinds/passthrough.ts'
import type { Runtime } from '../runtime.ts'
import { entryKey } from '../state/keys.ts'
import { idText, withAt, without, wrapped } from '../state/place.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { credentialsIn } from './authorize.ts'
import { tokenPlaceOf } from './token-place.ts'
import { findToken, issueToken, readToken } from './tokens.ts'

/** What the operation comes to, where it has to do with logging in. */
export function withSession(call: Call, session: SessionPlan, perform: (call: Call) => Result): Result {
  if (isUnproven(call, session)) return { refuse: unknown(call) }
  const user = session.act === 'login' ? userFor(call, session) : undefined
  if (user !== undefined && 'refuse' in user) return user
  const makes = call.compiled.operation.plan.kind === 'create'
  const result =
    session.act === 'login' && !makes ? answered(call, session, user) : perform(withoutSecret(call, session))
  if (!('show' in result)) return result
  if (result.show !== 'record') {
    const about = session.act === 'change' ? addressed(call) : undefined
    if (about !== undefined && 'record' in about) keepSecret(call, session, about.record)
    return result
  }
  if (session.act === 'register' || session.act === 'change') keepSecret(call, session, result.record)
  if (session.act === 'register') call.sandbox.store.put(registeredKey(result.record.type), '1')
  if (session.token === undefined) return result
  const { token, record } = tokenFor(
    call,
    placeIn(session.token, call.compiled.operation.plan.output ?? []),
    result.record,
    // A key is nobody's.
    session.act === 'login' ? user : session.act === 'issue' ? undefined : result.record,
  )
  return { ...result, record, token: { place: session.token, text: token } }
}

/** What the operation is told of the request: its password is for comparing, and no part of a record but where it is no secret. */
function withoutSecret(call: Call, { secret, user }: SessionPlan): Call {
  if (secret === undefined || !isObject(call.body) || showsSecret(secret, user, call.runtime)) return call
  return { ...call, body: without(call.body as JsonObject, secret) }
}

/** Users show their password by the description, and every login has it in its address: it is no secret there. */
function showsSecret(secret: Place, user: string | undefined, runtime: Runtime): boolean {
  const schema = runtime.resource(user)?.schema
  const property = schema === undefined ? undefined : allProperties(schema, runtime).get(secret.at(-1) ?? '')
  const isShown = property !== undefined && runtime.view(property).keywords['writeOnly'] !== true
  return isShown && logsInByQuery(runtime)
}

const logsInByQuery: (runtime: Runtime) => boolean = oncePer(({ api: { head } }: Runtime) => {
  const logins = head.operations.flatMap(({ plan: { session } }) => (session?.act === 'login' ? [session] : []))
  return logins.length > 0 && logins.every((one) => one.in === 'query')
})

/** What the request says of who it is, and its password. */
function sentTo(call: Call, session: SessionPlan): unknown {
  return session.in === 'query' ? Object.fromEntries(call.query) : call.body
}

/** The one who logs in; undefined where nobody can be known by the request. */
function userFor(call: Call, session: SessionPlan): StoredRecord | { readonly refuse: Refusal } | undefined {
  const plan = call.runtime.resource(session.user)
  const { secret } = session
  const said = saidIn(call, session)
  if (plan === undefined || secret === undefined || said.length === 0) return undefined
  const found = saidUser(call, plan, said)
  const sent = idText(at(sentTo(call, session), secret)) ?? ''
  if (found === undefined) return stranger(call, plan, said, sent)
  const kept = call.sandbox.store.get(secretKey(found))
  const proven =
    kept === undefined || timingSafe(digest(sent), kept) || timingSafe(sent, call.sandbox.settings.credential)
  return proven ? found : { refuse: unknown(call) }
}

/**
 * True for a login with the password that its user chose, and for a program with its secret or a refresh token: who
 * proves who they are needs no other credential, also where the description asks for one everywhere.
 */
export function provesItself(call: Call): boolean {
  const { session } = call.compiled.operation.plan
  if (session?.exchanged?.some((place) => isKnown(call, idText(at(call.body, place)) ?? ''))) return true
  const plan = call.runtime.resource(session?.user)
  if (session?.act !== 'login' || session.secret === undefined || plan === undefined) return false
  const said = saidIn(call, session)
  const found = said.length === 0 ? undefined : saidUser(call, plan, said)
  const kept = found === undefined ? undefined : call.sandbox.store.get(secretKey(found))
  return kept !== undefined && timingSafe(digest(idText(at(sentTo(call, session), session.secret)) ?? ''), kept)
}

/** True where a program sends a secret that is none, and nothing else that is one. */
function isUnproven(call: Call, { exchanged = [] }: SessionPlan): boolean {
  const sent = exchanged.flatMap((place) => idText(at(call.body, place)) ?? [])
  if (sent.length === 0) return false
  const shown = [...sent, ...credentialsIn(call, call.runtime.api)]
  return !shown.some((one) => isKnown(call, one) || findToken(call.sandbox, one) !== undefined)
}

/** The issued credential, or a refresh token that was given out. */
function isKnown({ sandbox }: Call, sent: string): boolean {
  return timingSafe(sent, sandbox.settings.credential) || readToken(sandbox, sent)?.kind === 'refresh'
}

/** What a login says of who it is. */
function saidIn(call: Call, session: SessionPlan): readonly Said[] {
  const said = new Map<string, Said>()
  const whole = sentTo(call, session)
  for (const { sent, property } of session.who) {
    const text = idText(at(whole, sent))
    const word = sent.join('.')
    if (text !== undefined) said.set(word, { text, properties: [...(said.get(word)?.properties ?? []), property] })
  }
  return [...said.values()]
}

function saidUser(call: Call, plan: ResourcePlan, said: readonly Said[]): StoredRecord | undefined {
  return call.resources.records
    .list(plan.type, { link: '', reverse: false })
    .find((record) => said.every((one) => isSaidOf(record, one)))
}

/** What a request says in one word, and the properties of the user that may be meant: `login` is an address or a name. */
interface Said {
  readonly text: string
  readonly properties: readonly Place[]
}

function isSaidOf(record: StoredRecord, { text, properties }: Said): boolean {
  return properties.some((property) => idText(at(record.value, property)) === text)
}

/** The property that a text looks like, of those that may be meant. */
function meantBy({ text, properties }: Said): Place {
  const isAddress = text.includes('@')
  return properties.find((place) => /mail/i.test(place.at(-1) ?? '') === isAddress) ?? properties[0] ?? []
}

/** Where nobody registered yet, and with the issued credential, whoever logs in is taken for one who was there before. */
function stranger(
  call: Call,
  plan: ResourcePlan,
  said: readonly Said[],
  secret: string,
): StoredRecord | { readonly refuse: Refusal } | undefined {
  const { resources, sandbox } = call
  const shown = [secret, ...credentialsIn(call, call.runtime.api)]
  const isTrusted = shown.some((one) => timingSafe(one, sandbox.settings.credential))
  if (sandbox.store.get(registeredKey(plan.type)) !== undefined && !isTrusted) return { refuse: unknown(call) }
  // Looking makes nobody.
  if (call.compiled.operation.method === 'GET') return undefined
  const source = said.reduce((value, one) => withAt(value, meantBy(one), one.text), {} as JsonObject)
  const chosen = idText(at(source, plan.id.place))
  const record = resources.make({ plan, sources: [source], links: {}, ...(chosen !== undefined && { id: chosen }) })
  sandbox.store.put(secretKey(record), digest(secret))
  return record
}

function unknown(call: Call): Refusal {
  const statuses = [401, 403, 400, 422, 404]
  const declared = statuses.find(
    (status) => answerCovering(call.compiled.operation, status).declared === String(status),
  )
  return { status: declared ?? 401, message: 'Wrong name or password', code: 'invalid_credentials' }
}

/** What a login answers that makes no record: the token, and what it shows of the user. */
function answered(
  call: Call,
  { token: place, secret, shown: seat = [], refresh }: SessionPlan,
  user: StoredRecord | undefined,
): Result {
  const said = echoed(call).map((value) => (secret === undefined ? value : without(value, secret.slice(-1))))
  if (place === undefined) return { show: 'value', sources: said, key: 'login' }
  const named = user === undefined ? undefined : tokenFor(call, placeIn(place, seat), user, user)
  const text =
    named?.token ?? issueToken(call.sandbox, { kind: 'access', scopes: null, client: '' }, tokenPlaceOf(call))
  if (place.length === 0) return { show: 'value', sources: [], key: 'login', itself: text }
  const shown = named === undefined ? [] : [wrapped(seat, named.record.value) as JsonObject, named.record.value]
  const tokens = refresh === undefined ? {} : withAt({}, refresh, renewal(call))
  const sources = [withAt(tokens, place, text), ...shown, ...said]
  return { show: 'value', sources, key: `login/${user?.key ?? ''}` }
}

function renewal({ sandbox }: Call): string {
  return issueToken(sandbox, { kind: 'refresh', scopes: null, client: '' })
}

/** A place of the answer, seen from the record in it. */
function placeIn(place: Place, output: Place): Place {
  return output.every((step, index) => place[index] === step) ? place.slice(output.length) : place
}

/** The token of a record, and the record that shows it, where it has the property `own` for that. */
function tokenFor(
  call: Call,
  own: Place,
  record: StoredRecord,
  user: StoredRecord | undefined,
): { readonly token: string; readonly record: StoredRecord } {
  const { sandbox, resources, runtime } = call
  const plan = runtime.resource(record.type)
  const before = idText(at(record.value, own))
  const known = before === undefined ? undefined : findToken(sandbox, before)?.of
  if (before !== undefined && known?.type === record.type && known.key === record.key) return { token: before, record }
  const of = { type: record.type, key: record.key }
  const whose = user === undefined ? {} : { user: { type: user.type, key: user.key } }
  const token = issueToken(sandbox, { kind: 'access', scopes: null, client: '', of, ...whose }, tokenPlaceOf(call))
  if (plan === undefined || !runtime.view(plan.schema).properties.has(own[0] ?? '')) return { token, record }
  const value = withAt(record.value, own, token)
  return { token, record: runtime.accepts(plan.schema, value) ? resources.change(plan, record, value) : record }
}

function keepSecret(call: Call, { secret }: SessionPlan, record: StoredRecord): void {
  const sent = secret === undefined ? undefined : idText(at(call.body, secret))
  if (sent !== undefined) call.sandbox.store.put(secretKey(record), digest(sent))
}

function secretKey({ type, key }: StoredRecord): string {
  return entryKey('q', type, key)
}

/** There since somebody of the type registered. */
function registeredKey(type: string): string {
  return entryKey('q', type)
}

/** Only the digest is kept: no password stands in the store. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
