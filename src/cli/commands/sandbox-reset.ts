import { changeRecords } from '../change-records.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { change, controlPath, openPlace, servedName } from '../place.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const sandboxReset: Command = {
  name: 'sandbox reset',
  summary: 'Remove the records that requests have created',
  details:
    'Seed, clock, id sequence and seeded records stay, and so does the journal. A running server resets at once. For identical bytes in every run, restore a snapshot, or begin with a fresh sandbox with the same seed.',
  arguments: [sandboxOrForkArgument],
  flags: [jsonFlag],
  examples: ['tool sandbox reset pay'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    await change<unknown>(
      place,
      (server) => server.post(controlPath(name, '/reset')),
      async () => {
        const { resetSandbox } = await import('../../sandbox/upkeep.ts')
        await changeRecords(place, name, resetSandbox)
      },
    )
    if (flags.has('json')) terminal.out(JSON.stringify({ reset: name }, undefined, 2))
    else terminal.out(`reset "${name}": removed the records that requests made; the seed and the id sequence stay`)
    return 0
  },
}
