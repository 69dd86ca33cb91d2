import type { ApiDescription } from '../../api/description.ts'
import type { HttpRequest } from '../../http/message.ts'
import { matchUnderBasePaths } from '../../http/router.ts'
import { runtimeOf } from '../runtime.ts'
import { isOpen } from './authorize.ts'

/** The request is for an operation that asks for no credential. */
export function isOpenOperation(request: HttpRequest, api: ApiDescription): boolean {
  const found = matchUnderBasePaths(runtimeOf(api).router, api.head.basePaths, request)
  return found !== undefined && 'value' in found && isOpen(found.value)
}
