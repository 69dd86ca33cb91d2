/** The refusal to make smaller what only grows, where the description declares an answer for it. */
import { conflictStatus } from '../../../derive/operations/conflicts.ts'
import type { Behaviour } from '../../../sandbox/behaviour.ts'
import { words } from '../../../sandbox/operation/answers/refusal-wording.ts'
import { growOnly } from './fact.ts'

export const behaviour: Behaviour = {
  name: 'grow-only',
  ofOperation({ operation, resource }) {
    const known = growOnly.ofOperation(operation.plan)
    const status = conflictStatus(operation, [422, 400, 409, 412])
    // What is stated of changes of state says all.
    if (known === undefined || resource === undefined || status === undefined || operation.plan.edges !== undefined)
      return undefined
    return {
      admit(call, intent) {
        if (intent.does !== 'change' || call.resources.isImagined(intent.record)) return undefined
        const { record, input } = intent
        const name = known.names.find((one) => {
          const [before, after] = [record.value[one], input[one]]
          return typeof before === 'number' && typeof after === 'number' && after < before
        })
        if (name === undefined) return undefined
        const message = `${name} of this ${words(resource)} can only grow: it is ${record.value[name]}`
        return { refuse: { status, message, code: 'invalid_request', param: name } }
      },
    }
  },
}
