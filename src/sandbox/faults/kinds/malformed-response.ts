import type { FaultKind } from '../fault.ts'

export const malformedResponse: FaultKind = {
  kind: 'malformed_response',
  on: 'traffic',
  summary: 'status and head as they should be, then bytes that are no HTTP',
  durationMs: 0,
  strikes: 'with',
  spoils: true,
  wire: () => ({ effect: 'garble' }),
}
