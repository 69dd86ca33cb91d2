import type { FaultKind } from '../fault.ts'

export const connectionReset: FaultKind = {
  kind: 'connection_reset',
  on: 'traffic',
  summary: 'no answer; the connection is reset (TCP RST)',
  durationMs: 0,
  strikes: 'instead',
  wire: () => ({ effect: 'reset' }),
}
