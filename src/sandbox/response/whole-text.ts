/** Answers that are one text of which nothing is known: they say what the description says of the answer, or nothing. */
import { isFiller } from '../../api/schema/generate.ts'
import type { Call } from '../exchange.ts'
import type { Chosen } from './choose.ts'

/** The first sentence that describes the answer, in place of a word that stands for anything. */
export function withWordsOfAnswer({ request, runtime }: Call, { answer, media, schema }: Chosen, made: string): string {
  if (schema === undefined || !isFiller(made) || Object.keys(media?.examples ?? {}).length > 0) return made
  const { keywords } = runtime.view(schema)
  if (TOLD.some((name) => keywords[name] !== undefined)) return made
  const said = firstSentence(answer.response?.description ?? '')
  const isRead = /^(GET|HEAD|OPTIONS)$/.test(request.method)
  const text = isRead && SAYS_NOTHING.test(said) ? '' : said
  const { maxLength: most } = keywords
  const cut = typeof most === 'number' ? [...text].slice(0, most).join('').trimEnd() : text
  return [cut, ''].find((one) => runtime.accepts(schema, one)) ?? made
}

/** What tells of the text itself. */
const TOLD: readonly string[] = ['default', 'example', 'examples', 'enum', 'const', 'format']

/** Words that say that all went well, and nothing of what was read. */
const SAYS_NOTHING =
  /^(an? |the )?(ok(ay)?|success(ful(ly)?)?|succeeded|no error|done|response|default)( (operation|response|request|execution))?[.!]?$/i

/** Without what marks words up. */
function firstSentence(text: string): string {
  const bare = text
    .slice(0, 1_000)
    .replace(/<\/?[a-z][^<>]{0,80}>|[`*]/gi, '')
    .trim()
  return /^.*?(?:[.!?](?=\s|$)|$)/m.exec(bare)?.[0].trim() ?? ''
}
