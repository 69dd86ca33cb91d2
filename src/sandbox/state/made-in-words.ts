/** Types whose records come of requests that are about something else: "Artifact was imported and Service found". */
import type { ResourcePlan } from '../../api/plan.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

const MOST_OPERATIONS = 1_000
const LONGEST = 300

/** True where the words of an answer say that a request finds, imports or makes such a record: until then there is none. */
export const isMadeInWords: (plan: ResourcePlan, runtime: Runtime) => boolean = oncePer(
  ({ type, creatable, links }: ResourcePlan, runtime: Runtime): boolean => {
    if (creatable || links.length > 0) return false
    const name = type.replaceAll(/[^A-Za-z0-9]+/g, '[ _-]?')
    const made = new RegExp(
      `\\b${name}s?\\b,? (?:(?:was|were|is|are|has been|have been) )?(?:successfully )?(?:found|discovered|imported|created|registered|synchroni[sz]ed)\\b`,
      'i',
    )
    return runtime.api.head.operations.slice(0, MOST_OPERATIONS).some(({ id, method, plan }) => {
      if (method === 'GET' || method === 'DELETE' || plan.type === type) return false
      const { responses } = runtime.operation(id).operation
      return Object.entries(responses).some(
        ([status, { description = '' }]) => /^20[01]$/.test(status) && made.test(description.slice(0, LONGEST)),
      )
    })
  },
)
