/** Answers of a status that somebody asked for: by a fault, by a rule. */
import { generate } from '../../api/schema/generate.ts'
import { type HttpResponse, json } from '../../http/message.ts'
import { isPlainText } from '../../support/exact-number.ts'
import type { Json } from '../../support/json.ts'
import { answerCovering, mediaOf } from '../operation/answers/declared-answers.ts'
import { declaredFields } from './declared-fields.ts'
import { encodeAnswer } from './encode.ts'
import { type ErrorContext, refusalAnswer } from './error.ts'
import { meaningOf } from './error-shape.ts'
import { exampleAnswer } from './stated-example.ts'

/** The given body; a text goes out as text. */
export function spokenAnswer(
  body: Json,
  status: number,
  fields: readonly string[],
  context: ErrorContext,
): HttpResponse {
  const answer = answerCovering(context.compiled.operation, status)
  const all = [...fields, ...declaredFields(answer, context, { taken: fields })]
  if (!isPlainText(body)) return json(status, body, all)
  return { status, fields: ['Content-Type', 'text/plain; charset=utf-8', ...all], body }
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
    ...runtime.generating,
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
