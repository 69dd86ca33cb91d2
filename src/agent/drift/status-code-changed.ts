import { type DriftKind, driftKind } from './kind.ts'

export const statusCodeChanged: DriftKind = driftKind({
  kind: 'status_code_changed',
  summary: 'An endpoint answers with another status in place of the one that it answered with, twenty times in a row.',
  sort: 'status',
  of({ status, known, isInPlace }) {
    if (!isInPlace) return undefined
    return { field: 'status', before: known.join('|'), after: String(status), chances: 'sure' }
  },
})
