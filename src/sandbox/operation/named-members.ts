/** Records made elsewhere that a request lists for a parent: `{roles: [{id}]}`, `{label_ids: [1, 2]}`. */
import type { Operation } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { type Links, scopedTo } from '../state/links.ts'
import { idText } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'
import { inputsOf } from './input.ts'

/**
 * Records made elsewhere that the body lists, all of them there, and says nothing new of: they are put under the parents
 * of the path, or taken away. What stands under a parent by itself cannot be taken away from it.
 */
export function membersNamed(call: Call, plan: ResourcePlan, links: Links): readonly StoredRecord[] {
  const { operation } = call.compiled
  if (!isMadeElsewhere(operation, call.runtime)) return []
  const parent = operation.plan.parents.filter(({ in: place }) => place === 'path').at(-1)?.link ?? ''
  const around = scopedTo(plan, links)
  const inputs = idsSent(call) ?? inputsOf(call)
  const found = inputs.flatMap((input) => {
    const id = isObject(input) ? idText(at(input, plan.id.place)) : idText(input)
    const record = id === undefined ? undefined : call.resources.find(plan, id, around)
    const isOwn = operation.method === 'DELETE' && record?.links[parent] === links[parent]
    const isNew = record !== undefined && isObject(input) && changes(record.value, input as JsonObject)
    return record === undefined || isOwn || isNew ? [] : [record]
  })
  return found.length === inputs.length ? found : []
}

/** True where something is said of a record that is not so. */
function changes(value: JsonObject, said: JsonObject): boolean {
  return Object.entries(said).some(([name, next]) => {
    return typeof next !== 'object' && Object.hasOwn(value, name) && String(value[name]) !== String(next)
  })
}

/** True for the list of a parent whose records have a collection of their own, where they are made one by one. */
const isMadeElsewhere = oncePer(({ path, plan: { type, parents } }: Operation, runtime: Runtime) => {
  const homes = type === undefined ? [] : runtime.operationsOn(type).filter(({ plan }) => plan.kind === 'create')
  const nested = parents.filter((parent) => parent.in === 'path').length
  return homes.some((home) => home.path !== path && home.plan.parents.length < nested)
})

/** The only thing that is sent, where that is an array of ids. */
function idsSent({ body }: Call): readonly unknown[] | undefined {
  const values = isObject(body) ? Object.values(body) : [body]
  const [only] = values
  const isIds =
    values.length === 1 && Array.isArray(only) && only.length > 0 && only.every((one) => idText(one) !== undefined)
  return isIds ? (only as readonly unknown[]) : undefined
}

/** True for a request that has nothing but ids in an array. */
export function sendsIds(call: Call): boolean {
  return idsSent(call) !== undefined
}
