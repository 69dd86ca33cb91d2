/** Lists and searches that find nothing, where the operation declares an error that says exactly that. */
import { singular } from '../../../derive/naming/words.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { CompiledOperation } from '../compiled.ts'
import type { Refusal } from '../kind.ts'

/** What is said for whatever is looked for. */
const ANYTHING = 'records?|results?|match(?:es)?|items?|entries|entry|data|documents?|hits?|objects?'
const LONGEST = 300

/** The declared refusal of a list or a search without any match; undefined where it may be empty. */
export function nothingFound({ compiled }: Call): Refusal | undefined {
  const message = saidOf(compiled)
  return message === undefined ? undefined : { status: 404, message, code: 'not_found' }
}

/** "No matching record found for the given criteria.", "No books were found": nothing was found of what is listed. */
const saidOf = oncePer(({ operation, resource }: CompiledOperation): string | undefined => {
  const said = Object.hasOwn(operation.responses, '404') ? operation.responses['404']?.description : undefined
  if (said === undefined) return undefined
  const noun = resource?.type.split('_').at(-1)
  const own = noun === undefined ? '' : `|${singular(noun)}(?:e?s)?`
  const none = new RegExp(
    `^(?:there (?:are|is|were|was) )?no (?:\\w+ )?(?:${ANYTHING}${own}) (?:(?:is|are|was|were|could be|can be) )?(?:found|match(?:e[ds])?|matching|available|exist(?:s|ed)?)\\b`,
    'i',
  )
  const text = said.slice(0, LONGEST).replace(/\s+/g, ' ').trim()
  // What is looked up by an id is what the list stands under.
  if (/\b(?:ids?|identifiers?)\b/i.test(text)) return undefined
  return none.test(text) || /^nothing (?:was )?(?:found|match(?:e[ds])?)\b/i.test(text) ? text : undefined
})
