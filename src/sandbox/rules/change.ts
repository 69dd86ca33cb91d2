/**
 * Changes of a set of rules: what somebody sent, judged as a whole before
 * anything is kept. The same for a server and for a command without one.
 */
import { ToolError } from '../../support/errors.ts'
import { hintOf } from '../../support/nearest.ts'
import type { Runtime } from '../runtime.ts'
import { type ReadRules, type RuleProblem, readRuleSet, readRules, replacedBy, withoutRule, withRules } from './read.ts'
import type { Rule, RuleSet } from './rule.ts'
import { unfitRules } from './validate.ts'

export interface Added {
  readonly set: RuleSet
  /** The rules that came, in their order. */
  readonly added: readonly Rule[]
}

/** The set with the rules that were sent, one or a `rules` list. Throws ToolError that names the rule and what is wrong with it. */
export function addRules(set: RuleSet, sent: unknown, replace: boolean, runtime: Runtime): Added {
  const rules = judged(readRules(sent), runtime)
  if (rules.length === 0) throw new ToolError('bad-input', 'Cannot add rules: the list holds none')
  if (!replace) refuseTaken(set, rules)
  return { set: keepable(withRules(set, rules)), added: rules }
}

/** The set of the rules that were sent and of no others. Throws as `addRules` does. */
export function replaceRules(set: RuleSet, sent: unknown, runtime: Runtime): RuleSet {
  return keepable(replacedBy(set, judged(readRules(sent), runtime)))
}

/** The set without a rule. Throws ToolError `not-found` that names the nearest; `owner` is the name of the sandbox. */
export function dropRule(set: RuleSet, id: string, owner: string): RuleSet {
  const ids = set.rules.map((rule) => rule.id)
  if (ids.includes(id)) return keepable(withoutRule(set, id))
  const others = ids.length === 0 ? 'there are none' : `there is ${ids.slice(0, 5).join(', ')}`
  const hint = hintOf(id, ids) ?? others
  throw new ToolError('not-found', `No rule ${JSON.stringify(id)} on "${owner}" (${hint})`)
}

function judged({ rules, problems }: ReadRules<Rule>, runtime: Runtime): readonly Rule[] {
  refuse([...problems, ...unfitRules(rules, runtime)])
  return rules
}

function refuseTaken(set: RuleSet, rules: readonly Rule[]): void {
  const ids = new Set(set.rules.map(({ id }) => id))
  const taken = rules.find(({ id }) => ids.has(id))
  if (taken === undefined) return
  throw new ToolError('conflict', `Cannot add rule "${taken.id}": the set has one of that id (--replace replaces it)`)
}

/** A set that can be read again as it will be written. */
function keepable(set: RuleSet): RuleSet {
  refuse(readRuleSet(JSON.parse(JSON.stringify(set))).problems)
  return set
}

/** The first problem, naming its rule, and how many more there are. */
function refuse(problems: readonly RuleProblem[]): void {
  const [first] = problems
  if (first === undefined) return
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  const what = first.rule === 'rules' ? 'rules: they' : `rule ${JSON.stringify(first.rule)}:`
  throw new ToolError('bad-input', `Cannot add ${what} ${first.message}${more}`)
}
