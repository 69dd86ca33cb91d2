import { ToolError } from '../../support/errors.ts'
import { type Command, jsonFlag } from '../command.ts'
import { importFlags } from '../import-flags.ts'
import { register } from '../register.ts'
import { update } from '../update.ts'

export const importCommand: Command = {
  name: 'import',
  summary: 'Import a description as a sandbox, or update one',
  details:
    'A new name is registered as by "sandbox add". An existing one is taken only with --update: the difference is printed and accepted, seed, credential and records stay. Without --spec the description is read again from where it came, and so are its overlays without --overlay; "--overlay none" takes them away.',
  arguments: [{ name: 'name', summary: 'name of the sandbox', values: 'sandboxes' }],
  flags: [
    ...importFlags,
    { name: 'update', summary: 'take a newer description of a sandbox that exists' },
    {
      name: 'from-handoff',
      value: '<file>',
      values: 'files',
      summary: 'with --update: make the changes that spec-update has found, before the document itself has them',
    },
    jsonFlag,
  ],
  examples: [
    'tool import pay --spec examples/payments.yaml',
    'tool import pay --update',
    'tool import pay --update --spec examples/payments.yaml',
    'tool import pay --update --auth-errors declared',
    'tool import pay --update --from-handoff handoff.json',
  ],
  run(call) {
    if (call.flags.has('update')) return update(call)
    if (call.flags.has('from-handoff')) throw new ToolError('usage', '--from-handoff goes with --update')
    return register(call)
  },
}
