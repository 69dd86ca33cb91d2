/** Lists that clients fill with records that are there already. */
import type { ResourcePlan } from '../../api/plan.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

/** Links under which clients put records that are there already: nothing stands there before. */
export const filledLinks: (plan: ResourcePlan, runtime: Runtime) => ReadonlySet<string> = oncePer(
  (plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> => {
    const puts = runtime.operationsOn(plan.type).filter((head) => head.plan.verb === 'attach')
    return new Set(puts.flatMap((head) => head.plan.parents.filter((one) => one.in === 'path').at(-1)?.link ?? []))
  },
)
