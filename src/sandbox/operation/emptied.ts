/** Records that are not deleted while others stand under them: where words say that those must be gone first. */
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
import type { Refusal } from './kind.ts'
import { conflictStatus } from './lifecycle.ts'
import { words } from './wording.ts'

/** The refusal to delete what is not empty. */
export function notEmpty(call: Call, plan: ResourcePlan, record: StoredRecord): Refusal | undefined {
  const { first, status } = emptiedBefore(call.compiled, call.runtime)
  const id = first.length === 0 || status === undefined ? undefined : idText(at(record.value, plan.id.place))
  if (id === undefined || status === undefined || isForced(call)) return undefined
  const held = first.find(({ child, link }) =>
    call.resources.records
      .list(child.type, { link: linkOf(link, id), limit: MOST_LOOKED_AT, reverse: false })
      .some((inner) => sharesScope(inner, record)),
  )
  if (held === undefined) return undefined
  const message = `Cannot delete this ${words(plan)}: it still has a ${words(held.child)}`
  return { status, message, code: 'not_empty' }
}

const MOST_LOOKED_AT = 100

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
  const isSilent = !Object.keys(operation.responses).some((status) => /^([45]|default)/.test(status))
  const isNamed = namedStatus(operation, 409) !== undefined
  return {
    first: inside.filter(({ child }) => types.has(child.type)),
    status: conflictStatus(operation) ?? (isSilent || isNamed ? 409 : undefined),
  }
})
