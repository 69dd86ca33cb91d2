/** What `rule check` looks for. A new one is its file and a line here. */
import type { Runtime } from '../../runtime.ts'
import type { RuleSet } from '../rule.ts'
import type { Finding, RuleCheck } from './check.ts'
import { duplicate } from './duplicate.ts'
import { inert } from './inert.ts'
import { neverFires } from './never-fires.ts'
import { shadows } from './shadows.ts'
import { unknownType } from './unknown-type.ts'

export const ruleChecks: readonly RuleCheck[] = [shadows, neverFires, duplicate, unknownType, inert]

/** All findings, in the order of the rules. A rule that does nothing does no harm either: of it only that is said. */
export function checkRules({ rules }: RuleSet, runtime: Runtime): readonly Finding[] {
  const dead = new Set(inert.find(rules, runtime).map(({ rule }) => rule))
  const alive = rules.filter(({ id }) => !dead.has(id))
  const found = ruleChecks.flatMap((check) =>
    check.find(check === inert ? rules : alive, runtime).map((one) => ({ ...one, category: check.category })),
  )
  const order = new Map(rules.map(({ id }, i) => [id, i]))
  return found.sort((a, b) => (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0))
}
