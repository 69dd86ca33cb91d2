import type { FaultKind } from '../fault.ts'

export const emptyResponse: FaultKind = {
  kind: 'empty_response',
  on: 'traffic',
  summary: 'no answer; the connection is closed (TCP FIN)',
  durationMs: 0,
  strikes: 'instead',
  wire: () => ({ effect: 'close' }),
}
