/** The fault that makes a sandbox fail as an upstream did. */
import type { ApiDescription, OperationHead } from '../api/description.ts'
import type { Finding } from './finding.ts'

/** In the words of a fault rule (interface, 2.2). */
export interface ReproducedFault {
  readonly kind: string
  readonly method: string
  readonly path: string
  readonly status?: number
}

/** What cannot be armed says why, as a clause. */
export type Reproduced = { readonly faults: readonly ReproducedFault[] } | { readonly why: string }

/** Faults for one operation, or for all that the description has where the failure was about the whole upstream. */
export function reproduce(finding: Finding, api: ApiDescription): Reproduced {
  const strike = strikeOf(finding)
  if (strike === undefined)
    return {
      why: `${finding.kind} is a change of what is answered, not a failure (take it over with "tool spec-update" and "tool import --update --from-handoff")`,
    }
  const operations = operationsOf(finding, api)
  if (operations.length === 0)
    return { why: `the description of the sandbox has no ${finding.method} ${finding.template}` }
  return { faults: operations.map(({ method, path }) => ({ ...strike, method, path })) }
}

function strikeOf({ kind, after, status_class }: Finding): Pick<ReproducedFault, 'kind' | 'status'> | undefined {
  const status = Number(/\b([2-5]\d\d)\b/.exec(after ?? '')?.[1])
  switch (kind) {
    case 'rate_limited':
      return { kind: 'rate_limit' }
    case 'upstream_unreachable':
      return { kind: 'connection_reset' }
    case 'upstream_body_error':
      return { kind: 'wrong_content_length' }
    case 'upstream_error':
    case 'client_error':
    case 'status_new':
    case 'status_code_changed':
      return Number.isNaN(status)
        ? { kind: 'error', status: Number(`${status_class.charAt(0) || '5'}00`) }
        : { kind: 'error', status }
    default:
      return undefined
  }
}

function operationsOf({ method, template }: Finding, { head }: ApiDescription): readonly OperationHead[] {
  if (template === '*') return head.operations
  const bases = ['', ...head.basePaths]
  const wanted = nameless(template)
  return head.operations.filter(
    (one) =>
      one.method === method && bases.some((base) => nameless(`${base === '/' ? '' : base}${one.path}`) === wanted),
  )
}

/** Templates are the same whatever their parameters are called. */
function nameless(template: string): string {
  return template.replace(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/$/, '')
}
