import { respondWords, whenWords } from '../../sandbox/rules/words.ts'
import { jsonText } from '../../support/exact-json.ts'
import { table } from '../../support/table.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace, servedName } from '../place.ts'
import { rulesOf } from '../rule-set.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

const HEAD = ['ID', 'WHEN', 'RESPOND', 'PROVENANCE', 'VERSION']

export const ruleList: Command = {
  name: 'rule list',
  summary: 'List the rules of a sandbox',
  arguments: [sandboxOrForkArgument],
  flags: [jsonFlag],
  examples: ['tool rule list pay', 'tool rule list pay --json'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const set = await rulesOf(place, name)
    if (flags.has('json')) terminal.out(jsonText(set, 2))
    else if (set.rules.length === 0) terminal.out(`there are no rules on "${name}"`)
    else {
      const rows = set.rules.map((rule) => [
        rule.id,
        whenWords(rule),
        respondWords(rule),
        rule.provenance,
        String(rule.version),
      ])
      terminal.out([...table([HEAD, ...rows]), `${rows.length} rule(s), set version ${set.version}`].join('\n'))
    }
    return 0
  },
}
