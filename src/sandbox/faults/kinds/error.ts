import type { FaultKind } from '../fault.ts'

export const error: FaultKind = {
  kind: 'error',
  on: 'traffic',
  summary: 'answers with an error status in the shape the description declares for it',
  durationMs: 0,
  strikes: 'instead',
  status: 500,
}
