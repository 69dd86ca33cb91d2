import { unfitRules } from '../validate.ts'
import type { RuleCheck } from './check.ts'

/** The description, which may be newer than the rule, has no place for it. */
export const inert: RuleCheck = {
  category: 'inert',
  find: (rules, runtime) =>
    unfitRules(rules, runtime).map(({ rule, message }) => ({ rule, message: `does nothing: ${message}` })),
}
