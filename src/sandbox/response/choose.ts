/** Which of the declared media types an answer has. */
import type { MediaType } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { negotiate } from '../../http/media-type.ts'
import { field } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { type DeclaredAnswer, mediaOf } from '../operation/answers/declared-answers.ts'
import { isSequential } from './sequence.ts'

export interface Chosen {
  readonly answer: DeclaredAnswer
  readonly mediaType: string | undefined
  readonly media: MediaType | undefined
  readonly schema: Schema | undefined
}

/** A request that says `stream: true` wants the declared sequence. */
function wantsStream(call: Call, answer: DeclaredAnswer): string | undefined {
  return field(call.body, 'stream') === true ? answer.mediaTypes.find(isSequential) : undefined
}

/** The answer, in the media type the client likes best among the declared ones. */
export function choose(call: Call, answer: DeclaredAnswer): Chosen {
  const accept = call.request.fields.get('accept')
  const mediaType =
    wantsStream(call, answer) ??
    (answer.mediaTypes.length < 2 || accept === undefined
      ? answer.mediaTypes[0]
      : (negotiate(accept, answer.mediaTypes) ?? answer.mediaTypes[0]))
  const media = mediaType === undefined ? undefined : mediaOf(answer, mediaType)
  return { answer, mediaType, media, schema: media?.schema }
}
