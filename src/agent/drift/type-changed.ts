import { fieldPath, NULL, typeText } from '../baseline/field.ts'
import { type DriftKind, driftKind } from './kind.ts'

export const typeChanged: DriftKind = driftKind({
  kind: 'type_changed',
  summary: 'A field has another JSON type than before, or than in the description.',
  sort: 'type',
  of({ field, type, contradicts }) {
    if (type === NULL) return undefined
    const types = contradicts ? (field.declared?.types ?? 0) : field.types
    const chances = { opportunities: field.seen, seldom: 0 }
    return { field: fieldPath(field), before: typeText(types), after: typeText(type), chances }
  },
})
