/** The one who asks, as answers show them: who logged in, else the one whom `/me` or `/user` shows. */
import type { OperationHead } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { isPeopled, type Owner, whoAlwaysAsks } from '../operation/people/current-user.ts'
import type { Runtime } from '../runtime.ts'
import { currentUser } from './current-user.ts'
import { isPersonal } from './shown-person.ts'
import { CHECKS } from './told-caller.ts'

const TOP = /^(\/(api|rest|v\d+(\.\d+)*))*\/(user|account|profile)\/?$/i
const ME =
  /\/(@?me|self|myself|who_?am_?i|viewer|user_?info|(current|authenticated)[-_]?(user|account|member|profile)|(users?|accounts?|members?|people|profiles?)\/current)\/?$/i
/** Addresses that are of the one who asks where words say so. */
const MAYBE = /\/(user|account|member|profile)\/?$/i
const SAID =
  /\b(current(ly)?|authenticated|logged[- ]in|signed[- ]in|calling)( api)? (user|account|member|person|customer)\b/i

/** Who logged in; undefined where nobody did. */
export function loggedIn(call: Call): Owner | undefined {
  const record = isPeopled(call.runtime) ? currentUser(call) : undefined
  const plan = call.runtime.resource(record?.type)
  return record === undefined || plan === undefined ? undefined : { plan, record }
}

/** The types of the one record that `/me` or `/user` shows. */
export const selves: (runtime: Runtime) => readonly ResourcePlan[] = oncePer((runtime: Runtime) => {
  const found = runtime.api.head.operations.flatMap((head) => {
    const { method, plan } = head
    const self = plan.kind === 'singleton' && method === 'GET' ? runtime.resource(plan.type) : undefined
    return self !== undefined && isOfWhoAsks(head, runtime) && isPersonal(self, runtime) ? [self] : []
  })
  return [...new Set(found)]
})

/** The one who always asks, shown by a type of these. */
export function selfAs(call: Call, self: ResourcePlan): Owner {
  return whoAlwaysAsks(call, self, {})
}

function isOfWhoAsks({ id, path, plan }: OperationHead, runtime: Runtime): boolean {
  if (path.includes('{')) return false
  if (plan.current !== undefined) return true
  if (TOP.test(path) || ME.test(path) || CHECKS.test(path)) return true
  if (!MAYBE.test(path)) return false
  const { summary, description } = runtime.operation(id).operation
  return SAID.test(textOf(summary).slice(0, 200)) || SAID.test(textOf(description).slice(0, 400))
}
