import type { FaultKind } from '../fault.ts'

export const hang: FaultKind = {
  kind: 'hang',
  on: 'traffic',
  summary: 'no answer; the connection is closed after the duration',
  durationMs: 60_000,
  strikes: 'instead',
  wire: (ms) => ({ effect: 'hang', ms }),
}
