/**
 * Who logs in, and where: operations that take a password and answer with a token, those that make or change the one
 * who has it, those that make keys, and the address of the one who asks (`/me`).
 */
import type { OperationId } from '../../api/description.ts'
import type { OperationPlan, Place, SessionPlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { PASSWORDS } from '../../http/secrets.ts'
import { plain, sameThing, words } from '../naming/words.ts'
import { lastLiteral } from '../paths/paths.ts'
import type { Act } from '../paths/sites.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { answersToken, querySchema } from './plain-login.ts'
import type { Planner } from './planner.ts'

type Plans = ReadonlyMap<OperationId, OperationPlan>
/** Whether a place of the answer tells which record it is: a token there is a name, no credential. */
type IsName = (act: Act, place: Place) => boolean
export type SessionFacts = Pick<OperationPlan, 'session' | 'current'>

const SECRET = new RegExp(`^(${PASSWORDS})$`)
/** What things have too, not only those who log in. */
const WEAK = /^(pin|secret)$/
const NEW_SECRET = new RegExp(`^new(${PASSWORDS})$`)
/** Ends of paths that are about the password of somebody. */
const OF_SECRET = new RegExp(`(${PASSWORDS})$`)
const WHO =
  /^(email|emailaddress|user|username|login|phone|phonenumber|identifier|account|handle|userid|loginid|clientid|name)$/
const TOKEN =
  /^(token|accesstoken|authtoken|authenticationtoken|bearertoken|sessiontoken|apitoken|jwt|jwttoken|idtoken|sessionid|sessionkey|authkey)$/
/** What a program gets a token for. */
const EXCHANGED =
  /^(secret|clientsecret|appsecret|apisecret|consumersecret|secretkey|apikey|userkey|appkey|refresh|refreshtoken)$/
const REFRESH = /^(refresh|refreshtoken)$/
/** In an answer that shows a refresh token beside it. */
const ACCESS = /^access$/
const EXCHANGE =
  /^(log_?in|authenticate|authentication|auth|oauth2?|sessions?|(access_?)?tokens?|(generate|get|create|new|refresh|obtain|issue)\w*token)$/i
const KEY = /^(token|accesstoken|apitoken|key|apikey|secret|secretkey|tokenvalue|plaintextkey|plaintexttoken)$/
const KEYS = /(^|_)(api_?key|access_?key|key|token|access_?token)$/
const LOGIN = /^(log_?in|sign_?in|authenticate|authentication|auth|sessions?|access_?tokens?|tokens?)$/i
const ME =
  /^((get_?|show_?)?(me|self|myself|current_?(user|account|member)?|authenticated_?(user|account)|logged_?in_?(user|account)|my_?(profile|account|user))|who_?am_?i|profile|account|user|user_?info|viewer|verify_?credentials)$/i

/** What operations have to do with logging in, by their ids; those without are left out. */
export function sessionsOf(
  acts: readonly Act[],
  drafts: readonly TypeDraft[],
  plans: Plans,
  { reader, ids }: Pick<Planner, 'reader' | 'ids'>,
): ReadonlyMap<OperationId, SessionFacts> {
  const isName = namesOf(drafts, plans, ids)
  const shownTypes = new Set(
    acts.flatMap(({ op }) => {
      const plan = plans.get(op.id)
      return op.method === 'GET' && plan?.kind === 'read' && plan.target !== undefined ? (plan.type ?? []) : []
    }),
  )
  const logins = acts.flatMap((act) => loginAt(act, plans.get(act.op.id), shownTypes, isName, reader) ?? [])
  const found = new Map<OperationId, SessionFacts>()
  const user = userOf(logins, acts, drafts, plans, reader)
  const registrations = new Set(user === undefined ? [] : makersOf(user, acts, plans, reader))
  for (const login of logins) {
    if (!registrations.has(login.act)) found.set(login.act.op.id, { session: sessionAt(login, 'login', user, reader) })
  }
  for (const act of acts) {
    const plan = plans.get(act.op.id)
    if (plan === undefined || found.has(act.op.id)) continue
    const people = user ?? peopleLike(act, plan, drafts, shownTypes, { reader, ids })
    const current =
      people !== undefined && isCurrent(act, plan, people, drafts, reader) ? { current: people.name } : undefined
    const session = keysOf(act, plan, isName, reader) ?? ofUser(act, plan, user, current !== undefined, isName, reader)
    if (session !== undefined || current !== undefined)
      found.set(act.op.id, { ...(session !== undefined && { session }), ...current })
  }
  return found
}

interface Login {
  readonly act: Act
  readonly in?: 'query'
  readonly token?: Place
  readonly secret?: Place
  readonly exchanged?: readonly Place[]
  readonly refresh?: Place
}

/** A POST that takes a password, or is called a login, and answers with a token. */
function loginAt(
  act: Act,
  plan: OperationPlan | undefined,
  shownTypes: ReadonlySet<string>,
  isName: IsName,
  reader: Reader,
): Login | undefined {
  const plainly = plainLogin(act, plan, shownTypes, isName, reader)
  if (plainly !== undefined) return plainly
  if (act.op.method !== 'POST' || act.answer.nature !== 'data') return undefined
  const isShown = plan?.kind === 'create' && shownTypes.has(plan.type ?? '')
  const exchange = isShown ? undefined : exchangeAt(act, isName, reader)
  if (exchange !== undefined) return exchange
  const token = tokenIn(act, TOKEN, isName, reader)
  if (token === undefined || (isShown && takesItself(act, token, reader))) return undefined
  const secret = placeOf(requestSchema(act.op), SECRET, reader)
  const login = { act, token, ...(secret !== undefined && { secret }) }
  if (isCalledLogin(act) && !shownTypes.has(plan?.type ?? '')) return login
  if (secret === undefined || isOfAnother(plan, secret, shownTypes)) return undefined
  const isThing = WEAK.test(plain(secret.at(-1) ?? '')) || whoIn(login, reader).length === 0
  return plan?.kind === 'create' && isThing ? undefined : login
}

function isCalledLogin({ shape: { parts } }: Act): boolean {
  return LOGIN.test(lastLiteral(parts)) && !parts.some((part) => part.param)
}

/** What is called a login takes the password in its query, or answers with nothing but a token. */
function plainLogin(
  act: Act,
  plan: OperationPlan | undefined,
  shownTypes: ReadonlySet<string>,
  isName: IsName,
  reader: Reader,
): Login | undefined {
  const { method } = act.op
  const isBare = plan?.kind !== 'create' && answersToken(act, reader)
  const mayBe = (method === 'GET' || method === 'POST') && (isBare || !shownTypes.has(plan?.type ?? ''))
  if (!mayBe || !isCalledLogin(act)) return undefined
  const inBody = method === 'POST' ? placeOf(requestSchema(act.op), SECRET, reader) : undefined
  const secret = inBody ?? placeOf(querySchema(act.op), SECRET, reader)
  if (secret === undefined || WEAK.test(plain(secret.at(-1) ?? ''))) return undefined
  if (!isBare && inBody !== undefined) return undefined
  const token = isBare ? [] : act.answer.nature === 'data' ? tokenIn(act, TOKEN, isName, reader) : undefined
  return token === undefined ? undefined : { act, token, secret, ...(inBody === undefined && { in: 'query' }) }
}

/** What the client says itself is no token that it gets. */
function takesItself({ op }: Act, token: Place, reader: Reader): boolean {
  const name = token.at(-1) ?? ''
  const place = placeOf(requestSchema(op), new RegExp(`^${plain(name)}$`), reader)
  return place !== undefined && reader.view(reader.at(requestSchema(op), place)).keywords['readOnly'] !== true
}

/** A program gets a token for its secret, its key or a refresh token, at a path that is about tokens: nobody logs in. */
function exchangeAt(act: Act, isName: IsName, reader: Reader): Login | undefined {
  const { parts } = act.shape
  if (parts.some((part) => part.param) || !parts.some((part) => EXCHANGE.test(part.text))) return undefined
  const sent = [...reader.properties(requestSchema(act.op))].filter(([, property]) => isText(property, reader))
  if (sent.some(([name]) => SECRET.test(plain(name)) && !WEAK.test(plain(name)))) return undefined
  const exchanged = sent.flatMap(([name]) => (EXCHANGED.test(plain(name)) ? [[name]] : []))
  if (exchanged.length === 0) return undefined
  const refresh = tokenIn(act, REFRESH, isName, reader)
  const isPair = refresh !== undefined || exchanged.some(([name = '']) => REFRESH.test(plain(name)))
  const token = tokenIn(act, TOKEN, isName, reader) ?? (isPair ? tokenIn(act, ACCESS, isName, reader) : undefined)
  return token === undefined ? undefined : { act, token, exchanged, ...(refresh !== undefined && { refresh }) }
}

/** A record that shows who made it, password and all, is made: nobody logs in. */
function isOfAnother(plan: OperationPlan | undefined, secret: Place, shownTypes: ReadonlySet<string>): boolean {
  const isRecord = plan?.kind === 'create' && shownTypes.has(plan.type ?? '')
  return isRecord && secret.length - 1 > (plan.input ?? []).length
}

/** The places by which records are addressed, of those types that are. */
function namesOf(drafts: readonly TypeDraft[], plans: Plans, ids: Planner['ids']): IsName {
  const addressed = new Set(
    [...plans.values()].flatMap(({ target, type }) => (target === undefined ? [] : (type ?? []))),
  )
  const names = new Map<string, ReadonlySet<string>>()
  for (const draft of drafts) {
    const finding = ids.get(draft)
    if (finding === undefined || !addressed.has(draft.name)) continue
    const { plan, alternateKeys } = finding
    names.set(draft.name, new Set([plan.place, ...(plan.aliases ?? []), ...alternateKeys].map((p) => p.join('.'))))
  }
  return ({ op }, place) => {
    const plan = plans.get(op.id)
    const output = plan?.output ?? []
    const own = output.every((step, index) => place[index] === step) ? place.slice(output.length) : place
    return names.get(plan?.type ?? '')?.has(own.join('.')) === true
  }
}

function tokenIn(act: Act, name: RegExp, isName: IsName, reader: Reader): Place | undefined {
  return placeOf(act.answer.media?.schema, name, reader, (place) => !isName(act, place))
}

/** The place of a text of such a name, at most two steps deep. */
function placeOf(
  schema: Schema | undefined,
  name: RegExp,
  reader: Reader,
  fits: (place: Place) => boolean = () => true,
  around: Place = [],
): Place | undefined {
  const properties = [...reader.properties(schema)]
  const own = properties.find(
    ([key, property]) => name.test(plain(key)) && isText(property, reader) && fits([...around, key]),
  )
  if (own !== undefined) return [...around, own[0]]
  if (around.length >= 2) return undefined
  for (const [key, property] of properties) {
    const inner = reader.isObject(property) ? placeOf(property, name, reader, fits, [...around, key]) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

function isText(schema: Schema, reader: Reader): boolean {
  const { types } = reader.view(schema)
  return types.length === 0 ? reader.isScalar(schema) : types.includes('string')
}

/** The type that is made with a password and shows by what name its records log in. */
function userOf(
  logins: readonly Login[],
  acts: readonly Act[],
  drafts: readonly TypeDraft[],
  plans: Plans,
  reader: Reader,
): TypeDraft | undefined {
  if (logins.every(({ secret }) => secret === undefined)) return undefined
  const named = new Set(logins.flatMap((login) => whoIn(login, reader).map((place) => plain(place.at(-1) ?? ''))))
  const makeable = drafts.filter((draft) => !draft.singleton && makersOf(draft, acts, plans, reader).length > 0)
  const hasOne = (draft: TypeDraft, isMeant: (own: string) => boolean) =>
    [...reader.properties(draft.schema).keys()].some((name) => isMeant(plain(name)))
  return (
    makeable.find((draft) => hasOne(draft, (own) => named.has(own))) ??
    makeable.find((draft) => hasOne(draft, (own) => [...named].some((sent) => aliased(sent, own))))
  )
}

function makersOf(user: TypeDraft, acts: readonly Act[], plans: Plans, reader: Reader): readonly Act[] {
  return acts.filter((act) => {
    const plan = plans.get(act.op.id)
    const makes = plan?.kind === 'create' && plan.type === user.name
    return makes && placeOf(requestSchema(act.op), SECRET, reader) !== undefined
  })
}

/** The places beside the password that say who it is. */
function whoIn(login: Pick<Login, 'act' | 'in' | 'secret'>, reader: Reader): readonly Place[] {
  const { act, secret = [''] } = login
  const around = secret.slice(0, -1)
  const sent = login.in === 'query' ? querySchema(act.op) : requestSchema(act.op)
  return [...reader.properties(reader.at(sent, around))]
    .filter(([name, property]) => WHO.test(plain(name)) && reader.isScalar(property))
    .map(([name]) => [...around, name])
}

function sessionAt(login: Login, act: SessionPlan['act'], user: TypeDraft | undefined, reader: Reader): SessionPlan {
  const own = [...reader.properties(user?.schema).keys()]
  const sentWords = whoIn(login, reader)
  const named = (sent: Place) => own.filter((name) => plain(name) === plain(sent.at(-1) ?? ''))
  const isSaid = sentWords.some((sent) => named(sent).length > 0)
  const who = sentWords.flatMap((sent) => {
    const word = plain(sent.at(-1) ?? '')
    const exact = named(sent)
    const isAside = word === 'account' && isSaid
    const meant = exact.length > 0 || isAside ? exact : own.filter((name) => aliased(word, plain(name)))
    return meant.map((property) => ({ sent, property: [property] }))
  })
  const { token, secret, exchanged, refresh } = login
  const shown = act === 'login' ? shownIn(login.act.answer.media?.schema, user, reader) : undefined
  return {
    act,
    ...(login.in !== undefined && { in: login.in }),
    ...(shown !== undefined && { shown }),
    ...(token !== undefined && { token }),
    ...(user !== undefined && { user: user.name }),
    who,
    ...(secret !== undefined && { secret }),
    ...(exchanged !== undefined && { exchanged }),
    ...(refresh !== undefined && { refresh }),
    provenance: 'derived',
    why: whyOf(act, login),
  }
}

/** Where an answer shows the user, at most two steps deep. */
function shownIn(
  schema: Schema | undefined,
  user: TypeDraft | undefined,
  reader: Reader,
  depth = 0,
): Place | undefined {
  const component = reader.component(schema)
  if (user === undefined || schema === undefined || depth > 2) return undefined
  if (component !== undefined && user.hints.components?.has(component) === true) return []
  for (const [name, property] of reader.properties(schema)) {
    if (!reader.isObject(property)) continue
    if (sameThing(name, user.name)) return [name]
    const inner = shownIn(property, user, reader, depth + 1)
    if (inner !== undefined) return [name, ...inner]
  }
  return undefined
}

/** `login` and `user` are said of either name. */
function aliased(sent: string, own: string): boolean {
  return /^(login|user|identifier|account|loginid)$/.test(sent) && /^(email|emailaddress|username)$/.test(own)
}

function whyOf(act: SessionPlan['act'], { token, secret, exchanged }: Login): string {
  const answers = token === undefined ? '' : `answers with ${token.join('.') || 'a token'}`
  if (exchanged !== undefined) return `takes ${exchanged.map((place) => place.join('.')).join(' or ')} and ${answers}`
  if (act === 'login') return secret === undefined ? answers : `takes ${secret.join('.')} and ${answers}`
  if (act === 'issue') return `makes a key: ${answers}`
  return `takes ${secret?.join('.') ?? 'a secret'} of those who log in`
}

/** A create of keys or tokens whose answer tells the key. */
function keysOf(act: Act, plan: OperationPlan, isName: IsName, reader: Reader): SessionPlan | undefined {
  if (plan.kind !== 'create' || plan.type === undefined || !KEYS.test(words(plan.type).join('_'))) return undefined
  const token = tokenIn(act, KEY, isName, reader)
  const sent = reader.properties(requestSchema(act.op))
  if (token === undefined || sent.has(token.at(-1) ?? '')) return undefined
  return sessionAt({ act, token }, 'issue', undefined, reader)
}

/** Making and changing those who log in, where the request may hold their password. */
function ofUser(
  act: Act,
  plan: OperationPlan,
  user: TypeDraft | undefined,
  isOwn: boolean,
  isName: IsName,
  reader: Reader,
): SessionPlan | undefined {
  if (user === undefined || (plan.type !== user.name && !isOwn)) return undefined
  const isOfSecret = act.op.method !== 'GET' && OF_SECRET.test(plain(lastLiteral(act.shape.parts)))
  const sent = requestSchema(act.op)
  const chosen = isOfSecret ? placeOf(sent, NEW_SECRET, reader) : undefined
  const secret = chosen ?? placeOf(sent, SECRET, reader)
  if (secret === undefined) return undefined
  if (plan.kind === 'create') {
    const token = tokenIn(act, TOKEN, isName, reader)
    return sessionAt({ act, secret, ...(token !== undefined && { token }) }, 'register', user, reader)
  }
  const changes = plan.kind === 'action' ? isOfSecret : /^(update|replace|singleton)$/.test(plan.kind)
  return changes ? sessionAt({ act, secret }, 'change', user, reader) : undefined
}

/** `/me`, `/user`, `/users/me`: there is one, and it looks like those who log in. */
function isCurrent(
  { shape }: Act,
  { kind, type }: OperationPlan,
  user: TypeDraft,
  drafts: readonly TypeDraft[],
  reader: Reader,
): boolean {
  if (kind !== 'singleton' || shape.parts.some((part) => part.param) || !ME.test(lastLiteral(shape.parts))) return false
  const own = drafts.find((draft) => draft.name === type)
  const mine = [...reader.properties(own?.schema).keys()].map(plain)
  const theirs = new Set([...reader.properties(user.schema).keys()].map(plain))
  const shared = mine.filter((name) => theirs.has(name)).length
  return shared >= 2 && shared >= Math.min(mine.length, theirs.size) * 0.5
}

const PEOPLE = /(^|_)(user|account|member|person|profile|customer|employee|agent|merchant|operator|player|athlete)$/

/** Where nobody logs in: those of whom `/me` shows one, by the component or, where they are called so, by what they hold. */
function peopleLike(
  { shape }: Act,
  { kind, type }: OperationPlan,
  drafts: readonly TypeDraft[],
  shownTypes: ReadonlySet<string>,
  { reader, ids }: Pick<Planner, 'reader' | 'ids'>,
): TypeDraft | undefined {
  if (kind !== 'singleton' || shape.parts.some((part) => part.param) || !ME.test(lastLiteral(shape.parts)))
    return undefined
  const own = drafts.find((draft) => draft.name === type)
  const mine = new Set([...reader.properties(own?.schema).keys()].map(plain))
  const component = reader.component(own?.schema)
  const isSame = (draft: TypeDraft): boolean =>
    component !== undefined && draft.hints.components?.has(component) === true
  const likely = drafts.filter((draft) => {
    if (draft === own || draft.singleton || !(isSame(draft) || PEOPLE.test(draft.name))) return false
    const [id, more] = ids.get(draft)?.plan.place ?? []
    const isKnown = id !== undefined && more === undefined && mine.has(plain(id))
    return isKnown && shownTypes.has(draft.name) && standsAlone(draft)
  })
  const same = likely.filter(isSame)
  const called =
    same.length > 0 ? same : likely.filter((draft) => PEOPLE.test(draft.name) && isCalled(draft, mine, reader))
  return called.length === 1 ? called[0] : called.find((draft) => /(^|_)user$/.test(draft.name))
}

/** Both say by what name somebody is known. */
function isCalled(draft: TypeDraft, mine: ReadonlySet<string>, reader: Reader): boolean {
  return [...reader.properties(draft.schema).keys()].some((name) => {
    return mine.has(plain(name)) && /^(email|emailaddress|e?mail|username|login|loginname|userlogin)$/.test(plain(name))
  })
}

/** It is read at a path of its own, inside of nothing. */
function standsAlone(draft: TypeDraft): boolean {
  return draft.families.some((family) => !family.parts.some((part) => part.param))
}
