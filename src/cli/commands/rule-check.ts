import type { Finding } from '../../sandbox/rules/checks/check.ts'
import { checkRules } from '../../sandbox/rules/checks/index.ts'
import type { RuleSet } from '../../sandbox/rules/rule.ts'
import { jsonText } from '../../support/exact-json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace, type Place, servedName } from '../place.ts'
import { junitFlag, ruleSuite, unloadableSuite, writeJunit } from '../print/junit.ts'
import { rulesOf, withRuntime } from '../rule-set.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const ruleCheck: Command = {
  name: 'rule check',
  summary: 'Report rules that probably do not do what was meant',
  details:
    'Reports rules that hide their operation, can never fire, repeat the conditions of an earlier rule, use a resource type that no operation stores, or no longer fit the description. Exits with 0 if nothing is reported, 1 if something is, 2 if the rules cannot be loaded.',
  arguments: [sandboxOrForkArgument],
  flags: [junitFlag, jsonFlag],
  examples: ['tool rule check pay', 'tool rule check pay --junit rules.xml'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const { set, findings } = await checked(place, name).catch((error: unknown) => {
      writeJunit(call, unloadableSuite(name, error))
      throw error
    })
    writeJunit(call, ruleSuite(name, set, findings))
    if (flags.has('json')) terminal.out(jsonText({ problems: findings }, 2))
    else {
      const lines = findings.map(({ rule, category, message }) => `${rule}: ${category}: ${message}`)
      terminal.out([...lines, findings.length === 0 ? 'no problems' : `${findings.length} problem(s)`].join('\n'))
    }
    return findings.length === 0 ? 0 : 1
  },
}

async function checked(place: Place, name: string): Promise<{ set: RuleSet; findings: readonly Finding[] }> {
  const set = await rulesOf(place, name)
  return { set, findings: await withRuntime(place, name, (runtime) => checkRules(set, runtime)) }
}
