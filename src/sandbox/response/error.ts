/**
 * Refusals in the provider's own shape. The declared schema of the status (or
 * of 4XX, default, or another declared error of the operation) is filled with
 * the true reason; what cannot be shaped is `{message}`.
 */
import type { MediaType } from '../../api/description.ts'
import { generate } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { negotiate } from '../../http/media-type.ts'
import { type HttpResponse, json } from '../../http/message.ts'
import { varying } from '../../http/response-fields.ts'
import { isObject, type JsonObject } from '../../support/json.ts'
import { answerCovering, type DeclaredAnswer, mediaOf } from '../operation/answers/declared-answers.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Refusal } from '../operation/kind.ts'
import type { Runtime } from '../runtime.ts'
import type { Resources } from '../state/resources.ts'
import { declaredFields } from './declared-fields.ts'
import { encodeAnswer } from './encode.ts'
import { errorItems, fillError, isText, statusByWord, tellsReason, withOwnNumbers } from './error-shape.ts'
import { namedRefusal } from './named-errors.ts'

export interface ErrorContext {
  readonly compiled: CompiledOperation
  readonly runtime: Runtime
  readonly resources: Resources
  readonly accept: string | undefined
}

export function refusalAnswer(refused: Refusal, context: ErrorContext): HttpResponse {
  context.resources.refused = refused.message
  const stated = withStated(withRecord(refused, context.compiled), context.compiled)
  const named = namedRefusal(stated, context.compiled.operation, context.runtime.api.head.xml)
  if (named !== undefined) return named
  const told = shapeFor(stated.status, context)
  const refusal = { ...stated, status: statusIn(told, stated, context) }
  const shape = refusal.status === stated.status ? told : shapeFor(refusal.status, context)
  const fields = refusal.fields ?? []
  if (shape === undefined) return plainAnswer(refusal, context)
  const body = shapedBody(refusal, shape, context)
  if (body === undefined) return plainAnswer(refusal, context)
  const declared = declaredFields(shape.answer, context, { taken: fields })
  return encodeAnswer({
    status: refusal.status,
    mediaType: shape.mediaType,
    media: shape.media,
    value: body,
    fields: shape.answer.mediaTypes.length > 1 ? varying([...fields, ...declared], 'Accept') : [...fields, ...declared],
    operation: context.compiled.operation,
    runtime: context.runtime,
  })
}

/** Where one shape is declared for all errors, each variant of it may say its own status. */
function statusIn(shape: Shape | undefined, refusal: Refusal, { runtime }: ErrorContext): number {
  if (shape === undefined || shape.exact || !shape.own) return refusal.status
  return statusByWord(shape.schema, refusal, runtime) ?? refusal.status
}

/** Where no shape is declared, its fields may be. */
function plainAnswer(refusal: Refusal, context: ErrorContext): HttpResponse {
  const fields = refusal.fields ?? []
  const answer = answerCovering(context.compiled.operation, refusal.status)
  return json(refusal.status, plainBody(refusal), [...fields, ...declaredFields(answer, context, { taken: fields })])
}

/** A request that breaks the description is about a record of the type of its operation. */
function withRecord(refusal: Refusal, { resource }: CompiledOperation): Refusal {
  if (refusal.record !== undefined || refusal.errors === undefined || resource === undefined) return refusal
  return { ...refusal, record: { type: resource.type } }
}

