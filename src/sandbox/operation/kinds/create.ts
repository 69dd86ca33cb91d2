import type { ResourcePlan } from '../../../api/plan.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { parentsOf } from '../address.ts'
import { entriesChanged } from '../associations/list-entries.ts'
import { setJoined, standing } from '../associations/membership.ts'
import { membersSent } from '../associations/membership-in-body.ts'
import { asksNone, asksSeveral, several } from '../collections/several-records.ts'
import { wordsPut } from '../collections/string-set.ts'
import { createOne } from '../create-one.ts'
import { thereAlready } from '../creation/idempotent-create.ts'
import { addressesRecord } from '../identity/client-chosen-id.ts'
import { inputsOf } from '../input.ts'
import type { OperationKindDefinition, Result } from '../kind.ts'
import { replace } from './replace.ts'

/** Makes a record from the request; several where the request holds several. */
export const create: OperationKindDefinition = {
  kind: 'create',
  perform(call) {
    if (addressesRecord(call)) return replace.perform(call)
    const { resource } = call.compiled
    const parents = parentsOf(call)
    if ('refuse' in parents) return parents
    if (resource === undefined) return { show: 'value', sources: [], key: 'create' }
    const words = wordsPut(call, resource, parents.links)
    if (words !== undefined) return words
    const entries = entriesChanged(call, resource, parents.links)
    if (entries !== undefined) return entries
    const members = membersSent(call, resource, parents.links)
    if (members.length > 0) return enrolled(call, resource, members, parents.links)
    if (asksNone(call)) return none(call)
    const twin = thereAlready(call, resource, parents.links)
    if (twin !== undefined) return { show: 'record', record: twin, created: false, status: 200 }
    const made: StoredRecord[] = []
    for (const given of inputsOf(call)) {
      const result = createOne(call, resource, { links: parents.links, given })
      if ('refuse' in result) return result
      made.push(result.record)
    }
    return shown(call, made)
  },
}

/** Records made elsewhere are put under the parent of the path; the answer shows all that stand there. */
function enrolled(call: Call, plan: ResourcePlan, members: readonly StoredRecord[], links: Links): Result {
  for (const record of members) setJoined(call, plan, record, true)
  return standing(call, plan, links)
}

function none(call: Call): Result {
  const { several: place, outputForm } = call.compiled.operation.plan
  return place === undefined && outputForm === undefined
    ? shown(call, [])
    : { show: 'records', page: several(call, []) }
}

function shown(call: Call, made: readonly StoredRecord[]): Result {
  const [first] = made
  if (first === undefined) return { show: 'value', sources: [], key: 'create' }
  if (made.length === 1 && !asksSeveral(call)) return { show: 'record', record: first, created: true }
  return { show: 'records', page: several(call, made) }
}
