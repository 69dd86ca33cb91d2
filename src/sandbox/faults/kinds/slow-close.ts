import type { FaultKind } from '../fault.ts'

export const slowClose: FaultKind = {
  kind: 'slow_close',
  on: 'traffic',
  summary: 'the whole answer with Connection: close; the connection is closed after the duration',
  durationMs: 5_000,
  strikes: 'with',
  wire: (ms) => ({ effect: 'linger', ms }),
}
