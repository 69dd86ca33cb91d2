import { ToolError } from '../../support/errors.ts'
import { type Command, jsonFlag } from '../command.ts'
import { importFlags } from '../import-flags.ts'
import { register } from '../register.ts'
import { update } from '../update.ts'

export const importCommand: Command = {
  name: 'import',
  summary: 'Import a description as a sandbox, or update one',
  details:
    'Without --update this is the same as "sandbox add". With --update it reads a new version of the description for an existing sandbox and prints the differences. Seed, credential and records stay. Without --spec, the description is read from the same place as before. Without --overlay, the same overlays are applied; "--overlay none" removes them.',
  arguments: [{ name: 'name', summary: 'name of the sandbox', values: 'sandboxes' }],
  flags: [
    ...importFlags,
    { name: 'update', summary: 'update an existing sandbox' },
    {
      name: 'from-handoff',
      value: '<file>',
      values: 'files',
      summary: 'with --update: apply the changes that spec-update found',
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
    if (call.flags.has('from-handoff')) throw new ToolError('usage', '--from-handoff requires --update')
    return register(call)
  },
}
