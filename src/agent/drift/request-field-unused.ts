import { type DriftKind, driftKind } from './kind.ts'

export const requestFieldUnused: DriftKind = driftKind({
  kind: 'request_field_unused',
  summary: 'Clients no longer send a field that they sent before.',
  sort: 'request',
  informational: true,
  of({ name }, { endpoint }) {
    const lacked = endpoint.requestFields.get(name)?.lacked ?? 1
    const chances = { opportunities: endpoint.requests, seldom: lacked - 1, strict: true as const }
    return { field: name, before: 'sent', after: null, chances }
  },
})
