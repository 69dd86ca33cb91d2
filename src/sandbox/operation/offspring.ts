/** Records made under one of their own kind: `POST /groups/{id}/children` with a group in the body. */
import type { ResourcePlan } from '../../api/plan.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import type { Links } from '../state/links.ts'
import { idText, plain } from '../state/place.ts'
import { allProperties } from '../state/properties.ts'
import type { StoredRecord } from '../state/records.ts'
import type { CompiledOperation } from './compiled.ts'
import { createOne } from './create-one.ts'
import { parentsFollow } from './follow.ts'
import { inputOf } from './input.ts'
import type { Result } from './kind.ts'
import { ABOVE, ownShelf } from './members.ts'

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
  const id = idText(at(parent.value, plan.id.place))
  const told =
    names.parent === undefined || id === undefined ? {} : { [names.parent]: parent.value[plan.id.place[0] ?? ''] ?? id }
  const isShown = id !== undefined && ownShelf(plan, call.runtime) !== undefined
  const known = idText(at(inputOf(call), plan.id.place))
  const child = known === undefined || known === id ? undefined : call.resources.find(plan, known, links)
  const one =
    child === undefined
      ? createOne({ ...call, compiled }, plan, { ...links, ...(isShown ? { [ABOVE]: id } : {}) }, inputOf(call), told)
      : { record: broughtUnder(call, plan, child, isShown ? id : undefined, told) }
  if ('refuse' in one) return one
  parentsFollow(call, plan, one.record, 1)
  return { show: 'record', record: one.record, created: child === undefined }
}

/** A record that stood elsewhere, or nowhere: the one above it before shows it no longer. */
function broughtUnder(
  call: Call,
  plan: ResourcePlan,
  child: StoredRecord,
  id: string | undefined,
  told: JsonObject,
): StoredRecord {
  parentsFollow(call, plan, child, -1)
  const changed = call.resources.change(plan, child, { ...child.value, ...told })
  return id === undefined ? changed : call.resources.move(plan, changed, ABOVE, id)
}

/** The property that names the parent. */
const namesOf = oncePer((plan: ResourcePlan, runtime: Runtime) => ({
  parent: [...allProperties(plan.schema, runtime).keys()].find((name) => /^parent(id|uuid)?$/.test(plain(name))),
}))
