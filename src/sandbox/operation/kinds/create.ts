import type { ResourcePlan } from '../../../api/plan.ts'
import type { JsonObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import type { StoredRecord } from '../../state/records.ts'
import { parentsOf } from '../address.ts'
import { joinNamed } from '../associations/embedded-children.ts'
import { entriesChanged } from '../associations/list-entries.ts'
import { setJoined, standing } from '../associations/membership.ts'
import { joinCalled, membersSent } from '../associations/membership-in-body.ts'
import { asksNone, asksSeveral, several } from '../collections/several-records.ts'
import { wordsPut } from '../collections/string-set.ts'
import { withTagsSent } from '../collections/tags.ts'
import { createOne } from '../create-one.ts'
import { thereAlready } from '../creation/idempotent-create.ts'
import { makeHeld } from '../creation/nested-create.ts'
import { addressesRecord } from '../identity/client-chosen-id.ts'
import { inputsOf } from '../input.ts'
import type { OperationKindDefinition, Result } from '../kind.ts'
import { doneByWord } from '../lifecycle/action-records.ts'
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
    const made: (readonly [record: StoredRecord, input: JsonObject])[] = []
    for (const input of inputsOf(call)) {
      const result = createOne(call, resource, parents.links, input)
      if ('refuse' in result) return result
      made.push([result.record, input])
    }
    return shown(
      call,
      made.map(([record, input]) => arrived(call, resource, record, input, parents.links)),
    )
  },
}

/** What others say and hold of a new record, once none of its request is refused. */
function arrived(call: Call, plan: ResourcePlan, record: StoredRecord, input: JsonObject, links: Links): StoredRecord {
  joinNamed(call, plan, record, input)
  const joined = joinCalled(call, plan, record, input)
  doneByWord(call, plan, input, links)
  const tagged = withTagsSent(call, plan, joined, input)
  return call.compiled.operation.plan.holds === undefined ? tagged : makeHeld(call, plan, tagged, input)
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