/** With what is stated of error answers of this status; what a refusal says of itself is stronger. */
function withStated(refusal: Refusal, { operation }: CompiledOperation): Refusal {
  const { errors } = operation.plan
  if (errors === undefined) return refusal
  const names = [String(refusal.status), `${Math.floor(refusal.status / 100)}XX`, 'default']
  const name = names.find((one) => Object.hasOwn(errors, one))
  return name === undefined ? refusal : { ...refusal, values: { ...errors[name], ...refusal.values } }
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

function shapeFor(status: number, { compiled, runtime, accept }: ErrorContext): Shape | undefined {
  const { operation } = compiled
  const exact = Object.hasOwn(operation.responses, String(status))
  const own = shapeOf(answerCovering(operation, status), accept, { exact, own: true })

  if (own !== undefined) return own
  const declared = answerCovering(operation, status)
  if (declared.declared === String(status)) return usualShape(status, runtime, declared)
  for (const name of Object.keys(operation.responses)) {
    if (!/^4/.test(name)) continue
    const answer = { ...answerCovering(operation, Number(name.replace(/x/gi, '0'))), status }
    const other = shapeOf(answer, accept, { exact: false, own: false })

    if (other !== undefined) return other
  }
  return usualShape(status, runtime, declared)
}

/** How other operations tell of errors: of this status, else of its range or of all, else of any other. */
function usualShape(status: number, { api }: Runtime, answer: DeclaredAnswer): Shape | undefined {
  const usual = api.head.errors ?? []
  const names = [String(status), '4XX', 'default', '400', '404', '422']
  const found = names.flatMap((name) => usual.find((one) => one.status === name) ?? []).concat(usual)[0]
  if (found === undefined || status < 400) return undefined
  const { mediaType, schema } = found
  return { answer, mediaType, media: { schema, examples: {}, encoding: {} }, schema, exact: false, own: false }
}

/** In the media type that the client likes best; JSON where it does not say. */
function shapeOf(
  answer: DeclaredAnswer,
  accept: string | undefined,
  how: Pick<Shape, 'exact' | 'own'>,
): Shape | undefined {
  const inJson = answer.mediaTypes.filter((type) => /json/i.test(type))
  const offered = inJson.length === 0 ? answer.mediaTypes : [...new Set([...inJson, ...answer.mediaTypes])]
  const mediaType = negotiate(accept, offered) ?? offered[0]
  if (mediaType === undefined) return undefined
  const media = mediaOf(answer, mediaType)
  if (media?.schema === undefined) return undefined
  return { answer, mediaType, media, schema: media.schema, ...how }
}

function plainBody(refusal: Refusal): JsonObject {
  const { message, values, errors } = refusal
  return { message, ...values, ...(errors !== undefined && { errors: errors.map((e) => ({ ...e })) }) }
}

function shapedBody(refusal: Refusal, shape: Shape, context: ErrorContext): unknown {
  const { runtime } = context
  if (isText(shape.schema, runtime)) return refusal.message
  const { items, types } = runtime.view(shape.schema)
  if (items !== undefined && types.includes('array'))
    return listBody(errorItems(items, refusal, runtime, 0), shape, context)
  const filled = fillError(shape.schema, refusal, runtime)
  const examples = shape.exact ? Object.values(shape.media.examples).filter(isObject) : []
  const [example = {}] = examples
  if (!shape.own && !tellsReason(filled.said, refusal)) return undefined
  const said = withOwnNumbers(filled.said, example, refusal)
  const body = madeOf(shape.schema, [said, withoutLists(example as JsonObject), filled.guessed], context)
  return runtime.accepts(shape.schema, body) ? body : undefined
}

/** What an example lists befell another request. */
function withoutLists(example: JsonObject): JsonObject {
  const rest = Object.entries(example).filter(([, one]) => !Array.isArray(one) || !one.some(isObject))
  return Object.fromEntries(rest) as JsonObject
}

/** An error body that is a list of single errors. */
function listBody(said: readonly unknown[], shape: Shape, context: ErrorContext): unknown {
  const { items } = context.runtime.view(shape.schema)
  const body = said.map((one) =>
    items !== undefined && isObject(one) ? madeOf(items, [one as JsonObject], context) : one,
  )
  return context.runtime.accepts(shape.schema, body) ? body : undefined
}

function madeOf(schema: Schema, sources: readonly JsonObject[], context: ErrorContext): unknown {
  const { runtime, resources } = context
  return generate(schema, {
    ...runtime.generating,
    dice: resources.dice,
    key: `error/${context.compiled.operation.id}`,
    now: resources.clock.now(),
    sources,
    fill: 'required',
  })
}
