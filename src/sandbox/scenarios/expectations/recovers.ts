import { isGood } from '../calls.ts'
import { answeredWith, count, type ExpectationKind, seqs } from './kind.ts'

export const recovers: ExpectationKind = {
  expect: 'recovers',
  summary: 'retries until the call succeeds',
  settings: {
    attempts: { type: 'count', summary: 'a failed call is excused after this many attempts' },
  },
  judge({ name, calls, settings }) {
    const excused = count(settings, 'attempts', Number.POSITIVE_INFINITY)
    return calls.flatMap(({ attempts }) => {
      const last = attempts.at(-1)
      if (last === undefined || isGood(last) || last.end === 'refused' || attempts.length >= excused) return []
      const wanted =
        excused === Number.POSITIVE_INFINITY ? 'the provider recovers' : `a call should get ${excused} attempts`
      const message = `gives up early: ${name} was tried ${attempts.length} time(s), #${last.entry.seq} ${answeredWith(last)}, and there was no further attempt; ${wanted}`
      return [{ message, entries: seqs(attempts), distance: -attempts.length }]
    })
  },
}
