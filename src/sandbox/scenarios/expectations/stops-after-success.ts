import { amongRepeats, type ExpectationKind } from './kind.ts'

export const stopsAfterSuccess: ExpectationKind = {
  expect: 'stops_after_success',
  summary: 'does not repeat a successful call',
  settings: {},
  judge({ name, calls }) {
    return amongRepeats(calls, ({ before, next }) => {
      if (before.end !== 'success') return undefined
      const message = `repeats a successful call: #${before.entry.seq} (${name}) was answered ${before.entry.status}, #${next.entry.seq} sent it again`
      return { message, distance: 1 }
    })
  },
}
