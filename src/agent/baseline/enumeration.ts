/** Which fields hold one of few words, decided when what is normal is settled. */
import { isSecretNamed } from '../../http/secrets.ts'
import { isWhollyPersonal, verdictOfName } from '../../traffic/personal.ts'
import { isTellableWord, type Told } from '../tellable.ts'
import type { Field } from './field.ts'

/** Names of fields whose words are anybody's: names, texts, places, languages. */
const FREE =
  /(^|[_-])(name|title|desc|description|text|note|notes|comment|message|msg|email|mail|phone|address|street|city|town|region|province|country|zip|postcode|locale|lang|language|timezone|url|uri|href|link|path|file|image|id|ids|uid|guid|key|token|secret|slug|label|labels|tag|tags|keyword|keywords|summary|body|content|subject|headline|first|last|owner|author|user|username|login|company|organization|brand|vendor|merchant|statement_descriptor|nickname|alias|display|etag|hash|checksum|cursor|version|color|colour)$/
const CLOSED =
  /(^|[_-])(status|state|type|kind|mode|level|role|category|method|reason|phase|stage|tier|plan|object|scheme|channel|priority|severity|event|action|interval|frequency|visibility|currency|unit|result|outcome|code|class|direction|gender|brand|network|funding)$/
/** Fields and words that one family may have as enumerations. */
const MOST_WORDS = 20

/** Settles which fields of a tree are enumerations; the words of all others are forgotten. */
export function settleEnumerations(field: Field, told: Told): void {
  if (field.values != null) {
    field.isEnum = isEnumeration(field) && areTold(field, told)
    if (!field.isEnum) field.values = null
  } else if (field.values === undefined && field.seen > 0) field.values = null
  for (const child of field.children?.values() ?? []) settleEnumerations(child, told)
}

function isEnumeration(field: Field): boolean {
  const { values, seen, valuesNewAt } = field
  const name = nameOf(field)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
  if (values == null || values.size === 0 || values.size > MOST_WORDS || FREE.test(name)) return false
  const words = [...values.values()]
  const isClosed = CLOSED.test(name)
  if (words.length === 1) return isClosed && seen >= 3
  // Words that came once, or came late, say that others are still to come.
  const singles = words.filter((value) => value.count === 1).length
  return singles === 0 && seen >= 4 * words.length && valuesNewAt <= (isClosed ? 0.6 : 0.4) * seen
}

/** One word that may be anybody's, and all of them may be. */
function areTold(field: Field, told: Told): boolean {
  const name = nameOf(field)
  return [...(field.values?.keys() ?? [])].every((word) => isTellableWord(name, word, told))
}

/** Elements are called as their list. */
export function nameOf(field: Field): string {
  const isOwn = field.name !== '[]' && field.name !== '*'
  return isOwn || field.parent === undefined ? field.name : nameOf(field.parent)
}

/** False where names say that what stands there is secret or personal: no word of it is looked at. */
export function mayHoldWords(field: Field): boolean {
  const name = nameOf(field)
  if (verdictOfName(name) === 'personal' || isSecretNamed(name, 'body', SOME_WORD)) return false
  for (let at = field.parent; at !== undefined; at = at.parent)
    if (isWhollyPersonal(at.name) || isSecretNamed(at.name, 'body', {})) return false
  return true
}

/** What no name takes for a code. */
const SOME_WORD = 'declined'
