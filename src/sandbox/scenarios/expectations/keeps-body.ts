import { waits } from '../calls.ts'
import { type ExpectationKind, seqs } from './kind.ts'

export const keepsBody: ExpectationKind = {
  expect: 'keeps_body',
  summary: 'sends the same request under the same key',
  settings: {},
  judge({ name, calls }) {
    return calls.flatMap((call) =>
      waits(call).flatMap(({ before, next }) => {
        if (before.key === undefined || before.key !== next.key || before.content === next.content) return []
        const message = `changes the request under one idempotency key: #${next.entry.seq} (${name}) carries the key of #${before.entry.seq} and says something else`
        return [{ message, entries: seqs([before, next]), distance: 1 }]
      }),
    )
  },
}
