/** The refusal to delete what is not empty. */
import type { Behaviour } from '../../../sandbox/behaviour.ts'
import { words } from '../../../sandbox/operation/answers/refusal-wording.ts'
import { isForced } from '../../../sandbox/operation/deletion/forced.ts'
import { linkOf, sharesScope } from '../../../sandbox/state/links.ts'
import { idText } from '../../../sandbox/state/place.ts'
import type { StoredRecord } from '../../../sandbox/state/stored-record.ts'
import { at } from '../../../support/json.ts'
import { restrictedDelete } from './fact.ts'

/** The first of the records below, one of which is nearly always enough. */
const FEW = 20

export const behaviour: Behaviour = {
  name: 'restricted-delete',
  ofOperation({ operation, resource }, runtime) {
    const known = restrictedDelete.ofOperation(operation.plan)
    if (known === undefined || resource === undefined) return undefined
    const { status } = known
    return {
      admit(call, intent) {
        if (intent.does !== 'delete') return undefined
        const { record } = intent
        const id = idText(at(record.value, resource.id.place))
        if (id === undefined || isForced(call)) return undefined
        const held = known.first.find(({ child, link }) => {
          const under = { link: linkOf(link, id), reverse: false }
          const some = call.resources.records.list(child, { ...under, limit: FEW })
          const isHeld = (inner: StoredRecord): boolean => sharesScope(inner, record)
          return some.some(isHeld) || (some.length === FEW && call.resources.records.list(child, under).some(isHeld))
        })
        const child = runtime.resource(held?.child)
        if (child === undefined) return undefined
        const message = `Cannot delete this ${words(resource)}: it still has a ${words(child)}`
        return { refuse: { status, message, code: 'not_empty' } }
      },
    }
  },
}
