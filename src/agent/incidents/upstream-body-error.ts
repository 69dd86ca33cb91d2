import type { IncidentKind } from './kind.ts'

export const upstreamBodyError: IncidentKind = {
  kind: 'upstream_body_error',
  summary: 'The upstream broke off inside the body of its answer.',
  what: ({ ending }) => (ending === 'upstream-aborted' ? 'aborted' : undefined),
}
