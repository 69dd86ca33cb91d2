/** Words that refusals of several kinds share. */
import type { ResourcePlan } from '../../../api/plan.ts'
import type { Refusal } from '../kind.ts'

/** The type as a reader says it. */
export function words(plan: ResourcePlan): string {
  return plan.type.replaceAll('_', ' ')
}

/** A record with the id is there. */
export function conflict(plan: ResourcePlan, id: string, status: number): Refusal {
  return {
    status,
    message: `A ${words(plan)} with ${plan.id.place.at(-1) ?? 'id'} ${JSON.stringify(id)} already exists`,
    code: 'already_exists',
    param: plan.id.place.join('.'),
    record: { type: plan.type, id },
  }
}
