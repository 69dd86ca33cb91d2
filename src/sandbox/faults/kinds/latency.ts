import type { FaultKind } from '../fault.ts'

export const latency: FaultKind = {
  kind: 'latency',
  on: 'traffic',
  summary: 'the normal answer, late',
  durationMs: 1_000,
  strikes: 'with',
  wire: (ms) => ({ effect: 'wait', ms }),
}
