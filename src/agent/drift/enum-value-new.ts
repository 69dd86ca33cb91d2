import { type Field, fieldPath } from '../baseline/field.ts'
import { type DriftKind, driftKind } from './kind.ts'

export const enumValueNew: DriftKind = driftKind({
  kind: 'enum_value_new',
  summary: 'A field with few values has a new one, or one that the description does not list.',
  sort: 'value',
  of({ field, value }) {
    const chances = { opportunities: field.seen, seldom: 0 }
    return { field: fieldPath(field), before: knownWords(field), after: shown(value), chances }
  },
})

/** Words that are listed in a finding. */
const MOST_LISTED = 12

function knownWords(field: Field): string {
  const declared = field.declared?.values
  const words = declared === undefined ? [] : [...declared].map((json) => String(JSON.parse(json)))
  for (const [word, { isNew }] of field.values ?? []) if (!isNew && !word.startsWith('#')) words.push(word)
  const sorted = words.sort()
  return sorted.length > MOST_LISTED ? `${sorted.slice(0, MOST_LISTED).join('|')}|…` : sorted.join('|')
}

/** What is no short word may be somebody's, and is not told. */
function shown(value: string): string {
  return /^[A-Za-z0-9_ .:/-]{1,40}$/.test(value) && !/\d{4}|\d.*\d.*\d.*\d/.test(value) ? value : 'another value'
}
