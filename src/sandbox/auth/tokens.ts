/** Tokens that a sandbox's own token endpoint issued; they expire on the sandbox's clock. */
import { createHash } from 'node:crypto'
import { characters } from '../../api/schema/values/draw.ts'
import { diceFor } from '../../support/dice.ts'
import { jwtOf } from '../../support/jwt.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Sandbox } from '../sandbox.ts'
import { dropEntry, keepUntil } from '../state/expiry.ts'
import { entryKey, rangeOf } from '../state/keys.ts'
import { recordsOf } from '../state/records.ts'
import { sandboxClock } from '../state/sandbox-clock.ts'
import type { StoredRecord } from '../state/stored-record.ts'

type Ref = Pick<StoredRecord, 'type' | 'key'>

export interface Token {
  readonly kind: 'access' | 'refresh' | 'code'
  /** Null where the request named none: everything is granted. */
  readonly scopes: readonly string[] | null
  /** Milliseconds since the epoch; null when it does not expire. */
  readonly expires: number | null
  readonly client: string
  /** The record that it is the token of; without that it is none. */
  readonly of?: Ref
  /** The user who has it. */
  readonly user?: Ref
  /** For codes: the redirect and the PKCE challenge to be met (RFC 7636). */
  readonly redirect?: string
  readonly challenge?: { readonly value: string; readonly method: string }
}

/** How long an access token is good, in seconds. */
export const ACCESS_LIFETIME = 3600
const CODE_LIFETIME = 600
/** How long a token lasts that an operation of the provider gave out, in seconds. */
const SESSION_LIFETIME = 86_400

/** The access token behind a text; undefined when it is unknown or has expired. */
export function findToken(sandbox: Sandbox, text: string): Token | undefined {
  const token = readToken(sandbox, text)
  if (token?.kind !== 'access') return undefined
  const records = recordsOf(sandbox.store)
  return [token.of, token.user].every((ref) => ref === undefined || records.get(ref.type, ref.key) !== undefined)
    ? token
    : undefined
}

/** Any kind of unexpired token. */
export function readToken(sandbox: Sandbox, text: string): Token | undefined {
  const raw = sandbox.store.get(keyOf(text))
  if (raw === undefined) return undefined
  if (!OURS.test(text)) remember(sandbox, text)
  const token = JSON.parse(raw) as Token
  const now = sandboxClock(sandbox.settings.clock, sandbox.store, sandbox.wall).now()
  return token.expires !== null && token.expires <= now ? undefined : token
}

/** Where an answer shows a token. */
export interface TokenPlace {
  /** It says that the token is a JSON Web Token; else the schemes of the description tell. */
  readonly isJwt: boolean
  /** How the tokens begin that examples show. */
  readonly head?: string
  readonly accepts: (text: string) => boolean
  /** A text in the form that the place wants, where none of the usual ones has it; a number gives always the same. */
  readonly made: (number: number) => string
}

export function issueToken(sandbox: Sandbox, token: Omit<Token, 'expires'>, place?: TokenPlace): string {
  const counter = entryKey('h', '\u0000tokens')
  const number = Number(sandbox.store.get(counter) ?? '0') + 1
  sandbox.store.put(counter, String(number))
  const now = sandboxClock(sandbox.settings.clock, sandbox.store, sandbox.wall).now()
  const lifetime = lifetimeOf(token)
  const whole: Token = { ...token, expires: lifetime === null ? null : now + lifetime * 1000 }
  const isSigned = token.kind === 'access' && (place?.isJwt === true || (!isKey(token) && takesJwt(sandbox.api)))
  const jwt = isSigned ? signed(sandbox, whole, number, now) : undefined
  const opaque = textFor(sandbox, token.kind, number)
  const headed = place?.head === undefined ? undefined : textFor(sandbox, token.kind, number, place.head)
  // Nothing says how the keys of a record begin.
  const bare = isKey(token) ? textFor(sandbox, token.kind, number, '') : undefined
  const usual = [jwt, headed, bare, opaque].find((one) => one !== undefined && place?.accepts(one) !== false)
  const text = usual ?? inForm(sandbox, place, number) ?? opaque
  if (usual === undefined || usual === bare) remember(sandbox, text)
  const key = keyOf(text)
  sandbox.store.put(key, JSON.stringify(whole))
  if (whole.expires !== null) keepUntil(sandbox.store, key, whole.expires, now)
  return text
}

/** A text in the form that the place wants, which is nobody's token yet. */
function inForm(sandbox: Sandbox, place: TokenPlace | undefined, number: number): string | undefined {
  for (let turn = 0; place !== undefined && turn < TURNS; turn++) {
    const text = place.made(number + turn * MANY)
    if (!place.accepts(text)) return undefined
    if (sandbox.store.get(keyOf(text)) === undefined) return text
  }
  return undefined
}

