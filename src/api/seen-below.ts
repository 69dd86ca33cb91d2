/** A description as it is seen by who knows the provider by an address that holds a part of its base path. */
import type { ApiDescription } from './description.ts'

/**
 * With the server `/api/v1`, requests that are sent below `https://host/api` begin with `/v1`: that is a base path, too.
 * `target` is an absolute URL; one that is none changes nothing.
 */
export function seenBelow(api: ApiDescription, target: string): ApiDescription {
  const prefix = URL.canParse(target) ? new URL(target).pathname.replace(/\/+$/, '') : ''
  const { basePaths } = api.head
  const rests = basePaths.flatMap((base) => (base.startsWith(`${prefix}/`) ? [base.slice(prefix.length)] : []))
  if (prefix === '' || rests.length === 0) return api
  const all = [...new Set([...basePaths, ...rests])].sort((a, b) => b.length - a.length)
  return {
    head: { ...api.head, basePaths: all },
    operation: (id) => api.operation(id),
    schema: (reference) => api.schema(reference),
  }
}
