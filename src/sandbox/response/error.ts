/**
 * Refusals in the provider's own shape. The declared schema of the status (or
 * of 4XX, default, or another declared error of the operation) is filled with
 * the true reason; what cannot be shaped is `{message}`.
 */
import type { MediaType } from '../../api/description.ts'
import { generate } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { type HttpResponse, json } from '../../http/message.ts'
import { isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { answerCovering, type CompiledOperation, type DeclaredAnswer, mediaOf } from '../operation/compiled.ts'
import { plain } from '../operation/input.ts'
import type { Refusal } from '../operation/kind.ts'
import type { Runtime } from '../runtime.ts'
import type { Resources } from '../state/resources.ts'
import { declaredFields } from './declared-fields.ts'
import { encodeAnswer } from './encode.ts'

export interface ErrorContext {
  readonly compiled: CompiledOperation
  readonly runtime: Runtime
  readonly resources: Resources
  readonly accept: string | undefined
}

export function refusalAnswer(refusal: Refusal, context: ErrorContext): HttpResponse {
  const shape = shapeFor(refusal.status, context.compiled)
  const fields = refusal.fields ?? []
  if (shape === undefined) return json(refusal.status, plainBody(refusal), fields)
  const body = shapedBody(refusal, shape, context)
  if (body === undefined) return json(refusal.status, plainBody(refusal), fields)
  const declared = declaredFields(shape.answer, context, { taken: fields })
  return encodeAnswer({
    status: refusal.status,
    mediaType: shape.mediaType,
    media: shape.media,
    value: body,
    fields: [...fields, ...declared],
    view: context.runtime.view,
  })
}

/** The status for a request that breaks the description: a declared 422 or 400, the first that has a body; else 400. */
export function invalidStatus(compiled: CompiledOperation): number {
  for (const name of Object.keys(compiled.operation.responses)) {
    if (name !== '400' && name !== '422') continue
    if (Object.keys(compiled.operation.responses[name]?.content ?? {}).length > 0) return Number(name)
  }
  const bare = ['400', '422'].find((name) => Object.hasOwn(compiled.operation.responses, name))
  const covered =
    Object.hasOwn(compiled.operation.responses, '4XX') || Object.hasOwn(compiled.operation.responses, 'default')
  return bare !== undefined && !covered ? Number(bare) : 400
}

interface Shape {
  readonly answer: DeclaredAnswer
  readonly mediaType: string
  readonly media: MediaType
  readonly schema: Schema
  /** The shape was declared for this very status. */
  readonly exact: boolean
  /** The shape was declared for this status, its range or all others; not borrowed from another error. */
  readonly own: boolean
}

function shapeFor(status: number, compiled: CompiledOperation): Shape | undefined {
  const { operation } = compiled
  const exact = Object.hasOwn(operation.responses, String(status))
  const own = shapeOf(answerCovering(operation, status), { exact, own: true })

  if (own !== undefined) return own
  const declared = answerCovering(operation, status)
  if (declared.declared === String(status)) return undefined
  for (const name of Object.keys(operation.responses)) {
    if (!/^4/.test(name)) continue
    const answer = { ...answerCovering(operation, Number(name.replace(/x/gi, '0'))), status }
    const other = shapeOf(answer, { exact: false, own: false })

    if (other !== undefined) return other
  }
  return undefined
}

function shapeOf(answer: DeclaredAnswer, how: Pick<Shape, 'exact' | 'own'>): Shape | undefined {
  const mediaType = answer.mediaTypes.find((type) => /json/i.test(type)) ?? answer.mediaTypes[0]
  if (mediaType === undefined) return undefined
  const media = mediaOf(answer, mediaType)
  if (media?.schema === undefined) return undefined
  return { answer, mediaType, media, schema: media.schema, ...how }
}

function plainBody(refusal: Refusal): JsonObject {
  return refusal.errors === undefined
    ? { message: refusal.message }
    : { message: refusal.message, errors: refusal.errors.map((e) => ({ ...e })) }
}

function shapedBody(refusal: Refusal, shape: Shape, context: ErrorContext): unknown {
  const { runtime, resources } = context
  const view = runtime.view(shape.schema)
  if (view.types.length === 1 && view.types[0] === 'string') return refusal.message
  const filled = fill(shape.schema, refusal, runtime, 0)
  const examples = shape.exact ? Object.values(shape.media.examples).filter(isObject) : []
  const [example = {}] = examples
  if (!shape.own && !tellsReason(filled.said, refusal)) return undefined
  const body = generate(shape.schema, {
    view: runtime.view,
    accepts: runtime.accepts,
    dice: resources.dice,
    key: `error/${context.compiled.operation.id}/${refusal.status}`,
    now: resources.clock.now(),
    sources: [filled.said, example as JsonObject, filled.guessed],
    fill: 'required',
  })
  return runtime.accepts(shape.schema, body) ? body : undefined
}

/** True when the reason stands somewhere in what is said. */
function tellsReason(said: unknown, refusal: Refusal): boolean {
  if (typeof said === 'string')
    return said === refusal.message || refusal.errors?.some((e) => e.message === said) === true
  return typeof said === 'object' && said !== null && Object.values(said).some((inner) => tellsReason(inner, refusal))
}

interface Filled {
  /** What is true of this refusal. */
  readonly said: JsonObject
  /** What only looks right: codes and types, weaker than a declared example. */
  readonly guessed: JsonObject
}

const MESSAGE =
  /^(message|msg|errormessage|errormsg|errordescription|developermessage|usermessage|detail|details|description|reason|explanation|longmessage|statusmessage|text)$/
const SHORT_MESSAGE = /^(title|error|summary|errorsummary|shortmessage|error_title)$/
const STATUS = /^(status|statuscode|httpstatus|httpstatuscode|httpcode|code|errorcode)$/
const CODE = /^(code|errorcode|error|type|errortype|kind|name|id|reason|category|slug|key)$/
const PARAM = /^(param|parameter|field|path|pointer|property|source|target|location|attribute)$/
/** How deep an error body is looked into for its message. */
const DEPTH = 4

function fill(schema: Schema, refusal: Refusal, runtime: Runtime, depth: number): Filled {
  const view = runtime.view(schema)
  const said: Record<string, unknown> = {}
  const guessed: Record<string, unknown> = {}
  const hasMessage = [...view.properties].some(([name, s]) => MESSAGE.test(plain(name)) && isText(s, runtime))
  const objects = [...view.properties.values()].filter((s) => runtime.view(s).properties.size > 0).length
  for (const [name, property] of view.properties) {
    const word = plain(name)
    const inner = runtime.view(property)
    if (isText(property, runtime)) {
      const choices = inner.keywords['enum']
      if (Array.isArray(choices)) setOwn(guessed, name, bestChoice(choices, refusal))
      else if (MESSAGE.test(word) || (SHORT_MESSAGE.test(word) && !hasMessage)) setOwn(said, name, refusal.message)
      else if (PARAM.test(word) && refusal.param !== undefined) setOwn(said, name, refusal.param)
      else if (SHORT_MESSAGE.test(word)) setOwn(guessed, name, phrase(refusal.status))
      else if (STATUS.test(word) && word !== 'code' && word !== 'errorcode') setOwn(said, name, String(refusal.status))
      else if (CODE.test(word)) setOwn(guessed, name, refusal.code)
      continue
    }
    if ((inner.types.includes('integer') || inner.types.includes('number')) && STATUS.test(word)) {
      if (runtime.accepts(property, refusal.status)) setOwn(said, name, refusal.status)
      continue
    }
    if (depth >= DEPTH || !(carriesErrors(word) || objects === 1)) continue
    fillInner(name, property, refusal, runtime, depth, said, guessed)
  }
  return { said: said as JsonObject, guessed: guessed as JsonObject }
}

/** Names of objects and lists in which errors are told. */
function carriesErrors(word: string): boolean {
  return /^(errors?|fault|faults|details?|issues?|messages?|problems?|violations?|causes?|meta|status|response|result|data|body|exception|errorinfo|errordetails?|responsestatus)$/.test(
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
    const inner = fill(property, refusal, runtime, depth + 1)
    if (Object.keys(inner.said).length > 0) setOwn(said, name, inner.said)
    if (Object.keys(inner.guessed).length > 0) setOwn(guessed, name, inner.guessed)
    return
  }
  if (
    view.items === undefined ||
    !/^(errors?|details?|issues?|messages?|problems?|violations?|causes?)$/.test(plain(name))
  )
    return
  const items = refusal.errors ?? [{ in: '', path: refusal.param ?? '', message: refusal.message }]
  const filled = items.slice(0, 8).map((e) => {
    if (isText(view.items ?? true, runtime)) return e.message
    const one = fill(view.items ?? true, { ...refusal, message: e.message, param: e.path }, runtime, depth + 1)
    return { ...one.guessed, ...one.said }
  })
  setOwn(said, name, filled)
}

function isText(schema: Schema, runtime: Runtime): boolean {
  const { types } = runtime.view(schema)
  return types.length > 0 && types.every((t) => t === 'string')
}

/** The declared word that says most nearly what happened. */
function bestChoice(choices: readonly unknown[], refusal: Refusal): unknown {
  const words = choices.filter((c): c is string => typeof c === 'string')
  const wanted = wordsFor(refusal)
  for (const want of wanted) {
    const found = words.find((w) => plain(w).includes(want))
    if (found !== undefined) return found
  }
  return words[0] ?? choices[0]
}

function wordsFor(refusal: Refusal): readonly string[] {
  const byStatus: Readonly<Record<number, readonly string[]>> = {
    400: ['invalidrequest', 'badrequest', 'invalidparam', 'validation', 'invalid'],
    403: ['forbidden', 'permission', 'accessdenied', 'denied', 'scope', 'notallowed', 'invalidrequest'],
    404: ['notfound', 'missing', 'nosuch', 'unknown', 'doesnotexist', 'invalidrequest', 'invalid'],
    409: ['alreadyexists', 'conflict', 'duplicate', 'exists', 'taken', 'invalidrequest', 'invalid'],
    412: ['precondition', 'etag', 'conflict', 'invalidrequest', 'invalid'],
    422: ['unprocessable', 'validation', 'invalidrequest', 'invalidparam', 'invalid'],
    429: ['ratelimit', 'toomany', 'throttl', 'limit'],
  }
  return [plain(refusal.code), ...(byStatus[refusal.status] ?? byStatus[400] ?? [])]
}

function phrase(status: number): string {
  const phrases: Readonly<Record<number, string>> = {
    400: 'Bad Request',
    403: 'Forbidden',
    404: 'Not Found',
    409: 'Conflict',
    412: 'Precondition Failed',
    422: 'Unprocessable Content',
    429: 'Too Many Requests',
  }
  return phrases[status] ?? 'Error'
}
