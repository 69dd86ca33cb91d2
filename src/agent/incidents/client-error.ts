import type { IncidentKind } from './kind.ts'

export const clientError: IncidentKind = {
  kind: 'client_error',
  summary: 'More requests to an endpoint are refused than the settings allow.',
  what({ status }, { upstream, clientErrorRate }) {
    const most = upstream?.clientErrorRate
    if (most === undefined || clientErrorRate === undefined || status < 400 || status >= 500 || status === 429)
      return undefined
    return clientErrorRate >= most ? String(status) : undefined
  },
}
