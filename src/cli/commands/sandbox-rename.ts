import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { addressOf, change, controlPath, getSandbox, openPlace } from '../place.ts'
import { sandboxArgument } from './sandbox-show.ts'

export const sandboxRename: Command = {
  name: 'sandbox rename',
  summary: 'Rename a sandbox',
  details: 'Seed, credential and records stay. The address changes with the name.',
  arguments: [sandboxArgument, { name: 'to', summary: 'the new name' }],
  flags: [jsonFlag],
  examples: ['tool sandbox rename pay payments'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const [, to = ''] = args
    const place = await openPlace(call)
    const { name } = getSandbox(place, args[0] ?? '').settings
    await change<unknown>(
      place,
      (server) => server.post(controlPath(name, '/rename'), { name: to }),
      () => place.sandboxes.rename(name, to),
    )
    if (flags.has('json')) terminal.out(JSON.stringify({ renamed: name, to }, undefined, 2))
    else terminal.out(`"${name}" is now "${to}", served at ${addressOf(place, to)}`)
    return 0
  },
}
