import { isUnconditional } from '../words.ts'
import type { RuleCheck } from './check.ts'

/** The operation itself is never reached. */
export const shadows: RuleCheck = {
  category: 'shadows',
  find: (rules) =>
    rules
      .filter((rule) => rule.respond !== undefined && isUnconditional(rule))
      .map(({ id, when }) => ({
        rule: id,
        message: `answers every ${when.method} ${when.path}: the operation never runs`,
      })),
}
