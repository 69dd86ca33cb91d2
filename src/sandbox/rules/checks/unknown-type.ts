import type { ResourceType } from '../../../api/description.ts'
import { nearest } from '../../../support/nearest.ts'
import { conditions } from '../conditions/index.ts'
import type { RuleCheck } from './check.ts'

/** A condition on the stored records of a resource type that no operation stores. */
export const unknownType: RuleCheck = {
  category: 'unknown-type',
  find: (rules, runtime) =>
    rules.flatMap(({ id, when }) => {
      const types = conditions.flatMap(({ name, storeTypes }) => storeTypes(when[name as 'body'] ?? {}))
      const unknown = [...new Set(types)].filter((type) => runtime.resource(type as ResourceType) === undefined)
      return unknown.map((type) => {
        const near = nearest(
          type,
          runtime.api.head.resources.map((plan) => plan.type),
        )
        const hint = near === undefined ? '' : ` (did you mean ${near}?)`
        return { rule: id, message: `asks for the state of "${type}", which no operation stores${hint}` }
      })
    }),
}
