import { clearMode } from '../../sandbox/scenarios/mode.ts'
import { jsonText } from '../../support/exact-json.ts'
import { changeRecords } from '../change-records.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { change, controlPath, openPlace, type Place, servedName } from '../place.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const modeClear: Command = {
  name: 'mode clear',
  summary: 'Remove the mode and all faults',
  details: 'Faults from "tool chaos" are removed too.',
  arguments: [sandboxOrForkArgument],
  flags: [jsonFlag],
  examples: ['tool mode clear pay'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const cleared = await clearModeOn(place, name)
    terminal.out(flags.has('json') ? jsonText({ cleared }, 2) : `mode removed, ${cleared} fault(s) cleared`)
    return 0
  },
}

/** By the server that runs, else in what the sandbox keeps. Gives how many faults there were. */
export function clearModeOn(place: Place, name: string): Promise<number> {
  return change(
    place,
    async (server) => ((await server.remove(controlPath(name, '/mode'))) as { cleared: number }).cleared,
    () => changeRecords(place, name, clearMode),
  )
}
