/** What a property that nobody sent may say of another record: that of one that is there, or nothing. */
import type { ResourcePlan } from '../../api/plan.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import { snake } from '../../derive/naming/words.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

export interface Reference {
  readonly type: ResourcePlan
  /** The name says the type and nothing besides: `coupon_id`; false for `last_coupon_id`, which says which of them. */
  readonly isPlain: boolean
}

/** The type that a property names by a reference, by its whole name or by how that ends. */
export function referenceIn(property: string, runtime: Runtime): Reference | undefined {
  const known = knownIn(runtime)
  const found = known.get(property)
  if (found !== undefined || known.has(property)) return found
  const made = find(property, runtime)
  if (known.size < MOST) known.set(property, made)
  return made
}

/** Names that are remembered: a description has so many at most that are asked for. */
const MOST = 10_000

const knownIn = oncePer((_runtime: Runtime) => new Map<string, Reference | undefined>())

function find(property: string, runtime: Runtime): Reference | undefined {
  const types = namedTypes(runtime)
  const own = types.referred(property)
  if (own !== undefined) return { type: own, isPlain: true }
  const steps = snake(property).replace(/_id$/, '').split('_')
  if (!/_id$/.test(snake(property))) return undefined
  for (let from = 1; from < steps.length; from++) {
    const type = types.called(steps.slice(from).join('_'))
    if (type !== undefined) return type.singleton === true ? undefined : { type, isPlain: false }
  }
  return undefined
}
