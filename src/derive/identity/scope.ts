/**
 * In what records stand whose names are unique only there: `/orgs/{org}/repos` makes and lists what
 * `/repos/{owner}/{repo}` reads, so the organisation is the owner.
 */
import type { OperationId } from '../../api/description.ts'
import type { OperationPlan, ParentPlan, ResourcePlan } from '../../api/plan.ts'

type Plans = ReadonlyMap<OperationId, OperationPlan>
type Scoped = Pick<ResourcePlan, 'type' | 'scope' | 'links' | 'id'>

/** The same plans; creates and lists that stand under one thing alone name with it what the records stand in. */
export function withSurroundings(plans: Plans, resources: readonly Scoped[], isText: (plan: Scoped) => boolean): Plans {
  const scoped = new Map(resources.filter((one) => one.scope.length === 1).map((one) => [one.type, one]))
  if (scoped.size === 0) return plans
  const textual = new Set(resources.filter(isText).map((one) => one.type))
  const known = (type: ParentPlan['type']): boolean => type !== undefined && textual.has(type)
  return new Map(
    [...plans].map(([id, plan]) => {
      const resource = plan.type === undefined ? undefined : scoped.get(plan.type)
      return [id, resource === undefined ? plan : { ...plan, parents: renamed(plan, resource, known) }]
    }),
  )
}

function renamed(
  { kind, parents }: OperationPlan,
  { scope, links }: Scoped,
  isKnown: (type: ParentPlan['type']) => boolean,
): readonly ParentPlan[] {
  const [only] = parents
  const [link] = scope
  const around = links.find((one) => one.link === link)
  if (only === undefined || parents.length > 1 || only.in !== 'path' || only.link === link) return parents
  if (link === undefined || around === undefined || (kind !== 'create' && kind !== 'list')) return parents
  const { property } = around
  // What no property tells is only known where nothing else could be meant: owners are no records of a type.
  if (property === undefined && around.type !== undefined) return parents
  if (/id$/i.test(only.name)) return parents
  const { type, ...rest } = only
  return [
    {
      ...rest,
      link,
      ...(property !== undefined && { property }),
      ...(isKnown(type) && type !== undefined && { type }),
    },
  ]
}
