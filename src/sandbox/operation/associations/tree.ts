/** Records made under one of their own kind: `POST /groups/{id}/children` with a group in the body. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { plain } from '../../../derive/naming/words.ts'
import { conflictStatus } from '../../../derive/operations/conflicts.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { settled } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import { type Links, ownLink, scopedTo } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { words } from '../answers/refusal-wording.ts'
import { createOne } from '../create-one.ts'
import { inputOf } from '../input.ts'
import type { Refusal, Result } from '../kind.ts'
import { ABOVE, ownShelf, parentNameOf } from './embedded-children.ts'

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
  const parentName = parentNameOf(plan, call.runtime)
  const id = idText(at(parent.value, plan.id.place))
  const told =
    parentName === undefined || id === undefined ? {} : { [parentName]: parent.value[plan.id.place[0] ?? ''] ?? id }
  const isShown = id !== undefined && ownShelf(plan, call.runtime) !== undefined
  const known = idText(at(inputOf(call), plan.id.place))
  const child = known === undefined || known === id ? undefined : call.resources.find(plan, known, links)
  if (child !== undefined && standsAbove(call, plan, child, parent)) return { refuse: wouldCircle(call, plan) }
  const one =
    child === undefined
      ? createOne(call, plan, {
          links: { ...links, ...(isShown ? { [ABOVE]: id } : {}) },
          given: inputOf(call),
          told,
          isBelow: true,
        })
      : { record: broughtUnder(call, plan, child, isShown ? id : undefined, told) }
  if ('refuse' in one) return one
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
  const joined = call.resources.records.joinedTo(child)
  const changed = call.resources.change(plan, child, { ...child.value, ...told })
  const moved = id === undefined ? changed : call.resources.move(plan, changed, ABOVE, id)
  settled(call, { plan, record: moved, what: 'changed', before: child }, joined)
  return moved
}

/** How far up is looked. */
const MOST_LEVELS = 100

/** Where none shows the other, the property that names the parent tells. */
function standsAbove(call: Call, plan: ResourcePlan, record: StoredRecord, other: StoredRecord): boolean {
  const parentName = parentNameOf(plan, call.runtime) ?? ''
  const isShown = ownShelf(plan, call.runtime) !== undefined
  let one: StoredRecord | undefined = other
  for (let level = 0; one !== undefined && level < MOST_LEVELS; level++) {
    if (one.key === record.key) return true
    const above: string | undefined = isShown ? ownLink(one.links, ABOVE) : idText(one.value[parentName])
    one = above === undefined ? undefined : call.resources.find(plan, above, scopedTo(plan, one.links))
  }
  return false
}

function wouldCircle(call: Call, plan: ResourcePlan): Refusal {
  const status = conflictStatus(call.compiled.operation, [409, 422, 400]) ?? 409
  return {
    status,
    message: `The ${words(plan)} cannot be moved below itself or below one that is under it`,
    code: 'invalid_request',
  }
}
