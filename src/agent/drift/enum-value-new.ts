import { nameOf } from '../baseline/enumeration.ts'
import { type Field, fieldPath } from '../baseline/field.ts'
import { isTellableWord, type Told } from '../tellable.ts'
import { type DriftKind, driftKind } from './kind.ts'

export const enumValueNew: DriftKind = driftKind({
  kind: 'enum_value_new',
  summary: 'A field with few values has a new one, or one that the description does not list.',
  sort: 'value',
  of({ field, value }, { told }) {
    const chances = { opportunities: field.seen, seldom: 0 }
    return { field: fieldPath(field), before: knownWords(field, told), after: value, chances }
  },
})

/** Words that are listed in a finding. */
const MOST_LISTED = 12

function knownWords(field: Field, told: Told): string {
  const declared = field.declared?.values
  const words = declared === undefined ? [] : [...declared].map((json) => String(JSON.parse(json)))
  for (const [word, { isNew }] of field.values ?? [])
    if (!isNew && isTellableWord(nameOf(field), word, told)) words.push(word)
  const sorted = words.sort()
  return sorted.length > MOST_LISTED ? `${sorted.slice(0, MOST_LISTED).join('|')}|…` : sorted.join('|')
}
