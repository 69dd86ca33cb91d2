import type { IncidentKind } from './kind.ts'

export const upstreamBodyError: IncidentKind = {
  kind: 'upstream_body_error',
  summary: 'The upstream closed the connection inside the body of its answer.',
  what: ({ ending }) => (ending === 'upstream-aborted' ? 'aborted' : undefined),
}
