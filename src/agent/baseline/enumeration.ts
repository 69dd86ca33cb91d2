/** Which fields hold one of few words, decided when what is normal is settled. */
import type { Field } from './field.ts'

/** Names of fields whose words are anybody's: names, texts, places, languages. */
const FREE =
  /(^|[_-])(name|title|desc|description|text|note|notes|comment|message|msg|email|mail|phone|address|street|city|town|region|province|country|zip|postcode|locale|lang|language|timezone|url|uri|href|link|path|file|image|id|ids|uid|guid|key|token|secret|slug|label|labels|tag|tags|keyword|keywords|summary|body|content|subject|headline|first|last|owner|author|user|username|login|company|organization|brand|vendor|merchant|statement_descriptor|nickname|alias|display|etag|hash|checksum|cursor|version|color|colour)$/
const CLOSED =
  /(^|[_-])(status|state|type|kind|mode|level|role|category|method|reason|phase|stage|tier|plan|object|scheme|channel|priority|severity|event|action|interval|frequency|visibility|currency|unit|result|outcome|code|class|direction|gender|brand|network|funding)$/
/** Fields and words that one family may have as enumerations. */
const MOST_WORDS = 20

/** Settles which fields of a tree are enumerations; the words of all others are forgotten. */
export function settleEnumerations(field: Field): void {
  if (field.values != null) {
    field.isEnum = isEnumeration(field)
    if (!field.isEnum) field.values = null
  } else if (field.values === undefined && field.seen > 0) field.values = null
  for (const child of field.children?.values() ?? []) settleEnumerations(child)
}

function isEnumeration(field: Field): boolean {
  const { values, seen, valuesNewAt } = field
  const name = nameOf(field)
  if (values == null || values.size === 0 || values.size > MOST_WORDS || FREE.test(name)) return false
  const words = [...values.values()]
  const isClosed = CLOSED.test(name)
  if (words.length === 1) return isClosed && seen >= 3
  // Words that came once, or came late, say that others are still to come.
  const singles = words.filter((value) => value.count === 1).length
  return singles === 0 && seen >= 4 * words.length && valuesNewAt <= (isClosed ? 0.6 : 0.4) * seen
}

/** Elements are called as their list; `camelCase` as `snake_case`. */
function nameOf(field: Field): string {
  const named = (field.name === '[]' || field.name === '*') && field.parent !== undefined ? field.parent : field
  return named.name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}
