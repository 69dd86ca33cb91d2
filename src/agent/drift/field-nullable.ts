import { fieldPath, NULL, typeText } from '../baseline/field.ts'
import { type DriftKind, driftKind } from './kind.ts'

export const fieldNullable: DriftKind = driftKind({
  kind: 'field_nullable',
  summary: 'A field is null for the first time, or against the description.',
  sort: 'type',
  of({ field, type, contradicts }) {
    if (type !== NULL) return undefined
    const types = contradicts ? (field.declared?.types ?? 0) : field.types
    const chances = { opportunities: field.seen, seldom: 0 }
    return { field: fieldPath(field), before: typeText(types), after: 'null', chances }
  },
})
