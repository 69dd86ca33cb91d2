import { amongRepeats, type ExpectationKind } from './kind.ts'

export const keepsKey: ExpectationKind = {
  expect: 'keeps_key',
  summary: 'sends the same idempotency key with every attempt',
  settings: {},
  judge({ name, calls }) {
    return amongRepeats(calls, ({ before, next }) => {
      if (before.key === undefined || before.key === next.key) return undefined
      const what = next.key === undefined ? 'dropped the key' : `sent key "${next.key}"`
      const message = `changes the idempotency key: #${before.entry.seq} sent "${before.key}" with ${name}, its retry #${next.entry.seq} ${what}; a retry must have the same key`
      return { message, distance: 1 }
    })
  },
}
