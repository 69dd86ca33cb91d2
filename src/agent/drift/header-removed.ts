import { type DriftKind, driftKind } from './kind.ts'

export const headerRemoved: DriftKind = driftKind({
  kind: 'header_removed',
  summary: 'Answers no longer have a header that all of them had.',
  sort: 'header',
  of({ header }, family) {
    const seldom = (family.headers.get(header)?.lacked ?? 1) - 1
    return { field: header, before: 'present', after: null, chances: { opportunities: family.answers, seldom } }
  },
})
