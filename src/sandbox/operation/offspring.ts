/** Records made under one of their own kind: `POST /groups/{id}/children` with a group in the body. */
import type { ResourcePlan } from '../../api/plan.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import type { Links } from '../state/links.ts'
import { idText, plain, withAt } from '../state/place.ts'
import { allProperties } from '../state/properties.ts'
import type { StoredRecord } from '../state/records.ts'
import type { CompiledOperation } from './compiled.ts'
import { createOne } from './create-one.ts'
import { inputOf } from './input.ts'
import type { Result } from './kind.ts'

const CHILDREN =
  /^(children|child|descendants|sub(tasks|groups|folders|categories|accounts|projects|pages|items|issues|teams|directories|organi[sz]ations|units|collections|topics|sections|locations|departments|comments))$/

/** The child, which its parent shows among its own where it has a place for such; undefined for another operation. */
export function bornUnder(call: Call, plan: ResourcePlan, parent: StoredRecord, links: Links): Result | undefined {
  const { operation } = call.compiled
  if (
    operation.method !== 'POST' ||
    !CHILDREN.test(plain(operation.plan.verb ?? '')) ||
    operation.plan.input === undefined
  )
    return undefined
  const { target: _, ...rest } = operation.plan
  const compiled = { ...call.compiled, operation: { ...operation, plan: rest } } as CompiledOperation
  const names = namesOf(plan, call.runtime)
  const id = idText(parent.key)
  const told =
    names.parent === undefined || id === undefined ? {} : { [names.parent]: parent.value[plan.id.place[0] ?? ''] ?? id }
  const known = idText(at(inputOf(call), plan.id.place))
  const child = known === undefined ? undefined : call.resources.find(plan, known, links)
  const one =
    child === undefined
      ? createOne({ ...call, compiled }, plan, links, inputOf(call), told)
      : { record: call.resources.change(plan, child, { ...child.value, ...told } as JsonObject) }
  if ('refuse' in one) return one
  if (names.children !== undefined) {
    const held = parent.value[names.children]
    const value = withAt(parent.value, [names.children], [...(Array.isArray(held) ? held : []), one.record.value])
    if (call.runtime.accepts(plan.schema, value)) call.resources.change(plan, parent, value)
  }
  return { show: 'record', record: one.record, created: child === undefined }
}

/** The property that names the parent, and the array of records of the same component. */
const namesOf = oncePer((plan: ResourcePlan, runtime: Runtime) => {
  const properties = [...allProperties(plan.schema, runtime)]
  const own = runtime.view(plan.schema).references
  const parent = properties.find(([name]) => /^parent(id|uuid)?$/.test(plain(name)))?.[0]
  const children = properties.find(([, schema]) =>
    runtime.view(runtime.view(schema).items).references.some((one) => own.includes(one)),
  )?.[0]
  return { parent, children }
})
