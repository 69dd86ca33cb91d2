import { type DriftKind, driftKind } from './kind.ts'

export const statusNew: DriftKind = driftKind({
  kind: 'status_new',
  summary: 'An endpoint answers with a new status, or with one that the description does not have.',
  sort: 'status',
  of({ status, known, declared, isInPlace, contradicts }, family) {
    if (isInPlace) return undefined
    const before = contradicts ? declared.join('|') : known.join('|')
    const isOwnClass = known.some((one) => Math.floor(one / 100) === Math.floor(status / 100))
    const opportunities = isOwnClass ? family.answers : family.endpoint.answers
    const chances = { opportunities, seldom: 0, ...(!isOwnClass && status >= 400 && { strict: true as const }) }
    return { field: 'status', before, after: String(status), chances }
  },
})
