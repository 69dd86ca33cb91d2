import type { FaultKind } from '../fault.ts'

export const malformedResponse: FaultKind = {
  kind: 'malformed_response',
  on: 'traffic',
  summary: 'a valid status line and headers, then bytes that are not HTTP',
  durationMs: 0,
  strikes: 'with',
  spoils: true,
  wire: () => ({ effect: 'garble' }),
}
