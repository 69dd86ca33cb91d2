/** The kinds of incidents. */
import { clientError } from './client-error.ts'
import type { IncidentKind } from './kind.ts'
import { rateLimited } from './rate-limited.ts'
import { upstreamBodyError } from './upstream-body-error.ts'
import { upstreamError } from './upstream-error.ts'
import { upstreamUnreachable } from './upstream-unreachable.ts'

export const incidentKinds: readonly IncidentKind[] = [
  upstreamError,
  upstreamUnreachable,
  upstreamBodyError,
  rateLimited,
  clientError,
]

const names: ReadonlySet<string> = new Set(incidentKinds.map(({ kind }) => kind))

export function isIncidentKind(kind: string): boolean {
  return names.has(kind)
}
