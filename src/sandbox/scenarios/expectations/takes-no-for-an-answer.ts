import { amongRepeats, answeredWith, type ExpectationKind } from './kind.ts'

export const takesNoForAnAnswer: ExpectationKind = {
  expect: 'takes_no_for_an_answer',
  summary: 'does not repeat what was refused, except with another credential',
  settings: {},
  judge({ name, calls }) {
    return amongRepeats(calls, ({ before, next }) => {
      const other = credentialOf(before.entry.headers) !== credentialOf(next.entry.headers)
      if (before.end !== 'refused' || (before.entry.status === 401 && other)) return undefined
      const message = `repeats what was refused: #${before.entry.seq} (${name}) ${answeredWith(before)}, #${next.entry.seq} sent the same again`
      return { message, distance: 1 }
    })
  },
}

/** Placeholders are equal for equal credentials. */
function credentialOf(headers: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(headers).filter(([, value]) => value.startsWith('<redacted:')))
}
