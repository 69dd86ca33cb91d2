import { canonical } from '../../../api/schema/equal.ts'
import { conditions } from '../conditions/index.ts'
import type { SavedRule } from '../rule.ts'
import { type RuleCheck, repeats } from './check.ts'

/** An earlier rule has the same conditions, however they are written. */
export const duplicate: RuleCheck = {
  category: 'duplicate',
  find: (rules) =>
    repeats(rules, conditionsOf).map(([{ id }, first]) => ({
      rule: id,
      message: `has the same conditions as ${first.id}`,
    })),
}

function conditionsOf({ when }: SavedRule): string {
  const { method, path, times = 0, per = '' } = when
  const asked = conditions.flatMap(({ name, plain }) => {
    const argument = when[name as 'body'] ?? {}
    return Object.keys(argument).length === 0 ? [] : [[name, plain(argument)]]
  })
  return canonical([method, path, asked, times, per === 'global' ? '' : per])
}
