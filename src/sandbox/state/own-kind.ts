/** Flags that say what kind of thing a record is: `is_channel` of a channel. */
import type { ResourcePlan } from '../../api/plan.ts'
import { plain, singularName, snake } from '../../derive/naming/words.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

/** The flag is named after the type, or after the collection where requests make such records. */
export function isOwnKind(name: string, plan: ResourcePlan, runtime: Runtime): boolean {
  const kind = /^is_(.+)$/.exec(snake(name))?.[1]
  return kind !== undefined && !QUALITY.test(kind) && kindsOf(plan, runtime).has(plain(kind))
}

const kindsOf = oncePer((plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> => {
  const made = runtime.operationsOn(plan.type).filter((head) => head.plan.kind === 'create')
  const called = made.map(({ path }) => {
    const steps = path.replace(/#.*$/, '').split('/')
    return singularName(steps.at(-1)?.split('.').at(-2) ?? steps.at(-1) ?? '')
  })
  return new Set([plan.type, ...called].map(plain).filter((word) => word !== ''))
})

/** What a thing may be or not, although a type is called so. */
const QUALITY =
  /^(default|active|public|private|enabled|disabled|primary|main|archive|draft|favou?rite|template|test|system|global|internal|external|own|self|new)$/
