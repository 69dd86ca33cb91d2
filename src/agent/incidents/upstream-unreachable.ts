import type { IncidentKind } from './kind.ts'

export const upstreamUnreachable: IncidentKind = {
  kind: 'upstream_unreachable',
  summary: 'No answer: the upstream could not be reached, or closed the connection.',
  wide: true,
  what: ({ ending }) => (ending === 'unreachable' ? 'unreachable' : undefined),
}
