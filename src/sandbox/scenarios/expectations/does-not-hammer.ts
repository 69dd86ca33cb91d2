import type { Attempt } from '../calls.ts'
import { count, type ExpectationKind, named, seqs } from './kind.ts'

const SECOND = 1000

export const doesNotHammer: ExpectationKind = {
  expect: 'does_not_hammer',
  summary: 'spreads its attempts: few within one second',
  settings: { per_second: { type: 'count', summary: 'attempts at one call within one second at most (5)' } },
  judge({ name, calls, settings }) {
    const most = count(settings, 'per_second', 5)
    return calls.flatMap(({ attempts }) => {
      const worst = densest(attempts)
      if (worst.length <= most) return []
      const message = `hammers: ${worst.length} attempts at ${name} within one second (${named(worst)}); send at most ${most}`
      return [{ message, entries: seqs(worst), distance: worst.length - most }]
    })
  },
}

/** The most attempts within one second: a window that slides over them. */
function densest(attempts: readonly Attempt[]): readonly Attempt[] {
  let [from, most] = [0, { from: 0, to: 0 }]
  attempts.forEach(({ entry }, i) => {
    while (entry.at_ms - (attempts[from]?.entry.at_ms ?? 0) >= SECOND) from++
    if (i + 1 - from > most.to - most.from) most = { from, to: i + 1 }
  })
  return attempts.slice(most.from, most.to)
}
