/**
 * Several lists of one type under the same parent, of which some take records that were made elsewhere: what was put
 * into `/users/{id}/pinned_lists` stands in no `/users/{id}/followed_lists`.
 */
import type { OperationId } from '../../api/description.ts'
import type { OperationPlan } from '../../api/plan.ts'
import { gathers } from '../naming/verbs.ts'
import { sameThing } from '../naming/words.ts'
import { lastLiteral } from '../paths/paths.ts'
import type { Act } from '../paths/sites.ts'

type Plans = ReadonlyMap<OperationId, OperationPlan>

/** The same plans; where several lists would be one, each that takes records has a link of its own. */
export function withRelations(plans: Plans, acts: readonly Act[]): Plans {
  const lists = new Map<string, Set<string>>()
  const taking = new Map<string, Set<string>>()
  const seats = new Map<OperationId, { readonly group: string; readonly literal: string }>()
  const verbs = acts.flatMap(({ op, shape }) => {
    const noun = plans.get(op.id)?.kind === 'action' ? gathers(lastLiteral(shape.parts))?.noun : undefined
    return noun === undefined ? [] : [{ path: op.path, noun }]
  })
  for (const { op, shape } of acts) {
    const plan = plans.get(op.id)
    const parent = plan?.parents.at(-1)
    if (plan?.type === undefined || parent?.type === undefined || parent.in !== 'path') continue
    const literal = lastLiteral(shape.parts)
    const group = `${plan.type} ${parent.type} ${parent.link}`
    seats.set(op.id, { group, literal })
    if (plan.kind === 'list') add(lists, group, literal)
    if (plan.verb === 'attach' || plan.verb === 'detach') add(taking, group, literal)
    if (plan.kind === 'list' && verbs.some((verb) => isFilledBy(op.path, literal, verb))) add(taking, group, literal)
  }
  if (taking.size === 0) return plans
  return new Map(
    [...plans].map(([id, plan]) => {
      const { group = '', literal = '' } = seats.get(id) ?? {}
      const isApart = (lists.get(group)?.size ?? 0) > 1 && lists.get(group)?.has(literal) === true
      return [id, isApart && taking.get(group)?.has(literal) === true ? apart(plan, literal) : plan]
    }),
  )
}

/** A verb that puts things with its record, and what it calls them. */
export interface Gathering {
  readonly path: string
  readonly noun: string
}

/** `/tasks/{id}/followers` is filled by `/tasks/{id}/addFollowers`. */
export function isFilledBy(path: string, literal: string, verb: Gathering): boolean {
  const end = path.lastIndexOf('/') + 1
  const isBeside = verb.path.lastIndexOf('/') + 1 === end && verb.path.startsWith(path.slice(0, end))
  return isBeside && sameThing(verb.noun, literal)
}

function add(groups: Map<string, Set<string>>, group: string, literal: string): void {
  groups.set(group, (groups.get(group) ?? new Set<string>()).add(literal))
}

/** What a record itself says of its parent says nothing of such a list. */
function apart(plan: OperationPlan, literal: string): OperationPlan {
  return {
    ...plan,
    parents: plan.parents.map((parent, index) => {
      if (index < plan.parents.length - 1) return parent
      const { property: _said, ...rest } = parent
      return { ...rest, link: `${parent.link}_${literal.toLowerCase()}` }
    }),
  }
}
