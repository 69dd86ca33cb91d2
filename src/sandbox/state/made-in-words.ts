/** Types whose records come of requests that are about something else: "Artifact was imported and Service found". */
import type { ResourcePlan } from '../../api/plan.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { entryKey } from './keys.ts'
import type { Resources } from './resources.ts'

const MOST_OPERATIONS = 1_000
const LONGEST = 300

/** True where the words of an answer say that a request finds or imports such records: until it is made there is none. */
const isMadeInWords: (plan: ResourcePlan, runtime: Runtime) => boolean = oncePer(
  (plan: ResourcePlan, runtime: Runtime): boolean =>
    !plan.creatable && plan.links.length === 0 && bringersOf(plan, runtime).size > 0,
)

/** The request of the operation was answered with those words: the records are there from now on. */
export function bringsInWords(resources: Resources, id: string): void {
  const { runtime, store } = resources
  for (const plan of broughtIn(runtime))
    if (bringersOf(plan, runtime).has(id)) store.put(entryKey('m', plan.type, ''), '')
}

/** No such request was made yet. */
export function isYetToBeBrought({ runtime, store }: Resources, plan: ResourcePlan): boolean {
  return isMadeInWords(plan, runtime) && store.get(entryKey('m', plan.type, '')) === undefined
}

const broughtIn = oncePer((runtime: Runtime): readonly ResourcePlan[] =>
  runtime.api.head.resources.filter((plan) => isMadeInWords(plan, runtime)),
)

/** The operations that bring such records. */
const bringersOf = oncePer(({ type }: ResourcePlan, runtime: Runtime): ReadonlySet<string> => {
  const name = type.replaceAll(/[^A-Za-z0-9]+/g, '[ _-]?')
  const found = new Set<string>()
  if (!/[a-z]{3}/i.test(name)) return found
  const made = new RegExp(
    `\\b${name}s?\\b,? (?:(?:was|were|is|are|has been|have been) )?(?:successfully )?(?:found|discovered|imported)\\b`,
    'i',
  )
  for (const { id, method, plan } of runtime.api.head.operations.slice(0, MOST_OPERATIONS)) {
    if (method === 'GET' || method === 'DELETE' || plan.type === type || plan.kind !== 'passthrough') continue
    const { responses } = runtime.operation(id).operation
    const says = Object.entries(responses).some(
      ([status, { description = '' }]) => /^20[01]$/.test(status) && made.test(description.slice(0, LONGEST)),
    )
    if (says) found.add(id)
  }
  return found
})
