/** What records stand under: by their type, and by the path of an operation. */
import type { OperationPlan, ParentPlan, ResourcePlan } from '../../api/plan.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

/** The last parent that the path names. */
export function parentInPath({ parents }: Pick<OperationPlan, 'parents'>): ParentPlan | undefined {
  return parents.filter((one) => one.in === 'path').at(-1)
}

interface Parent {
  readonly link: string
  readonly parent: ResourcePlan
}

/** The parents that are served and of which there are several: no singleton, and not the type itself. */
export const parentsOf: (plan: ResourcePlan, runtime: Runtime) => readonly Parent[] = oncePer((plan, runtime) =>
  plan.links.flatMap(({ link, type }) => {
    const parent = type === undefined || type === plan.type ? undefined : runtime.resource(type)
    return parent === undefined || parent.singleton === true ? [] : [{ link, parent }]
  }),
)
