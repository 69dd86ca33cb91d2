import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { knownName, openPlace, unregisterSandbox } from '../place.ts'
import { sandboxArgument } from './sandbox-show.ts'

export const sandboxRemove: Command = {
  name: 'sandbox remove',
  summary: 'Remove a sandbox and all its data',
  details: 'Deletes its registration, model and records. A running server stops serving it at once.',
  arguments: [sandboxArgument],
  flags: [jsonFlag],
  examples: ['tool sandbox remove pay'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = knownName(place, args[0] ?? '')
    await unregisterSandbox(place, name)
    if (flags.has('json')) terminal.out(JSON.stringify({ removed: name }, undefined, 2))
    else terminal.out(`removed "${name}" with its records`)
    return 0
  },
}
