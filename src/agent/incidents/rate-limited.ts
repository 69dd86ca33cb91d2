import type { IncidentKind } from './kind.ts'

export const rateLimited: IncidentKind = {
  kind: 'rate_limited',
  summary: 'The upstream refused a request because there were too many.',
  what: ({ status }) => (status === 429 ? '429' : undefined),
}
