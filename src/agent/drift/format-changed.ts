import { fieldPath } from '../baseline/field.ts'
import { type DriftKind, driftKind } from './kind.ts'

export const formatChanged: DriftKind = driftKind({
  kind: 'format_changed',
  summary: 'Values of a field no longer have their format (date-time, uuid, email …).',
  sort: 'format',
  of({ field, format }) {
    const chances = { opportunities: field.seen, seldom: 0 }
    return { field: fieldPath(field), before: field.format ?? null, after: format, chances }
  },
})
