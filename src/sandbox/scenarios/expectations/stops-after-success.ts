import { waits } from '../calls.ts'
import { type ExpectationKind, seqs } from './kind.ts'

export const stopsAfterSuccess: ExpectationKind = {
  expect: 'stops_after_success',
  summary: 'does not send again what was answered well',
  settings: {},
  judge({ name, calls }) {
    return calls.flatMap((call) =>
      waits(call).flatMap(({ before, next }) => {
        if (before.end !== 'success') return []
        const message = `goes on after success: #${before.entry.seq} (${name}) was answered ${before.entry.status}, #${next.entry.seq} sent it again`
        return [{ message, entries: seqs([before, next]), distance: 1 }]
      }),
    )
  },
}
