import { fieldPath, rootOf } from '../baseline/field.ts'
import { type DriftKind, driftKind } from './kind.ts'

export const fieldAdded: DriftKind = driftKind({
  kind: 'field_added',
  summary: 'Answers have a new field, or one that the description does not have.',
  sort: 'unknown',
  of({ field }) {
    const { parent } = field
    const chances = { opportunities: parent?.objects ?? 0, seldom: 0, cautious: rootOf(field).isVaried }
    return { field: fieldPath(field), before: null, after: field.addedAs ?? null, chances }
  },
})
