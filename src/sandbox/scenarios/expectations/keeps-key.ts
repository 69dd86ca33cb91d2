import { waits } from '../calls.ts'
import { type ExpectationKind, seqs } from './kind.ts'

export const keepsKey: ExpectationKind = {
  expect: 'keeps_key',
  summary: 'sends the same idempotency key with every attempt at a call',
  settings: {},
  judge({ name, calls }) {
    return calls.flatMap((call) =>
      waits(call).flatMap(({ before, next }) => {
        if (before.key === undefined || before.key === next.key) return []
        const what = next.key === undefined ? 'dropped the key' : `sent key "${next.key}"`
        const message = `changes the idempotency key: #${before.entry.seq} sent "${before.key}" with ${name}, its retry #${next.entry.seq} ${what}; a retry carries the same key`
        return [{ message, entries: seqs([before, next]), distance: 1 }]
      }),
    )
  },
}
