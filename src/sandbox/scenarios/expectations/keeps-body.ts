import { amongRepeats, type ExpectationKind } from './kind.ts'

export const keepsBody: ExpectationKind = {
  expect: 'keeps_body',
  summary: 'sends the same request with the same key',
  settings: {},
  judge({ name, calls }) {
    return amongRepeats(calls, ({ before, next }) => {
      if (before.key === undefined || before.key !== next.key || before.content === next.content) return undefined
      const message = `changes the request but keeps the idempotency key: #${next.entry.seq} (${name}) has the key of #${before.entry.seq} and another content`
      return { message, distance: 1 }
    })
  },
}
