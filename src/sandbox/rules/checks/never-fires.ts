import { isUnconditional } from '../words.ts'
import { type RuleCheck, sameOperation } from './check.ts'

/** An earlier rule answers everything. */
export const neverFires: RuleCheck = {
  category: 'never-fires',
  find: (rules) =>
    rules.flatMap((rule, index) => {
      const before = rules
        .slice(0, index)
        .find((other) => other.respond !== undefined && isUnconditional(other) && sameOperation(rule, other))
      return before === undefined
        ? []
        : [{ rule: rule.id, message: `can never fire: ${before.id} before it answers everything` }]
    }),
}
