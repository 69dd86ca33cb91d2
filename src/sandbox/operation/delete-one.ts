/** How a record goes: with its content and what lives only inside it, and its parents say so. */
import type { OperationHead } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { isCalled } from '../../derive/paths/paths.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { admitted, type Deletion, type Refused, settled } from '../behaviour.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { dropContent } from '../state/contents.ts'
import { linkOf, sharesScope } from '../state/links.ts'
import { idText } from '../state/place.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { putAside } from './deletion/soft-delete.ts'

/** What a request says of a record that it deletes. */
export type Unwanted = Partial<Pick<Deletion, 'input' | 'isOneOfSeveral'>>

/** Takes a record out where nothing is in the way; why it stays, where something is. */
export function deleteOne(
  call: Call,
  plan: ResourcePlan | undefined,
  record: StoredRecord,
  said: Unwanted = {},
): Refused | undefined {
  if (plan !== undefined) {
    const deletion: Deletion = { does: 'delete', plan, record, input: NOTHING, ...said }
    const admission = admitted(call, call.runtime.hooks(call.compiled, plan), deletion)
    if ('refuse' in admission) return admission
  }
  takeOut(call, plan, record)
  return undefined
}

const NOTHING: JsonObject = {}

/** The record goes, with its content and what lives inside it; what its parents say of it follows. */
function takeOut(call: Call, plan: ResourcePlan | undefined, record: StoredRecord): void {
  if (plan !== undefined) putAside(call, plan, record)
  removeWhole(call, plan, record)
}

function removeWhole(call: Call, plan: ResourcePlan | undefined, record: StoredRecord): void {
  const joined = call.resources.records.joinedTo(record)
  call.resources.delete(record)
  dropContent(call.sandbox.store, record)
  if (plan === undefined) return
  deleteChildren(call, plan, record)
  settled(call, { plan, record, what: 'went' }, joined)
}

/** What lives only inside a record goes with it: types whose every address leads through the parent. */
function deleteChildren(call: Call, parent: ResourcePlan, record: StoredRecord): void {
  const id = idText(at(record.value, parent.id.place))
  if (id === undefined) return
  for (const one of insideOf(parent, call.runtime))
    for (const inner of recordsInside(call, one, record, id)) removeWhole(call, one.child, inner)
}

/** The records of one kind that live inside a record with this id. */
export function recordsInside(
  call: Call,
  { child, link }: Inside,
  record: StoredRecord,
  id: string,
): readonly StoredRecord[] {
  return call.resources.records
    .list(child.type, { link: linkOf(link, id), reverse: false })
    .filter((inner) => inner.links[link] === id && sharesScope(inner, record))
}

export interface Inside {
  readonly child: ResourcePlan
  readonly link: string
}

/** What lives only inside records of a type. */
export const insideOf: (parent: ResourcePlan, runtime: Runtime) => readonly Inside[] = oncePer(
  (parent: ResourcePlan, runtime: Runtime): readonly Inside[] =>
    runtime.api.head.resources.flatMap((child) =>
      child.links.flatMap(({ link, type }) =>
        type === parent.type && child !== parent && livesInside(runtime, child, link) ? [{ child, link }] : [],
      ),
    ),
)

function livesInside(runtime: Runtime, child: ResourcePlan, link: string): boolean {
  const all = runtime.operationsOn(child.type)
  // Of names with slashes, each form has a path of its own; the path that takes any of them says nothing of parents.
  const whole = all.filter(({ namesAt }) => namesAt !== undefined)
  const operations = whole.length > 0 ? whole : all
  if (operations.every((o) => o.plan.parents.some((p) => p.in === 'path' && p.link === link))) return true
  return operations.every((o) => isCalled(o.path)) && (child.scope.includes(link) || isMadeThere(operations, link))
}

/** What nothing addresses by itself, and every create puts under the parent. */
function isMadeThere(operations: readonly OperationHead[], link: string): boolean {
  const made = operations.filter(({ plan }) => plan.kind === 'create')
  const isThere = made.every(({ plan }) => plan.parents.some((parent) => parent.in === 'body' && parent.link === link))
  return made.length > 0 && isThere && operations.every(({ plan }) => plan.target === undefined)
}
