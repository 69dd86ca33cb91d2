import { withoutRule } from '../../sandbox/rules/read.ts'
import { ToolError } from '../../support/errors.ts'
import { nearest } from '../../support/nearest.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { getSandbox, openPlace } from '../place.ts'
import { loadRules, saveRules } from '../rule-set.ts'
import { sandboxArgument } from './sandbox-show.ts'

export const ruleDrop: Command = {
  name: 'rule drop',
  summary: 'Take a rule out',
  arguments: [sandboxArgument, { name: 'id', summary: 'of the rule' }],
  flags: [jsonFlag],
  examples: ['tool rule drop pay declined'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const [, id = ''] = args
    const place = await openPlace(call)
    const { name } = getSandbox(place, args[0] ?? '').settings
    const before = loadRules(place, name)
    const ids = before.rules.map((rule) => rule.id)
    if (!ids.includes(id)) {
      const near = nearest(id, ids)
      const hint =
        near === undefined
          ? ids.length === 0
            ? 'there are none'
            : `there is ${ids.slice(0, 5).join(', ')}`
          : `did you mean ${near}?`
      throw new ToolError('not-found', `No rule "${id}" on "${name}" (${hint})`)
    }
    const after = withoutRule(before, id)
    await saveRules(place, name, before, after)
    if (flags.has('json')) terminal.out(JSON.stringify({ dropped: id, version: after.version }))
    else terminal.out(`dropped ${id} (set version ${after.version})`)
    return 0
  },
}