const TURNS = 50
const MANY = 1_000_003

/** Digests of tokens that do not look like ours, for those who keep requests. */
const formed = new WeakMap<object, Set<string>>()
const MOST_FORMED = 10_000

function remember({ api }: Sandbox, text: string): void {
  const known = formed.get(api) ?? new Set()
  if (known.size >= MOST_FORMED) known.clear()
  known.add(keyOf(text))
  formed.set(api, known)
}

/** Tells tokens in the form of a schema that were given out, or shown to be good, since the process began; undefined where there are none. */
export function formedTokens(api: Sandbox['api']): ((text: string) => boolean) | undefined {
  const known = formed.get(api)
  return known === undefined ? undefined : (text) => known.has(keyOf(text))
}

/** Keys last as long as their record. */
function lifetimeOf({ kind, of, user }: Omit<Token, 'expires'>): number | null {
  if (kind === 'code') return CODE_LIFETIME
  if (kind === 'refresh' || isKey({ of, user })) return null
  return user === undefined ? ACCESS_LIFETIME : SESSION_LIFETIME
}

/** The key of a record, which is no user's. */
function isKey({ of, user }: { readonly of?: Ref | undefined; readonly user?: Ref | undefined }): boolean {
  return of !== undefined && user === undefined
}

/** True where what is sent in the field for authorization is said to be a JSON Web Token. */
const takesJwt = oncePer(({ head }: Sandbox['api']): boolean => {
  const schemes = Object.values(head.securitySchemes).filter(
    (scheme) => scheme.type !== 'mutualTLS' && !(scheme.type === 'http' && scheme.scheme !== 'bearer'),
  )
  const bearers = schemes.filter(({ type }) => type !== 'apiKey')
  return schemes.some(({ jwt }) => jwt === true) && bearers.every(({ jwt }) => jwt === true)
})

/** A JSON Web Token of whom it is, since when and until when. */
function signed({ settings }: Sandbox, { user, of, client, expires }: Token, number: number, now: number): string {
  const next = diceFor(settings.seed).of('tokens').stream(`jwt/${number}`)
  const sub = user?.key ?? of?.key ?? (client === '' ? 'user' : client)
  const times = { iat: seconds(now), ...(expires !== null && { exp: seconds(expires) }) }
  return jwtOf({ sub, ...times, jti: String(number) }, next)
}

const seconds = (moment: number): number => Math.floor(moment / 1000)

export function revokeToken(sandbox: Sandbox, text: string): void {
  const key = keyOf(text)
  const raw = sandbox.store.get(key)
  const { expires = null } = raw === undefined ? {} : (JSON.parse(raw) as Token)
  if (expires === null) sandbox.store.remove(key)
  else dropEntry(sandbox.store, key, expires)
}

/** Tokens of a record that is found under another key from now on stay its own. */
export function keepTokens({ store }: Sandbox, { type, key }: Ref, to: string): void {
  const range = rangeOf('t')
  const said = JSON.stringify(key)
  const follow = (ref: Ref | undefined): Ref | undefined =>
    ref?.type === type && ref.key === key ? { type, key: to } : ref
  for (const [entry, raw] of [...store.range(range)]) {
    if (!raw.includes(said)) continue
    const token = JSON.parse(raw) as Token
    const [of, user] = [follow(token.of), follow(token.user)]
    store.put(entry, JSON.stringify({ ...token, ...(of !== undefined && { of }), ...(user !== undefined && { user }) }))
  }
}

/** Stored under a digest, so that the store holds no usable token. */
function keyOf(text: string): string {
  return entryKey('t', createHash('sha256').update(text).digest('base64url'))
}

/** Drawn from the seed, so that a replay sees the same tokens. */
function textFor(sandbox: Sandbox, kind: Token['kind'], number: number, head?: string): string {
  const begins = head ?? { access: 'at_', refresh: 'rt_', code: 'ac_' }[kind]
  const dice = diceFor(sandbox.settings.seed).of('tokens')
  return begins + characters({ dice, key: `${kind}/${number}` }, 40, ALPHABET)
}

/** What is known as a token by how it looks. */
const OURS = /^(?:(?:at|rt|ac)_|eyJ)/

/** Any of them inside a text; 40 letters and digits behind another head have capitals in them, which no digest has. */
export const ISSUED: RegExp =
  /(?<![A-Za-z0-9])(?:(?:at|rt|ac)_|(?:[A-Za-z]{2,12}[_.-]){1,3}(?=[a-z0-9]{0,39}[A-Z]))[A-Za-z0-9]{40}\b/g
export const ISSUED_LENGTH = 43

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
