import { bracketedHint } from '../../../support/nearest.ts'
import { conditions } from '../conditions/index.ts'
import type { RuleCheck } from './check.ts'

/** A condition on the stored records of a resource type that no operation stores. */
export const unknownType: RuleCheck = {
  category: 'unknown-type',
  find(rules, runtime) {
    const known = runtime.api.head.resources.map((plan) => plan.type)
    return rules.flatMap(({ id, when }) => {
      const types = conditions.flatMap(({ name, storeTypes }) => storeTypes(when[name as 'body'] ?? {}))
      const unknown = [...new Set(types)].filter((type) => runtime.resource(type) === undefined)
      return unknown.map((type) => {
        const hint = bracketedHint(type, known)
        return { rule: id, message: `asks for the state of "${type}", which no operation stores${hint}` }
      })
    })
  },
}
