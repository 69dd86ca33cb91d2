/** A status that the operation does not declare. */
import { phraseOf } from '../../http/status-phrase.ts'
import { shownMedia } from '../../traffic/media-name.ts'
import { NOTHING_KNOWN } from '../../traffic/readable.ts'
import type { AnswerEvidence } from '../evidence.ts'
import { responseFor } from '../evidence.ts'
import { inferred, type Written } from '../infer.ts'
import type { Sources } from '../sources.ts'
import { isRepeated } from '../thresholds.ts'
import type { ChangeKind } from './change.ts'

export const status: ChangeKind = {
  class: 'status',
  ofOperation({ method, path, statuses, answers, seen }, at, sources) {
    const responses = sources.below(at, 'responses')
    if (responses === undefined) return []
    return [...statuses].flatMap(([code, sightings]) =>
      code === 304 || responseFor(sources, at, code) !== undefined
        ? []
        : [
            {
              ...{ class: 'status', anchor: responses, name: String(code), operation: { method, path } },
              ...{ isRequest: false, among: 'answers', seen: sightings, samples: seen.count, shapes: [], status: code },
              answers: [...answers.values()].filter((answer) => answer.status === code),
            } as const,
          ],
    )
  },
  holds: ({ seen }, thresholds) => isRepeated(seen, thresholds),
  plan({ anchor, name, status: code = 0, answers = [] }, sources) {
    const pointer = `${anchor.pointer}/${name}`
    const value = responseOf(code, answers, sources)
    return { disposition: 'APPLIED', pointer, value, ops: [{ op: 'add', path: pointer, value }] }
  },
}

/** A response object as the document's version writes it. */
export function responseOf(code: number, answers: readonly AnswerEvidence[], { idiom }: Sources): Written {
  const description = phraseOf(code)
  const told = answers
    .map((one) => ({ ...one, media: shownMedia(one.media, NOTHING_KNOWN) }))
    .filter(({ media }) => media !== '')
  if (told.length === 0) return { description }
  const schemaOf = ({ shape }: Pick<AnswerEvidence, 'shape'>): Written =>
    shape === undefined ? {} : inferred([shape], idiom)
  if (idiom === 'swagger-2.0') {
    const [first] = told.filter(({ shape }) => shape !== undefined)
    return first === undefined ? { description } : { description, schema: schemaOf(first) }
  }
  const content = Object.fromEntries(
    told.map((answer) => [answer.media, answer.shape === undefined ? {} : { schema: schemaOf(answer) }]),
  )
  return { description, content }
}
