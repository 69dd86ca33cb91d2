/** Logins that say little: who it is in the query, nothing but the token in the answer. */
import type { Operation } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { textOf } from '../../support/json.ts'
import type { Act } from '../paths/sites.ts'
import type { Reader } from '../schemas/reader.ts'

/** What a request says in its query, as an object. */
export function querySchema({ parameters }: Pick<Operation, 'parameters'>): Schema {
  const asked = parameters.filter((one) => one.in === 'query')
  return { type: 'object', properties: Object.fromEntries(asked.map(({ name, schema }) => [name, schema ?? {}])) }
}

/** A text for people, and a thing that is no token. */
const OTHER =
  /\b(?:messages?|html|pages?|redirect\w*|urls?|links?|user ?names?|user ?ids?|e-?mails?|welcome|greeting)\b/i

/** The answer is a text that may be a token: none of few, no sentence, and not said to be something else. */
export function answersToken({ answer }: Act, reader: Reader): boolean {
  if (answer.nature !== 'data' && answer.nature !== 'text') return false
  const { media, mediaType, response } = answer
  if (media?.schema === undefined || mediaType === 'text/html') return false
  const { types, keywords } = reader.view(media.schema)
  if (types.length !== 1 || types[0] !== 'string') return false
  if (
    ['enum', 'const', 'format'].some(
      (name) => name in keywords && !/^(uuid|jwt|password)$/.test(textOf(keywords[name])),
    )
  )
    return false
  const examples = [keywords['example'], ...Object.values(media.examples ?? {})]
  const isSentence = examples.some((one) => typeof one === 'string' && /\s/.test(one.trim()))
  return !isSentence && ![keywords['description'], response?.description].some((said) => OTHER.test(textOf(said)))
}
