/** Records that are not deleted while others stand under them: where words say that those must be gone first. */
import type { Operation } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { emptiedFirst } from '../../derive/emptied.ts'
import { at } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { namedStatus } from '../response/named-errors.ts'
import type { Runtime } from '../runtime.ts'
import { sharesScope } from '../state/links.ts'
import { idText } from '../state/place.ts'
import { linkOf, type StoredRecord } from '../state/records.ts'
import { isForced } from './barred.ts'
import type { CompiledOperation } from './compiled.ts'
import { declaresNoError } from './declared-answers.ts'
import type { Refusal } from './kind.ts'
import { conflictStatus } from './lifecycle.ts'
import { words } from './wording.ts'

/** The refusal to delete what is not empty. */
export function notEmpty(call: Call, plan: ResourcePlan, record: StoredRecord): Refusal | undefined {
  const { first, status } = emptiedBefore(call.compiled, call.runtime)
  const id = first.length === 0 || status === undefined ? undefined : idText(at(record.value, plan.id.place))
  if (id === undefined || status === undefined || isForced(call)) return undefined
  const held = first.find(({ child, link }) => {
    const under = { link: linkOf(link, id), reverse: false }
    const some = call.resources.records.list(child.type, { ...under, limit: FEW })
    const isHeld = (inner: StoredRecord): boolean => sharesScope(inner, record)
    return some.some(isHeld) || (some.length === FEW && call.resources.records.list(child.type, under).some(isHeld))
  })
  if (held === undefined) return undefined
  const message = `Cannot delete this ${words(plan)}: it still has a ${words(held.child)}`
  return { status, message, code: 'not_empty' }
}

/** The first of the records below, one of which is nearly always enough. */
const FEW = 20

interface Before {
  readonly first: readonly { readonly child: ResourcePlan; readonly link: string }[]
  readonly status: number | undefined
}

const emptiedBefore = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): Before => {
  const inside = runtime.api.head.resources.flatMap((child) =>
    child.links.flatMap(({ link, type }) =>
      type === resource?.type && child !== resource && child.creatable ? [{ child, link }] : [],
    ),
  )
  const own = resource?.type ?? ''
  const types = new Set(
    emptiedFirst(
      operation,
      own,
      inside.map(({ child }) => child.type),
    ),
  )
  const declared = notEmptyStatus(operation)
  const isNamed = namedStatus(operation, 409) !== undefined
  return {
    first: declared === undefined ? inside.filter(({ child }) => types.has(child.type)) : inside,
    status: declared ?? conflictStatus(operation) ?? (isNamed || declaresNoError(operation) ? 409 : undefined),
  }
})

/** That of an error which is declared for this alone: `ShelfNotEmpty`, "The shelf is not empty". */
function notEmptyStatus({ responses }: Operation): number | undefined {
  const found = Object.entries(responses).find(
    ([status, { description }]) => /^4/.test(status) && /\b(is|are) not empty\b|[a-z]NotEmpty/.test(description),
  )?.[0]
  return found === undefined ? undefined : /^4[0-7]\d$/.test(found) ? Number(found) : 400
}
