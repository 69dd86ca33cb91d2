/**
 * Which places of an error body say what: the reason, the status, a code, the
 * parameter at fault, lists of single errors. Read from names and types alone.
 */
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { plain } from '../../derive/naming/words.ts'
import { phraseOf } from '../../http/status-phrase.ts'
import { isNumeric, isPlainText } from '../../support/exact-number.ts'
import { field, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import type { DeclaredAnswer } from '../operation/answers/declared-answers.ts'
import type { Refusal } from '../operation/kind.ts'
import { wordedViolation } from '../outcome.ts'
import type { Runtime } from '../runtime.ts'
import { asidesOf } from './error-asides.ts'

/** True when the reason stands somewhere in what is said. */
export function tellsReason(said: unknown, refusal: Refusal): boolean {
  if (typeof said === 'string')
    return said === refusal.message || refusal.errors?.some((e) => e.message === said || inFull(e) === said) === true
  return typeof said === 'object' && said !== null && Object.values(said).some((inner) => tellsReason(inner, refusal))
}

export interface Filled {
  /** What is true of this refusal. */
  readonly said: JsonObject
  /** What only looks right: codes and types, weaker than a declared example. */
  readonly guessed: JsonObject
}

const MESSAGE =
  /^(message|msg|errormessage|errormsg|errordescription|developermessage|usermessage|detail|details|description|reason|explanation|longmessage|statusmessage|text|problem|why)$/
const SHORT_MESSAGE = /^(title|error|summary|errorsummary|shortmessage|error_title)$/
const STATUS = /^(status|statuscode|httpstatus|httpstatuscode|httpcode|code|errorcode)$/
const CODE = /^(code|errorcode|error|type|errortype|kind|name|id|reason|category|slug|key)$/
const PARAM =
  /^(param|parameter|field|path|pointer|fieldname|paramname|parametername|propertyname|fieldpath|propertypath|property|source|target|location|attribute)$/
/** Flags that say whether it went well. */
const WENT_WELL = /^(success|successful|succeeded|ok|status)$/
/** How deep an error body is looked into for its message. */
const DEPTH = 4

export function fillError(schema: Schema, refusal: Refusal, runtime: Runtime, depth = 0): Filled {
  const view = runtime.view(schema)
  const chosen = view.properties.size === 0 ? tellingVariant(view.variants, refusal, runtime, depth) : undefined
  return chosen ?? fillProperties(schema, refusal, runtime, depth)
}

/**
 * Of several shapes, one that has a place for the reason: where each has a status or a word of its own
 * (`type: [object_not_found]`), the one whose own says most plainly what happened, else the first.
 */
function tellingVariant(
  variants: readonly Schema[],
  refusal: Refusal,
  runtime: Runtime,
  depth: number,
): Filled | undefined {
  if (depth >= DEPTH) return undefined
  const telling = variants.flatMap((variant) => {
    const filled = fillError(variant, refusal, runtime, depth + 1)
    return tellsReason(filled.said, refusal) ? [{ filled, own: ownWords(variant, runtime) }] : []
  })
  const mayBe = telling.filter(({ own }) => own.status === undefined || own.status === refusal.status)
  const among = mayBe.length === 0 ? telling : mayBe
  const words = among.flatMap(({ own }) => own.word ?? []).sort((x, y) => x.length - y.length)
  const best = words.length < 2 ? undefined : bestChoice(words, refusal)
  return (among.find(({ own }) => best !== undefined && own.word === best) ?? among[0])?.filled
}

/** The status of the variant whose only word says what happened; undefined where none says so much. */
export function statusByWord(schema: Schema, refusal: Refusal, runtime: Runtime): number | undefined {
  const { properties, variants } = runtime.view(schema)
  if (properties.size > 0) return undefined
  const own = variants.map((variant) => ownWords(variant, runtime))
  const words = own.flatMap(({ status, word }) => (status === undefined ? [] : (word ?? [])))
  const best = firstSaid(ownWordsFor(refusal), words)
  return own.find(({ word }) => best !== undefined && word === best)?.status
}

/** The only status, and the only word for what happened, that a shape allows. */
function ownWords(schema: Schema, runtime: Runtime): { readonly status?: number; readonly word?: string } {
  const found: { status?: number; word?: string } = {}
  for (const [name, property] of runtime.view(schema).properties) {
    const only = onlyValue(property, runtime)
    if (typeof only === 'number' && STATUS.test(plain(name))) found.status = only
    else if (isPlainText(only) && (CODE.test(plain(name)) || plain(name) === 'issue')) found.word ??= only
  }
  return found
}

/** The only value that a property may have; undefined where it may have others. */
function onlyValue(property: Schema, runtime: Runtime): unknown {
  const { const: fixed, enum: choices } = runtime.view(property).keywords
  return fixed ?? (Array.isArray(choices) && choices.length === 1 ? choices[0] : undefined)
}

/** With the number by which the example of this very status calls the error, where we would say the status: one that no status of HTTP is. */
export function withOwnNumbers(said: object, example: object, refusal: Refusal): JsonObject {
  const entries = Object.entries(said).map(([name, value]) => {
    const shown = field(example, name)
    if (isObject(value) && isObject(shown)) return [name, withOwnNumbers(value, shown, refusal)]
    const isOurs = String(value) === String(refusal.status) && field(refusal.values, name) === undefined
    const isAlike = isNumeric(value) ? isNumeric(shown) : !isNumeric(shown) && typeof shown === typeof value
    const isOwn = isAlike && !(Number(shown) >= 400 && Number(shown) < 600)
    return [name, isOurs && isOwn ? shown : value]
  })
  return Object.fromEntries(entries) as JsonObject
}

function fillProperties(schema: Schema, refusal: Refusal, runtime: Runtime, depth: number): Filled {
  const view = runtime.view(schema)
  const said: Record<string, unknown> = {}
  const guessed: Record<string, unknown> = {}
  const hasMessage = [...view.properties].some(([name, s]) => MESSAGE.test(plain(name)) && isText(s, runtime))
  const objects = [...view.properties.values()].filter((s) => runtime.view(s).properties.size > 0).length
  const asides = asidesOf(view, refusal, runtime)
  for (const [name, property] of view.properties) {
    const isStated = refusal.values !== undefined && Object.hasOwn(refusal.values, name)
    const known = isStated ? refusal.values?.[name] : asides.said.get(name)
    if (known !== undefined) setOwn(said, name, known)
    if (known !== undefined || asides.unsaid.has(name)) continue
    const word = plain(name)
    const inner = runtime.view(property)
    if (isText(property, runtime)) {
      const choices = inner.keywords['enum']
      const [only, ...others] = Array.isArray(choices) ? choices : []
      if (only !== undefined && others.length === 0) setOwn(said, name, only)
      else if (only !== undefined) chooseWord([only, ...others], name, view.required.has(name), refusal, guessed)
      else if (asides.codes.has(name)) setOwn(guessed, name, codeFor(inner, refusal, asides.word))
      else if (MESSAGE.test(word) || (SHORT_MESSAGE.test(word) && !hasMessage)) setOwn(said, name, refusal.message)
      else if (word === 'pointer' && refusal.param !== undefined)
        setOwn(said, name, `/${refusal.param.replaceAll('.', '/')}`)
      else if (PARAM.test(word) && refusal.param !== undefined && (refusal.param !== '' || view.required.has(name)))
        setOwn(said, name, refusal.param)
      else if (SHORT_MESSAGE.test(word)) setOwn(guessed, name, phraseOf(refusal.status))
      else if (STATUS.test(word) && word !== 'code' && word !== 'errorcode') setOwn(said, name, String(refusal.status))
      else if (CODE.test(word)) setOwn(guessed, name, codeFor(inner, refusal, asides.word))
      continue
    }
    if ((inner.types.includes('integer') || inner.types.includes('number')) && STATUS.test(word)) {
      if (runtime.accepts(property, refusal.status)) setOwn(said, name, refusal.status)
      continue
    }
    if (inner.types.length === 1 && inner.types[0] === 'boolean') {
      if (WENT_WELL.test(word) && runtime.accepts(property, false)) setOwn(said, name, false)
      continue
    }
    if (depth >= DEPTH) continue
    if (inner.items !== undefined && LOCATION.test(word) && refusal.errors !== undefined)
      setOwn(said, name, whereOf(refusal))
    else if (carriesErrors(word) || objects === 1) fillInner(name, property, refusal, runtime, depth, said, guessed)
  }
  const filled = { said: said as JsonObject, guessed: guessed as JsonObject }
  return depth > 0 || tellsReason(said, refusal) ? filled : withReason(filled, view, refusal, runtime)
}

/** Where no name says message: a text that must be there, and is named after nothing else, takes the reason. */
function withReason(filled: Filled, view: SchemaView, refusal: Refusal, runtime: Runtime): Filled {
  const place = [...view.properties].find(
    ([name, property]) =>
      view.required.has(name) &&
      !Object.hasOwn(filled.said, name) &&
      !OTHERWISE.test(plain(name)) &&
      isText(property, runtime) &&
      runtime.accepts(property, refusal.message),
  )
  if (place === undefined) return filled
  return { ...filled, said: { ...filled.said, [place[0]]: refusal.message } }
}

/** Names of texts that tell something else than why. */
const OTHERWISE = new RegExp(
  [
    CODE.source,
    PARAM.source,
    STATUS.source,
    '(id|url|uri|link|href|time|timestamp|date|at|version|instance|trace|help|docs|documentation|service|method)$',
  ].join('|'),
)

/** Names of objects and lists in which errors are told. */
function carriesErrors(word: string): boolean {
  return /errors$|^(errors?|fault|faults|details?|issues?|messages?|problems?|violations?|causes?|meta|status|response|result|data|body|exception|errorinfo|errordetails?|responsestatus)$/.test(
    word,
  )
}

function fillInner(
  name: string,
  property: Schema,
  refusal: Refusal,
  runtime: Runtime,
  depth: number,
  said: Record<string, unknown>,
  guessed: Record<string, unknown>,
): void {
  const view = runtime.view(property)
  if (view.properties.size > 0) {
    const inner = fillError(property, refusal, runtime, depth + 1)
    if (Object.keys(inner.said).length > 0) setOwn(said, name, inner.said)
    if (Object.keys(inner.guessed).length > 0) setOwn(guessed, name, inner.guessed)
    return
  }
  if (view.items === undefined || !carriesErrors(plain(name))) return
  const items = errorItems(view.items, refusal, runtime, depth + 1)
  // What has no place for anything that is known tells nothing.
  const telling = items.filter((one) => !isObject(one) || Object.keys(one).length > 0)
  setOwn(said, name, telling.length === 0 && !runtime.accepts(property, []) ? items : telling)
}

/** Single errors shown in one list. */
const MOST = 8

/** One item for each thing that is wrong. */
export function errorItems(items: Schema, refusal: Refusal, runtime: Runtime, depth: number): readonly unknown[] {
  const errors = refusal.errors ?? [{ in: '', path: refusal.param ?? '', message: refusal.message }]
  return errors.slice(0, MOST).map((error) => {
    if (isText(items, runtime)) return inFull(error)
    const param = error.path.replace(/^\//, '').replaceAll('/', '.')
    const fill = (message: string) => fillError(items, { ...refusal, message, param, errors: [error] }, runtime, depth)
    const one = fill(error.message)
    const { said } = param === '' || names(one.said, param) ? one : fill(inFull(error))
    const item = { ...one.guessed, ...said }
    return runtime.accepts(items, item)
      ? item
      : { ...item, ...fixedFor(items, { ...refusal, errors: [error] }, runtime) }
  })
}

/** What the alternative says whose only word tells what happened: the word, and the text that goes with it. */
function fixedFor(items: Schema, refusal: Refusal, runtime: Runtime): Readonly<Record<string, unknown>> {
  const { variants } = runtime.view(items)
  const words = variants.flatMap((variant) => ownWords(variant, runtime).word ?? [])
  const best = bestWord(words, refusal)
  const own = best === undefined ? undefined : variants.find((variant) => ownWords(variant, runtime).word === best)
  const told: Record<string, unknown> = {}
  for (const [name, property] of own === undefined ? [] : runtime.view(own).properties) {
    const only = onlyValue(property, runtime)
    if (only !== undefined) setOwn(told, name, only)
  }
  return told
}

/** Where nothing else names the parameter, the message does. */
function inFull(error: NonNullable<Refusal['errors']>[number]): string {
  return error.in === '' ? error.message : wordedViolation(error)
}

function names(said: unknown, param: string): boolean {
  if (typeof said === 'string') return said.replaceAll('/', '.').replace(/^\./, '').includes(param)
  if (Array.isArray(said) && said.join('.').includes(param)) return true
  return typeof said === 'object' && said !== null && Object.values(said).some((inner) => names(inner, param))
}

const LOCATION = /^(loc|location|path|pointer|segments|fieldpath)$/

/** Where the first error is, as segments: ['body', 'items', 0]. */
function whereOf(refusal: Refusal): readonly (string | number)[] {
  const [error] = refusal.errors ?? []
  if (error === undefined) return []
  const segments = error.path.split('/').filter((segment) => segment !== '')
  return [error.in, ...segments.map((segment) => (/^\d{1,9}$/.test(segment) ? Number(segment) : segment))]
}

export function isText(schema: Schema, runtime: Runtime): boolean {
  const { types } = runtime.view(schema)
  return types.length > 0 && types.every((t) => t === 'string')
}

/** A word that says what happened; where none does, nothing, unless something must be said. */
function chooseWord(
  choices: readonly unknown[],
  name: string,
  isNeeded: boolean,
  refusal: Refusal,
  guessed: Record<string, unknown>,
): void {
  const best = bestWord(choices, refusal)
  const vague = choices.find((one) => typeof one === 'string' && /^(other|unknown|generic|general|error)/i.test(one))
  if (best !== undefined) setOwn(guessed, name, best)
  else if (isNeeded) setOwn(guessed, name, vague ?? choices[0])
}

/** A code in the words or the style that the description shows for it, or for a word beside it: `not_found`, `NOT_FOUND`, `notFound`. */
function codeFor({ keywords }: SchemaView, refusal: Refusal, beside: string | undefined): string {
  const { description, example } = keywords
  const told = typeof description === 'string' ? [...description.slice(0, 4_000).matchAll(QUOTED)].map((m) => m[1]) : []
  const best = told.length < 2 ? undefined : bestWord(told, refusal)
  if (typeof best === 'string') return best
  const camel = refusal.code.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  const capital = `${camel.slice(0, 1).toUpperCase()}${camel.slice(1)}`
  if (typeof example !== 'string') return /^[A-Z][a-z]+$/.test(beside ?? '') ? capital : refusal.code
  if (/^[A-Z]+(_[A-Z]+)+$/.test(example)) return refusal.code.toUpperCase()
  if (/^[a-z]+(-[a-z]+)+$/.test(example)) return refusal.code.replaceAll('_', '-')
  if (!/^[a-zA-Z][a-z]+([A-Z][a-z]+)+$/.test(example)) return refusal.code
  return /^[A-Z]/.test(example) ? capital : camel
}

const QUOTED = /[`"'“]([A-Za-z][\w.-]{3,60})[`"'”]/g

function bestChoice(choices: readonly unknown[], refusal: Refusal): unknown {
  return bestWord(choices, refusal) ?? choices.find((c) => typeof c === 'string') ?? choices[0]
}

/** The declared word that says what happened, and to what (`CARD_NOT_FOUND` of a card), or no more (`NOT_FOUND` before `BANK_NOT_FOUND`); undefined where none does. */
function bestWord(choices: readonly unknown[], refusal: Refusal): string | undefined {
  const isOfKey = /idempoten/.test(refusal.code)
  const words = choices.filter((c): c is string => typeof c === 'string' && (isOfKey || !/idempoten/i.test(c)))
  return firstSaid(wordsFor(refusal), words)
}

/** The shortest word that says the first of what is wanted that any says. */
function firstSaid(wanted: readonly string[], words: readonly string[]): string | undefined {
  for (const want of wanted) {
    const [least] = words.filter((w) => plain(w).includes(want)).sort((a, b) => plain(a).length - plain(b).length)
    if (least !== undefined) return least
  }
  return undefined
}

/** Words for what happened, by what the sandbox calls it. */
const BY_CODE: Readonly<Record<string, readonly string[]>> = {
  invalid_state: ['invalidstate', 'invalidoperation', 'illegalstate', 'invalidstatus', 'statetransition', 'wrongstate'],
  idempotency_key_in_use: [
    'idempotencyunprocessable',
    'idempotencymismatch',
    'idempotencyreuse',
    'idempotencykey',
    'idempoten',
  ],
  not_empty: ['notempty', 'inuse', 'hasdependen'],
  version_mismatch: ['versionmismatch', 'versionconflict', 'stale', 'outdated'],
}

function ownWordsFor({ code, about, message, means = [], errors = [] }: Refusal): readonly string[] {
  const own = about === undefined ? [] : [plain(`${about}_${code}`)]
  const isMissing = MISSING.test(errors[0]?.message ?? message)
  return [...own, ...means, ...(isMissing ? MISSING_WORDS : []), plain(code), ...(BY_CODE[code] ?? [])]
}

/** What has to be there is not. */
const MISSING = /^(?:must have property|Missing required)\b/
const MISSING_WORDS = [
  'missingrequired',
  'requiredmissing',
  'parametermissing',
  'missingparam',
  'missingfield',
  'fieldmissing',
]

function wordsFor(refusal: Refusal): readonly string[] {
  const byStatus: Readonly<Record<number, readonly string[]>> = {
    400: ['invalidrequest', 'badrequest', 'invalidparam', 'validation', 'invalid'],
    401: ['unauthenticated', 'unauthorized', 'authentication', 'auth', 'credential', 'invalidrequest'],
    402: ['payment', 'declined', 'card', 'invalidrequest', 'invalid'],
    403: ['forbidden', 'permission', 'accessdenied', 'denied', 'scope', 'notallowed', 'invalidrequest'],
    404: ['notfound', 'missing', 'nosuch', 'unknown', 'doesnotexist', 'invalidrequest', 'invalid'],
    409: ['alreadyexists', 'conflict', 'duplicate', 'exists', 'taken', 'invalidrequest', 'invalid'],
    412: ['precondition', 'etag', 'conflict', 'invalidrequest', 'invalid'],
    422: ['unprocessable', 'validation', 'invalidrequest', 'invalidparam', 'invalid'],
    429: ['ratelimit', 'toomany', 'throttl', 'limit'],
    500: ['internal', 'server', 'apierror', 'unavailable', 'unknown'],
  }
  const usual = byStatus[refusal.status] ?? byStatus[refusal.status < 500 ? 400 : 500] ?? []
  return [...ownWordsFor(refusal), ...usual]
}

/** What an error says of which no more is known than its status: the words of the description, else those of HTTP. */
export function meaningOf({ status, response }: DeclaredAnswer): Refusal {
  const message = response?.description.trim().split('\n')[0] || phraseOf(status)
  return { status, message, code: phraseOf(status).toLowerCase().replaceAll(' ', '_') }
}
