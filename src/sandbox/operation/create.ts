import type { ResourcePlan } from '../../api/plan.ts'
import { at } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { idText } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'
import { parentsOf } from './address.ts'
import { countIn } from './counts.ts'
import { addressesRecord, createOne, undone } from './create-one.ts'
import { begun, type Draw, drawn, settleDraw, unsettleDraws } from './draw.ts'
import { makeHeld } from './holds.ts'
import { inputsOf } from './input.ts'
import { setJoined } from './join.ts'
import type { OperationKindDefinition, Refusal, Result } from './kind.ts'
import { joinNamed, shelve } from './members.ts'
import { replace } from './replace.ts'
import { asksSeveral, several } from './several.ts'

/** Makes a record from the request; several where the request holds several. */
export const create: OperationKindDefinition = {
  kind: 'create',
  perform(call) {
    if (addressesRecord(call)) return replace.perform(call)
    const { resource, operation } = call.compiled
    const parents = parentsOf(call)
    if ('refuse' in parents) return parents
    if (resource === undefined) return { show: 'value', sources: [], key: 'create' }
    const joined = call.compiled.operation.plan.joins
    const member = joined === undefined ? undefined : namedMember(call, resource, joined)
    if (member !== undefined) return { show: 'record', record: member, created: true }
    const made: StoredRecord[] = []
    const settled: Draw[] = []
    const refused = (refusal: { readonly refuse: Refusal }) => {
      unsettleDraws(call, settled)
      return undone(call, made, refusal)
    }
    for (const input of inputsOf(call)) {
      const draw = drawn(call, input)
      if (draw !== undefined && 'refuse' in draw) return refused(draw)
      const known = draw === undefined ? {} : begun(resource)
      const result = createOne(call, resource, parents.links, draw?.input ?? input, known)
      if ('refuse' in result) return refused(result)
      if (draw !== undefined) {
        settleDraw(call, draw)
        settled.push(draw)
      }
      countIn(call, resource, result.record, 1)
      shelve(call, resource, result.record, 1)
      joinNamed(call, resource, result.record, input)
      made.push(operation.plan.holds === undefined ? result.record : makeHeld(call, resource, result.record, input))
    }
    return shown(call, made)
  },
}

/** The record made elsewhere that the request names, put under the parents of the path. */
function namedMember(call: Call, plan: ResourcePlan, name: string): StoredRecord | undefined {
  const id = idText(at(call.body, [name]))
  const record = id === undefined ? undefined : call.resources.find(plan, id, {})
  if (record !== undefined) setJoined(call, plan, record, true)
  return record
}

function shown(call: Call, made: readonly StoredRecord[]): Result {
  const [first] = made
  if (first === undefined) return { show: 'value', sources: [], key: 'create' }
  if (made.length === 1 && !asksSeveral(call)) return { show: 'record', record: first, created: true }
  return { show: 'records', page: several(call, made) }
}
