import { jsonText } from '../../support/exact-json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace, servedName } from '../place.ts'
import { readDocument } from '../read-document.ts'
import { addToRules } from '../rule-set.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const ruleAdd: Command = {
  name: 'rule add',
  summary: 'Add rules to a sandbox',
  details:
    'The file is YAML or JSON with one rule or a `rules` list. Every rule is checked before anything is written: its operation, event and example must be declared, and its id must be free. A running server applies the rules at once.',
  arguments: [
    sandboxOrForkArgument,
    { name: 'file', summary: 'one rule or a rules list; - for standard input', values: 'files' },
  ],
  flags: [{ name: 'replace', summary: 'replace rules with the same id' }, jsonFlag],
  examples: ['tool rule add pay examples/rules/declined.yaml', 'tool rule add pay rules.yaml --replace'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const sent = await readDocument(args[1] ?? '', 'rules', terminal)
    const steps = await addToRules(place, name, sent, flags.has('replace'))
    if (flags.has('json')) {
      const added = steps.flatMap(({ ids }) => ids)
      terminal.out(jsonText({ added, version: steps.at(-1)?.version }, 2))
    } else
      for (const { ids, version } of steps) for (const id of ids) terminal.out(`added ${id} (set version ${version})`)
    return 0
  },
}
