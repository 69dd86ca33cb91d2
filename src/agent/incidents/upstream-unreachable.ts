import type { IncidentKind } from './kind.ts'

export const upstreamUnreachable: IncidentKind = {
  kind: 'upstream_unreachable',
  summary: 'No answer came: the upstream could not be reached, or broke off before.',
  wide: true,
  what: ({ ending }) => (ending === 'unreachable' ? 'unreachable' : undefined),
}
