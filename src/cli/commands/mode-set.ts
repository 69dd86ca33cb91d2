import { findScenario, type Mode, type ModeWish, setMode } from '../../sandbox/scenarios/mode.ts'
import { jsonText } from '../../support/exact-json.ts'
import { changeRecords } from '../change-records.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { change, controlPath, openPlace, type Place, servedName } from '../place.ts'
import { modeText } from '../print/mode-text.ts'
import { bindFlags, readWish, scenarioArgument } from '../scenario-wish.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const modeSet: Command = {
  name: 'mode set',
  summary: 'Put a sandbox into a failure scenario',
  details:
    'Adds the faults of the scenario and removes those of the previous mode. Faults from "tool chaos" stay. Roles bind to operations by themselves, see "tool scenario list <sandbox>". A running server applies the mode at once. Otherwise it applies when the server starts.',
  arguments: [sandboxOrForkArgument, scenarioArgument],
  flags: [...bindFlags, jsonFlag],
  examples: [
    'tool mode set pay rate_limit_backoff',
    'tool mode set pay lost_response --bind target=createRefund',
    'tool mode set pay flapping --seed monday',
  ],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const mode = await setModeOn(place, name, { name: args[1] ?? '', ...readWish(flags) })
    terminal.out(flags.has('json') ? jsonText({ mode }, 2) : modeText(name, mode).join('\n'))
    return 0
  },
}

/** By the server that runs, else in what the sandbox keeps. */
export function setModeOn(place: Place, name: string, wish: ModeWish): Promise<Mode> {
  return change(
    place,
    async (server) => ((await server.post(controlPath(name, '/mode'), wish)) as { mode: Mode }).mode,
    async () => {
      const { readPacks } = await import('../packs.ts')
      const scenario = findScenario(wish.name, readPacks(place.data))
      return changeRecords(place, name, (sandbox) => setMode(sandbox, scenario, wish, { now: Date.now() }))
    },
  )
}
