import { count, type ExpectationKind, named, seqs } from './kind.ts'

const SECOND = 1000

export const doesNotHammer: ExpectationKind = {
  expect: 'does_not_hammer',
  summary: 'sends few attempts at one call within a second',
  settings: { per_second: { type: 'count', summary: 'attempts at one call within one second at most (5)' } },
  judge({ name, calls, settings }) {
    const most = count(settings, 'per_second', 5)
    return calls.flatMap(({ attempts }) => {
      const times = attempts.map(({ entry }) => entry.at_ms)
      const bursts = times.map((from, i) => attempts.slice(i).filter(({ entry }) => entry.at_ms - from < SECOND))
      const worst = bursts.reduce((a, b) => (b.length > a.length ? b : a), [])
      if (worst.length <= most) return []
      const message = `hammers: ${worst.length} attempts at ${name} within one second (${named(worst)}); send ${most} at most`
      return [{ message, entries: seqs(worst), distance: worst.length - most }]
    })
  },
}
