/** Whether the description declares an operation that somebody names. */
import type { OperationHead } from '../api/description.ts'
import type { Runtime } from './runtime.ts'

/** The operation of this method (upper case) and path template; undefined when none is declared. */
export function declaredOperation(
  method: string,
  path: string,
  { api }: Pick<Runtime, 'api'>,
): OperationHead | undefined {
  return api.head.operations.find(
    (operation) => operation.method === method && (operation.path === path || operation.notation === path),
  )
}

/** A sentence on one that is not, with the nearest that is. */
export function undeclared(method: string, path: string, { router }: Runtime): string {
  const [near] = router.nearest(method, path, 1)
  const hint = near === undefined ? '' : ` (did you mean ${near.method} ${near.template}?)`
  return `${method} ${path} is not a declared operation${hint}`
}
