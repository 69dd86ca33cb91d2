import { type Mode, storedMode } from '../../sandbox/scenarios/mode.ts'
import { jsonText } from '../../support/exact-json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { controlPath, openPlace, type Place, servedName } from '../place.ts'
import { modeText } from '../print/mode-text.ts'
import { stateOf } from '../read-state.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const modeShow: Command = {
  name: 'mode show',
  summary: 'Show the mode of a sandbox',
  arguments: [sandboxOrForkArgument],
  flags: [jsonFlag],
  examples: ['tool mode show pay', 'tool mode show pay --json'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const mode = await modeOf(place, name)
    if (flags.has('json')) terminal.out(jsonText({ mode: mode ?? null }, 2))
    else terminal.out(mode === undefined ? `no mode is set on "${name}"` : modeText(name, mode).join('\n'))
    return 0
  },
}

async function modeOf(place: Place, name: string): Promise<Mode | undefined> {
  return stateOf(
    place,
    name,
    async (server) => ((await server.get(controlPath(name, '/mode'))) as { mode: Mode | null }).mode ?? undefined,
    (store) => storedMode({ store }),
  )
}
