import type { FaultKind } from '../fault.ts'

export const truncatedJson: FaultKind = {
  kind: 'truncated_json',
  on: 'traffic',
  summary: 'a complete HTTP message with the first half of the body',
  durationMs: 0,
  strikes: 'with',
  spoils: true,
  alter: (response) => ({ ...response, body: response.body.slice(0, Math.floor(response.body.length / 2)) }),
}
