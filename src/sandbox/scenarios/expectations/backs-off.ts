import { isGood, waits } from '../calls.ts'
import { count, type ExpectationKind, named, seqs } from './kind.ts'

/** From so many waits on, their being all alike is no accident. */
const TELLING = 3
/** Waits within this share of the longest are alike. */
const ALIKE = 0.1

export const backsOff: ExpectationKind = {
  expect: 'backs_off',
  summary: 'waits before it retries, longer each time',
  settings: { least_ms: { type: 'count', summary: 'milliseconds that the longest wait of a call has at least (50)' } },
  judge({ name, calls, settings }) {
    const least = count(settings, 'least_ms', 50)
    return calls.flatMap((call) => {
      const own = waits(call).filter(({ before }) => !isGood(before) && before.entry.retry_after === undefined)
      if (own.length === 0) return []
      const longest = own.reduce((most, { ms }) => Math.max(most, ms), 0)
      const entries = seqs(call.attempts)
      const told = `${name} (${named(call.attempts)})`
      if (longest < least) {
        const message = `does not back off: it waited at most ${round(longest)} ms between attempts at ${told}; wait at least ${least} ms, and longer each time`
        return [{ message, entries, distance: least - longest }]
      }
      const shortest = own.reduce((least, { ms }) => Math.min(least, ms), longest)
      if (own.length < TELLING || longest - shortest > longest * ALIKE) return []
      const message = `does not back off: all ${own.length} waits between attempts at ${told} were about ${round(longest)} ms; wait longer each time`
      return [{ message, entries, distance: own.length }]
    })
  },
}

function round(ms: number): number {
  return Math.round(ms)
}
