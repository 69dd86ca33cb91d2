import type { IncidentKind } from './kind.ts'

export const upstreamError: IncidentKind = {
  kind: 'upstream_error',
  summary: 'The upstream answered with a server error.',
  what: ({ status }) => (status >= 500 ? String(status) : undefined),
}
