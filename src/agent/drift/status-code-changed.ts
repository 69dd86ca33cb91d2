import { type DriftKind, driftKind } from './kind.ts'

export const statusCodeChanged: DriftKind = driftKind({
  kind: 'status_code_changed',
  summary: 'An endpoint answered with a different status twenty times in a row.',
  sort: 'status',
  of({ status, known, isInPlace }) {
    if (!isInPlace) return undefined
    return { field: 'status', before: known.join('|'), after: String(status), chances: 'sure' }
  },
})
