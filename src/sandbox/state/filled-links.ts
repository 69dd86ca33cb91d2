/** Lists that clients fill with records that are there already. */
import type { OperationHead } from '../../api/description.ts'
import { parentInPath } from '../../api/model-reader.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { gathers } from '../../derive/naming/verbs.ts'
import { type Gathering, isFilledBy } from '../../derive/resources/relations.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

/** Links under which clients put records that are there already: nothing stands there before. */
export const filledLinks: (plan: ResourcePlan, runtime: Runtime) => ReadonlySet<string> = oncePer(
  (plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> => {
    const own = runtime.operationsOn(plan.type)
    const puts = own.filter(
      (head) =>
        head.plan.verb === 'attach' ||
        (head.plan.kind === 'bulk' && head.plan.parents.at(-1)?.always !== undefined) ||
        (head.plan.kind === 'list' && isGathered(head, runtime)),
    )
    return new Set(puts.flatMap((head) => parentInPath(head.plan)?.link ?? []))
  },
)

/** `/tasks/{id}/tags` beside `/tasks/{id}/addTag` */
function isGathered({ path }: OperationHead, runtime: Runtime): boolean {
  const literal = path.slice(path.lastIndexOf('/') + 1)
  return gatheringIn(runtime).some((verb) => isFilledBy(path, literal, verb))
}

const gatheringIn = oncePer((runtime: Runtime): readonly Gathering[] =>
  runtime.api.head.operations.flatMap(({ path, plan }) => {
    const noun = plan.kind === 'action' ? gathers(plan.verb ?? '')?.noun : undefined
    return noun === undefined ? [] : [{ path, noun }]
  }),
)
