import { fieldPath } from '../baseline/field.ts'
import { type DriftKind, driftKind } from './kind.ts'

export const formatChanged: DriftKind = driftKind({
  kind: 'format_changed',
  summary: 'Texts of a field that kept to one format (date-time, uuid, email …) no longer do.',
  sort: 'format',
  of({ field, format }) {
    const chances = { opportunities: field.seen, seldom: 0 }
    return { field: fieldPath(field), before: field.format ?? null, after: format, chances }
  },
})
