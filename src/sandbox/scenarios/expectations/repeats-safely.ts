import { isUnsure } from '../calls.ts'
import { amongRepeats, answeredWith, type ExpectationKind } from './kind.ts'

export const repeatsSafely: ExpectationKind = {
  expect: 'repeats_safely',
  summary: 'repeats a POST or PATCH with unknown outcome only with an idempotency key',
  settings: {},
  judge({ name, calls }) {
    return amongRepeats(calls, ({ before, next }) => {
      const unsafe = before.entry.method === 'POST' || before.entry.method === 'PATCH'
      if (!unsafe || before.key !== undefined || !isUnsure(before)) return undefined
      const message = `retries a call that is not idempotent: #${before.entry.seq} (${name}) ${answeredWith(before)} and may have succeeded, #${next.entry.seq} sent it again without an idempotency key`
      return { message, distance: 1 }
    })
  },
}
