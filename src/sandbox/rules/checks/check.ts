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

/** Rules on the same operation, in their order. */
export function sameOperation(a: SavedRule, b: SavedRule): boolean {
  return a.when.method === b.when.method && a.when.path === b.when.path
}
