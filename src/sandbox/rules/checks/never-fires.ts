import { isUnconditional } from '../words.ts'
import { type RuleCheck, repeats } from './check.ts'

/** An earlier rule answers everything. */
export const neverFires: RuleCheck = {
  category: 'never-fires',
  find: (rules) =>
    repeats(
      rules,
      ({ when }) => `${when.method} ${when.path}`,
      (rule) => rule.respond !== undefined && isUnconditional(rule),
    ).map(([{ id }, first]) => ({
      rule: id,
      message: `can never fire: the earlier rule ${first.id} answers every request`,
    })),
}
