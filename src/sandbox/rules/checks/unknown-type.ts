import type { Json } from '../../../support/json.ts'
import { nearest } from '../../../support/nearest.ts'
import { unknownTypes } from '../conditions/state.ts'
import type { RuleCheck } from './check.ts'

/** A state condition on a resource type that no operation stores. */
export const unknownType: RuleCheck = {
  category: 'unknown-type',
  find: (rules, runtime) =>
    rules.flatMap(({ id, when }) =>
      unknownTypes((when.state ?? {}) as unknown as Json, runtime).map((type) => {
        const near = nearest(
          type,
          runtime.api.head.resources.map((plan) => plan.type),
        )
        const hint = near === undefined ? '' : ` (did you mean ${near}?)`
        return { rule: id, message: `asks for the state of "${type}", which no operation stores${hint}` }
      }),
    ),
}
