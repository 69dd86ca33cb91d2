import { jsonText } from '../../support/exact-json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace, servedName } from '../place.ts'
import { dropFromRules } from '../rule-set.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const ruleDrop: Command = {
  name: 'rule drop',
  summary: 'Remove a rule',
  arguments: [sandboxOrForkArgument, { name: 'id', summary: 'of the rule', values: 'rules' }],
  flags: [jsonFlag],
  examples: ['tool rule drop pay declined'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const [, id = ''] = args
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const version = await dropFromRules(place, name, id)
    if (flags.has('json')) terminal.out(jsonText({ dropped: id, version: version }, 2))
    else terminal.out(`dropped ${id} (set version ${version})`)
    return 0
  },
}
