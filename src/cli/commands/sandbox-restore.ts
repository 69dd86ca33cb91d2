import { jsonText } from '../../support/exact-json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { controlPath, getServer, openPlace, servedName } from '../place.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const sandboxRestore: Command = {
  name: 'sandbox restore',
  summary: 'Restore a snapshot of a sandbox',
  details:
    'The restore is complete or fails; the journal stays. The same requests then give the same bytes as after the snapshot. A snapshot can be restored any number of times.',
  arguments: [sandboxOrForkArgument, { name: 'token', summary: 'the output of "sandbox snapshot"' }],
  flags: [jsonFlag],
  examples: ['tool sandbox restore pay snap_9f3b6f01c2d4'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const [, token = ''] = args
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const restored = await getServer(place, 'snapshots live').post(controlPath(name, '/restore'), { token })
    terminal.out(flags.has('json') ? jsonText(restored, 2) : `"${name}" is as it was at "${token}"`)
    return 0
  },
}
