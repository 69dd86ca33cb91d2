import { isEqual } from '../../../api/schema/equal.ts'
import type { RuleCheck } from './check.ts'

/** An earlier rule has the same conditions. */
export const duplicate: RuleCheck = {
  category: 'duplicate',
  find: (rules) =>
    rules.flatMap((rule, index) => {
      const before = rules.slice(0, index).find((other) => isEqual(rule.when, other.when))
      return before === undefined ? [] : [{ rule: rule.id, message: `has the same conditions as ${before.id}` }]
    }),
}
