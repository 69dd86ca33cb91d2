import type { ResourcePlan } from '../../api/plan.ts'
import { at } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { idText } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'
import type { Links } from '../state/resources.ts'
import { parentsOf } from './address.ts'
import { createOne, undone } from './create-one.ts'
import { deleteChildren } from './delete.ts'
import { inputsOf } from './input.ts'
import type { OperationKindDefinition, Result } from './kind.ts'
import { echoed } from './passthrough.ts'
import { indexSelection } from './selection.ts'

/** Many records in one request: a DELETE takes them out, everything else makes each of them. */
export const bulk: OperationKindDefinition = {
  kind: 'bulk',
  perform(call) {
    const parents = parentsOf(call)
    if ('refuse' in parents) return parents
    const { resource, operation } = call.compiled
    if (resource === undefined) return answered(call)
    if (operation.method === 'DELETE') deleteMany(call, resource, parents.links)
    const inputs = operation.method === 'DELETE' ? [] : inputsOf(call).filter((input) => Object.keys(input).length > 0)
    const made: StoredRecord[] = []
    for (const input of inputs) {
      const result = createOne(call, resource, parents.links, input)
      if ('refuse' in result) return undone(call, made, result)
      made.push(result.record)
    }
    if (made.length === 0) return answered(call)
    return { show: 'records', page: { records: made, around: {}, fields: [], type: resource.type } }
  },
}

function answered(call: Call): Result {
  return { show: 'value', sources: echoed(call), key: `bulk/${call.request.path}` }
}

/** The records that the body or query lists by id; the whole collection where neither lists any. */
function deleteMany(call: Call, plan: ResourcePlan, links: Links): void {
  const { link, filter } = call.resources.indexFor(links)
  const wanted = listedIds(call)
  const selection = indexSelection(call.resources.records, plan, link)
  for (const record of selection.slice(0, selection.total())) {
    const inside = Object.entries(filter).every(([name, value]) => record.links[name] === value)
    const id = idText(at(record.value, plan.id.place)) ?? record.key
    if (!inside || (wanted !== undefined && !wanted.has(id))) continue
    call.resources.delete(record)
    deleteChildren(call, plan, record)
  }
}

/** Everything that was sent and may be an id; undefined when nothing was sent, which means all. */
function listedIds(call: Call): ReadonlySet<string> | undefined {
  const body = typeof call.body === 'object' && call.body !== null ? Object.values(call.body) : []
  const queried = [...call.parameters].filter(([name]) => name.startsWith('query:')).map(([, value]) => value)
  if (call.body === undefined && queried.length === 0) return undefined
  const values = [call.body, ...body, ...queried].flatMap((value) => (Array.isArray(value) ? value : [value]))
  return new Set(values.flatMap((value) => (idText(value) ?? idText(at(value, ['id'])) ?? '').split(',')))
}
