import { fieldPath, rootOf, typeText } from '../baseline/field.ts'
import { type DriftKind, driftKind } from './kind.ts'

export const fieldRemoved: DriftKind = driftKind({
  kind: 'field_removed',
  summary: 'Answers no longer have a field that they had, or that the description requires.',
  sort: 'lack',
  of({ field }) {
    const types = field.declared !== undefined && field.declared.types !== 0 ? field.declared.types : field.types
    const chances = {
      opportunities: field.parent?.objects ?? 0,
      seldom: field.gone - 1,
      cautious: rootOf(field).isVaried,
    }
    return { field: fieldPath(field), before: typeText(types), after: null, chances }
  },
})
