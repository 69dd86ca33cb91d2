/** What is protected from it is not deleted. */
import { conflictStatus } from '../../../derive/operations/conflicts.ts'
import type { Behaviour } from '../../../sandbox/behaviour.ts'
import { words } from '../../../sandbox/operation/answers/refusal-wording.ts'
import { isForced } from '../../../sandbox/operation/deletion/forced.ts'
import { at } from '../../../support/json.ts'
import { deletionProtection } from './fact.ts'

export const behaviour: Behaviour = {
  name: 'deletion-protection',
  ofResource(plan) {
    const known = deletionProtection.ofResource(plan)
    if (known === undefined) return undefined
    return {
      admit(call, intent) {
        if (intent.does !== 'delete') return undefined
        const place = known.places.find((one) => at(intent.record.value, one) === true)
        if (place === undefined || isForced(call)) return undefined
        const { operation } = call.compiled
        const declared = [423, 409, 403, 412].find((one) => operation.responses[String(one)] !== undefined)
        const message = `Cannot delete this ${words(plan)}: its ${place.join('.')} is true`
        return { refuse: { status: declared ?? conflictStatus(operation) ?? 409, message, code: 'protected' } }
      },
    }
  },
}
