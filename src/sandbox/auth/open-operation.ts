import type { HttpRequest } from '../../http/message.ts'
import { matchUnderBasePaths } from '../../http/router.ts'
import { runtimeOf } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import { asksForNothing } from './authorize.ts'

/** The request is for an operation that asks for no credential. */
export function isOpenOperation(request: HttpRequest, sandbox: Pick<Sandbox, 'settings' | 'api'>): boolean {
  const { api } = sandbox
  const found = matchUnderBasePaths(runtimeOf(api).router, api.head.basePaths, request)
  return found !== undefined && 'value' in found && asksForNothing(found.value, sandbox)
}
