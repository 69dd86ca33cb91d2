/** The endpoint that a path addresses by a linked description. */
import type { ApiDescription, OperationHead } from '../../api/description.ts'
import { isMatch, makeRouter, matchUnderBasePaths } from '../../http/router.ts'
import type { Observation } from '../../traffic/observation.ts'

export interface DescribedPaths {
  /** The operation of a request; 'undeclared' where its path is declared for other methods only, with their template; undefined where no template fits. */
  find(method: string, path: string, search: string): OperationHead | { readonly template: string } | undefined
}

export function describedPaths(api: ApiDescription): DescribedPaths {
  const { operations, basePaths } = api.head
  const entries = operations.map((head) => ({
    method: head.method,
    path: head.path,
    value: head,
    ...(head.namesAt !== undefined && { namesAt: head.namesAt }),
  }))
  const router = makeRouter(entries)
  return {
    find(method, path, search) {
      const found = matchUnderBasePaths(router, basePaths, { method, path, search })
      if (found === undefined) return undefined
      if (isMatch(found)) return found.value
      const [other] = found.allowed
      const sister =
        other === undefined ? undefined : matchUnderBasePaths(router, basePaths, { method: other, path, search })
      return sister !== undefined && isMatch(sister) ? { template: sister.template } : undefined
    },
  }
}

/** The search of a path, as `find` takes it. */
export function searchOf(query: Observation['query']): string {
  return query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
}

const LONE_SURROGATE = /\p{Surrogate}/gu

/** Half of a pair of surrogates has no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(LONE_SURROGATE, '\uFFFD'))
}
