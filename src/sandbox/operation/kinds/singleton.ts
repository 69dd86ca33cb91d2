import type { ResourcePlan } from '../../../api/plan.ts'
import { currentUser } from '../../auth/current-user.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import { parentsOf } from '../address.ts'
import { answerCovering } from '../answers/declared-answers.ts'
import { words } from '../answers/refusal-wording.ts'
import { withTallies } from '../answers/tallies.ts'
import { seenOfParent } from '../associations/parent-view.ts'
import { changeOne } from '../change-one.ts'
import { gotten } from '../changes/accessor-pair.ts'
import { masked } from '../changes/field-mask.ts'
import { renewed } from '../changes/secret-rotation.ts'
import { newestFor } from '../collections/latest-alias.ts'
import { heldBack } from '../creation/private-input.ts'
import { deleteOne } from '../delete-one.ts'
import { inputOf, merged, renamed } from '../input.ts'
import type { OperationKindDefinition } from '../kind.ts'
import { whoAlwaysAsks } from '../people/current-user.ts'
import { acted } from './action.ts'
import { isTakenAway } from './single-record.ts'
import { patching } from './update.ts'

/** The one record there is (of an account, or of a parent): read with GET, changed by everything else. */
export const singleton: OperationKindDefinition = {
  kind: 'singleton',
  perform(call) {
    const { resource, operation } = call.compiled
    const parents = parentsOf(call)
    if ('refuse' in parents) return parents
    if (resource === undefined) return { show: 'value', sources: [], key: 'singleton' }
    const newest = newestFor(call, parents.links)
    if (newest !== undefined && newest !== null) return { show: 'record', record: newest }
    if (newest === null || isGone(call, resource, parents.links))
      return { refuse: { status: 404, message: `There is no ${words(resource)}`, code: 'not_found' } }
    const user = operation.plan.current === undefined ? undefined : currentUser(call)
    const users = call.runtime.resource(operation.plan.current)
    const { plan, record } =
      user === undefined || users === undefined
        ? whoAlwaysAsks(call, resource, parents.links)
        : { plan: users, record: user }
    const seen = seenOfParent(call, plan, parents.links, record, (one) => patching(call, plan, one))
    if (seen !== undefined) return seen
    const set = gotten(call)
    if (set !== undefined) return set
    const held = heldBack(call, parents.links)
    if (held !== undefined) return { show: 'value', sources: [held, record.value], key: `held/${record.key}` }
    if (operation.method === 'GET' || operation.method === 'HEAD')
      return { show: 'record', record: withTallies(call, record, parents.links) }
    if (operation.method === 'DELETE')
      return deleteOne(call, plan, record) ?? { show: 'value', sources: [record.value], key: `delete/${record.key}` }
    const { verb } = operation.plan
    const input = inputOf(call)
    const said = renamed(call, input, plan)
    const changed = changeOne(call, plan, record, {
      input,
      said: () => said,
      by: verb === undefined ? 'edit' : 'verb',
      becomes() {
        const value =
          verb === undefined
            ? (masked(call, record.value, said) ?? merged(record.value, said, plan.schema, call.runtime))
            : acted(call, plan, record.value, verb)
        return { value: renewed(call, plan, record.value, value) }
      },
    })
    return 'refuse' in changed ? changed : { show: 'record', record: changed.record }
  },
}

/**
 * A read or another removal of what was removed, where the description knows an answer for that; where ids that nobody
 * created stand for records, it is again what it was.
 */
function isGone(call: Call, resource: ResourcePlan, links: Links): boolean {
  const { method } = call.compiled.operation
  if (call.sandbox.settings.unknownIds === 'synthesize') return false
  if (!/^(GET|HEAD|DELETE)$/.test(method) || !isTakenAway(call, resource, links)) return false
  return answerCovering(call.compiled.operation, 404).declared !== undefined
}
