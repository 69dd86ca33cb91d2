import { parentInPath } from '../../../api/model-reader.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { singularName } from '../../../derive/naming/words.ts'
import { isRelationship, pathShape } from '../../../derive/paths/paths.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import { declaredOperation } from '../../declared.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { Links } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { parentsOf } from '../address.ts'
import { showsOne } from '../answers/single-answer.ts'
import { entriesChanged } from '../associations/list-entries.ts'
import { setJoined } from '../associations/membership.ts'
import { membersCalled, membersNamed, namesNoMember } from '../associations/membership-in-body.ts'
import { changedEach } from '../collections/change-batch.ts'
import { several } from '../collections/several-records.ts'
import { wordsPut } from '../collections/string-set.ts'
import type { CompiledOperation } from '../compiled.ts'
import { createOne } from '../create-one.ts'
import { deleteMany, takesOut } from '../deletion/delete-many.ts'
import { inputsOf, renamed } from '../input.ts'
import type { OperationKindDefinition, Result } from '../kind.ts'
import { echoed } from './passthrough.ts'

/** Many records in one request: a DELETE takes them out, a verb that reads shows them, everything else makes each of them. */
export const bulk: OperationKindDefinition = {
  kind: 'bulk',
  perform(call) {
    const parents = parentsOf(call)
    if ('refuse' in parents) return parents
    const { resource, operation } = call.compiled
    if (resource === undefined) return answered(call)
    const { changes } = operation.plan
    if (changes !== undefined) {
      return changedEach(call, resource, changes, parents.links) ?? answered(call)
    }
    const takes = takesOut(operation)
    if (operation.plan.verb === 'retrieve') return retrieved(call, resource, parents.links)
    const words = takes ? undefined : wordsPut(call, resource, parents.links)
    if (words !== undefined) return words
    const entries = entriesChanged(call, resource, parents.links)
    if (entries !== undefined) return entries
    const named = membersNamed(call, resource, parents.links)
    const members = named.length > 0 || takes ? named : membersCalled(call, resource, parents.links)
    if (members.length > 0 || (replacesAll(call.compiled, call.runtime) && namesNoMember(call))) {
      if (replacesAll(call.compiled, call.runtime)) parted(call, resource, parents.links, members)
      const after = members.map((record) => setJoined(call, resource, record, !takes))
      return operation.plan.output === undefined || takes ? answered(call) : shown(after, resource)
    }
    if (relates(call.compiled))
      return takes || !names(call) ? answered(call) : { refuse: { status: 404, message: NOBODY, code: 'not_found' } }
    const refused = takes ? deleteMany(call, resource, parents.links) : undefined
    if (refused !== undefined) return refused
    const inputs = takes ? [] : inputsOf(call).flatMap((input) => recordsSaid(call, resource, input))
    const made: StoredRecord[] = []
    for (const input of inputs) {
      const result = createOne(call, resource, { links: parents.links, given: input })
      if ('refuse' in result) return result
      made.push(result.record)
    }
    const [only, ...others] = made
    if (only !== undefined && others.length === 0 && showsOne(call.compiled, call.runtime))
      return { show: 'record', record: only }
    return made.length === 0 ? answered(call) : { show: 'records', page: several(call, made) }
  },
}

/** What an input says of records: one, or one for each of `emails`. Ids that a verb lists say nothing of any. */
function recordsSaid(call: Call, plan: ResourcePlan, input: JsonObject): readonly JsonObject[] {
  const known = allProperties(plan.schema, call.runtime)
  const said = Object.keys(renamed(call, input, plan))
  if (said.some((name) => known.has(name)) || (said.length > 0 && known.size === 0)) return [input]
  return Object.entries(input).flatMap(([name, values]) => {
    const own = singularName(name)
    return Array.isArray(values) && known.has(own) && own !== plan.id.place[0]
      ? values.map((value) => ({ [own]: value }) as JsonObject)
      : []
  })
}

/** A PUT puts its own in the place of all where a POST adds to them. */
const replacesAll = oncePer((compiled: CompiledOperation, runtime: Runtime): boolean => {
  const { method, path } = compiled.operation
  const isWhole = method === 'PUT' || (method === 'PATCH' && relates(compiled))
  return isWhole && declaredOperation('POST', path, runtime) !== undefined
})

/** It says which records stand in a relationship, and makes none (JSON:API 1.1, Updating To-Many Relationships). */
const relates = oncePer(({ operation: { path } }: CompiledOperation): boolean => isRelationship(pathShape(path).parts))

const NOBODY = 'The request names a record that is not there'

function names(call: Call): boolean {
  return inputsOf(call).some((input) => Object.keys(input).length > 0)
}

/** What was joined to the parent and is not named goes from there. */
function parted(call: Call, plan: ResourcePlan, links: Links, named: readonly StoredRecord[]): void {
  const parent = parentInPath(call.compiled.operation.plan)?.link ?? ''
  const { link } = call.resources.indexFor(links)
  const keep = new Set(named.map(({ key }) => key))
  for (const record of call.resources.records.list(plan.type, { link, reverse: false }))
    if (!keep.has(record.key) && record.links[parent] !== links[parent]) setJoined(call, plan, record, false)
}

function shown(records: readonly StoredRecord[], { type }: ResourcePlan): Result {
  return { show: 'records', page: { records, around: {}, fields: [], type } }
}

/** The records whose ids the body lists, in the order asked; ids of nothing are passed over. */
function retrieved(call: Call, plan: ResourcePlan, links: Links): Result {
  if (call.compiled.operation.plan.output === undefined) return answered(call)
  call.resources.populate(plan, links)
  const listed = isObject(call.body) ? Object.values(call.body) : [call.body]
  const ids = listed.flat().flatMap((value) => idText(value) ?? idText(at(value, plan.id.place)) ?? [])
  const records = [...new Set(ids)].flatMap((id) => call.resources.find(plan, id, links) ?? [])
  if (call.trace.on) call.trace.note('store', `${records.length} ${plan.type} record(s) found`)
  return { show: 'records', page: { records, around: {}, fields: [], type: plan.type } }
}

function answered(call: Call): Result {
  return { show: 'value', sources: echoed(call), key: `bulk/${call.request.path}` }
}
