import { count, type ExpectationKind, named, seqs } from './kind.ts'

export const ends: ExpectationKind = {
  expect: 'ends',
  summary: 'stops after a limited number of attempts',
  settings: { most: { type: 'count', summary: 'attempts at one call at most (10)' } },
  judge({ name, calls, settings }) {
    const most = count(settings, 'most', 10)
    return calls.flatMap(({ attempts }) => {
      if (attempts.length <= most) return []
      const message = `retries without end: ${name} was tried ${attempts.length} times (${named(attempts)}); stop after at most ${most}`
      return [{ message, entries: seqs(attempts), distance: attempts.length - most }]
    })
  },
}
