/** Answers of a status that somebody asked for: by a fault, by a rule. */
import type { MediaType } from '../../api/description.ts'
import { generate } from '../../api/schema/generate.ts'
import { negotiate } from '../../http/media-type.ts'
import { type HttpResponse, json } from '../../http/message.ts'
import type { Json } from '../../support/json.ts'
import { answerCovering, type DeclaredAnswer, mediaOf } from '../operation/answers/declared-answers.ts'
import { declaredFields } from './declared-fields.ts'
import { encodeAnswer } from './encode.ts'
import { type ErrorContext, refusalAnswer } from './error.ts'
import { meaningOf } from './error-shape.ts'

/** The given body; a text goes out as text. */
export function spokenAnswer(
  body: Json,
  status: number,
  fields: readonly string[],
  context: ErrorContext,
): HttpResponse {
  const answer = answerCovering(context.compiled.operation, status)
  const all = [...fields, ...declaredFields(answer, context, { taken: fields })]
  if (typeof body !== 'string') return json(status, body, all)
  return { status, fields: ['Content-Type', 'text/plain; charset=utf-8', ...all], body }
}

interface StatedExample {
  readonly mediaType: string
  readonly media: MediaType | undefined
  readonly value: unknown
}

/** The example declared for the status, the first or the one named. What stands for many statuses serves one only by its name. Undefined when there is none. */
export function exampleOf(
  answer: DeclaredAnswer,
  status: number,
  name?: string,
  accept?: string,
): StatedExample | undefined {
  if (answer.declared !== String(status) && name === undefined) return undefined
  const liked = negotiate(accept, answer.mediaTypes)
  for (const mediaType of liked === undefined ? answer.mediaTypes : new Set([liked, ...answer.mediaTypes])) {
    const media = mediaOf(answer, mediaType)
    const found = Object.entries(media?.examples ?? {}).find(([one]) => name === undefined || one === name)
    if (found !== undefined) return { mediaType, media, value: found[1] }
  }
  return undefined
}

/** As `exampleOf`, as it is answered. */
export function exampleAnswer(
  status: number,
  fields: readonly string[],
  context: ErrorContext,
  name?: string,
): HttpResponse | undefined {
  const answer = answerCovering(context.compiled.operation, status)
  const example = exampleOf(answer, status, name, context.accept)
  if (example === undefined) return undefined
  const all = [...fields, ...declaredFields(answer, context, { taken: fields })]
  return encodeAnswer({
    ...example,
    status,
    fields: all,
    operation: context.compiled.operation,
    runtime: context.runtime,
  })
}

/** The declared example, else the declared shape: a refusal for an error, a made value for anything else. */
export function statusAnswer(status: number, fields: readonly string[], context: ErrorContext): HttpResponse {
  const example = exampleAnswer(status, fields, context)
  if (example !== undefined) return example
  return status >= 400
    ? refusalAnswer({ ...meaningOf(answerCovering(context.compiled.operation, status)), fields }, context)
    : madeAnswer(status, fields, context)
}

function madeAnswer(status: number, fields: readonly string[], context: ErrorContext): HttpResponse {
  const { runtime, resources, compiled } = context
  const answer = answerCovering(compiled.operation, status)
  const [mediaType] = answer.mediaTypes
  const media = mediaType === undefined ? undefined : mediaOf(answer, mediaType)
  const value = generate(media?.schema, {
    view: runtime.view,
    accepts: runtime.accepts,
    dice: resources.dice,
    key: `stated/${compiled.operation.id}/${status}`,
    now: resources.clock.now(),
    sources: [],
    fill: 'full',
  })
  const all = [...fields, ...declaredFields(answer, context, { taken: fields })]
  return encodeAnswer({
    status,
    mediaType,
    media,
    value: media === undefined ? undefined : value,
    fields: all,
    operation: compiled.operation,
    runtime,
  })
}
