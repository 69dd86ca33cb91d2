import { readRules, withRules } from '../../sandbox/rules/read.ts'
import type { Rule, RuleSet } from '../../sandbox/rules/rule.ts'
import { unfitRules } from '../../sandbox/rules/validate.ts'
import { ToolError } from '../../support/errors.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { getSandbox, openPlace } from '../place.ts'
import { loadRules, readRuleDocument, refusal, saveRules, withRuntime } from '../rule-set.ts'
import { sandboxArgument } from './sandbox-show.ts'

export const ruleAdd: Command = {
  name: 'rule add',
  summary: 'Add rules that a sandbox answers by',
  details:
    'The file is YAML or JSON and holds one rule or a `rules` list. Every rule is judged before anything is written: its route must be a declared operation, its event a declared event, its example must exist, its id must be free. A server that serves the sandbox answers by them at once.',
  arguments: [sandboxArgument, { name: 'file', summary: 'one rule or a rules list; - for standard input' }],
  flags: [{ name: 'replace', summary: 'replace rules that have the same id' }, jsonFlag],
  examples: ['tool rule add pay examples/rules/declined.yaml', 'tool rule add pay rules.yaml --replace'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const { name } = getSandbox(place, args[0] ?? '').settings
    const before = loadRules(place, name)
    const read = readRules(await readRuleDocument(args[1] ?? '', terminal))
    const unfit = await withRuntime(place, name, (runtime) => unfitRules(read.rules, runtime))
    const problems = [...read.problems, ...unfit]
    if (problems.length > 0) throw refusal(problems)
    if (!flags.has('replace')) refuseTaken(before, read.rules)
    const after = withRules(before, read.rules)
    await saveRules(place, name, before, after)
    const added = read.rules.map(({ id }) => id)
    if (flags.has('json')) terminal.out(JSON.stringify({ added, version: after.version }))
    else for (const id of added) terminal.out(`added ${id} (set version ${after.version})`)
    return 0
  },
}

function refuseTaken(set: RuleSet, rules: readonly Rule[]): void {
  const taken = rules.find(({ id }) => set.rules.some((rule) => rule.id === id))
  if (taken === undefined) return
  throw new ToolError('conflict', `Cannot add rule "${taken.id}": the set has one of that id (--replace replaces it)`)
}
