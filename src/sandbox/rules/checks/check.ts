import type { Runtime } from '../../runtime.ts'
import type { SavedRule } from '../rule.ts'

/** Something about a rule that its author hardly meant. */
export interface Finding {
  readonly rule: string
  readonly category: string
  readonly message: string
}

/** One kind of thing that `rule check` looks for. */
export interface RuleCheck {
  readonly category: string
  find(rules: readonly SavedRule[], runtime: Runtime): readonly Omit<Finding, 'category'>[]
}

/** The rules that come after another with the same key, each with the first of them; those without a key are passed over. */
export function repeats(
  rules: readonly SavedRule[],
  keyOf: (rule: SavedRule) => string,
  opens: (rule: SavedRule) => boolean = () => true,
): readonly (readonly [rule: SavedRule, first: SavedRule])[] {
  const firsts = new Map<string, SavedRule>()
  return rules.flatMap((rule) => {
    const key = keyOf(rule)
    const first = firsts.get(key)
    if (first !== undefined) return [[rule, first] as const]
    if (opens(rule)) firsts.set(key, rule)
    return []
  })
}
