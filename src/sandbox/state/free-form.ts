/** Records of which the description says little: they are what was said of them. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { JsonObject } from '../../support/json.ts'
import type { Runtime } from '../runtime.ts'
import { isFilled } from './merge.ts'

/** A document of the client's own form: no example says what else is in it. */
export function isFreeForm(plan: ResourcePlan, sources: readonly JsonObject[], runtime: Runtime): boolean {
  return sources.some(isFilled) && runtime.view(plan.schema).properties.size === 0
}

/** A type of which the description says no more than that it is an object: its records are what was said of them. */
export function saysNothing(plan: ResourcePlan, runtime: Runtime): boolean {
  const { properties, variants, additional } = runtime.view(plan.schema)
  return properties.size === 0 && variants.length === 0 && additional !== false
}
