import { isGood } from '../calls.ts'
import { answeredWith, type ExpectationKind, seqs } from './kind.ts'

export const succeeds: ExpectationKind = {
  expect: 'succeeds',
  summary: 'every call succeeds',
  settings: {},
  judge({ name, calls }) {
    return calls.flatMap(({ attempts }) => {
      const last = attempts.at(-1)
      if (last === undefined || isGood(last)) return []
      const message = `does not succeed: ${name} (#${last.entry.seq}) ${answeredWith(last)}`
      return [{ message, entries: seqs(attempts), distance: 1 }]
    })
  },
}
