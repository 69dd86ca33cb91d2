import { findScenario } from '../../sandbox/scenarios/mode.ts'
import { rehearse } from '../../sandbox/scenarios/rehearse.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { readPacks } from '../packs.ts'
import { getSandbox, openApi, openPlace } from '../place.ts'
import { rehearsalText } from '../print/rehearsal-text.ts'
import { exitOf } from '../print/verdict-text.ts'
import { bindFlags, readWish, scenarioArgument } from '../scenario-wish.ts'
import { sandboxArgument } from './sandbox-show.ts'

export const scenarioCheck: Command = {
  name: 'scenario check',
  summary: 'Play a scenario through in virtual time',
  details:
    'A client that retries as it should makes the calls of the scenario on a fork of the sandbox; delays and waits pass at once. Tells each attempt, and judges the client by the expectations of the scenario. No server is needed and nothing real is touched. Exits 0 when all is kept, 1 when something is broken, 2 when it cannot say.',
  arguments: [sandboxArgument, scenarioArgument],
  flags: [...bindFlags, jsonFlag],
  examples: ['tool scenario check pay lost_response', 'tool scenario check pay brownout --seed tuesday --json'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const { settings } = getSandbox(place, args[0] ?? '')
    const scenario = findScenario(args[1] ?? '', readPacks(place.data))
    const { openStateReadOnly } = await import('../../stores/state/lmdb.ts')
    const api = openApi(place, settings.name)
    const store = openStateReadOnly(place.data.stateDirectory(settings.name))
    try {
      const played = rehearse(scenario, { settings, api, store, wall: { now: Date.now } }, readWish(flags))
      terminal.out(
        flags.has('json') ? JSON.stringify(played, undefined, 2) : rehearsalText(settings.name, played).join('\n'),
      )
      return exitOf(played.verdict)
    } finally {
      store.close()
      api.close()
    }
  },
}
