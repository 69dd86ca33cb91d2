/** The example that is declared for a status. */
import type { MediaType } from '../../api/description.ts'
import { negotiate } from '../../http/media-type.ts'
import type { HttpResponse } from '../../http/message.ts'
import { answerCovering, type DeclaredAnswer, mediaOf } from '../operation/answers/declared-answers.ts'
import { declaredFields } from './declared-fields.ts'
import { encodeAnswer } from './encode.ts'
import type { ErrorContext } from './error.ts'

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
