import { setTimeout } from 'node:timers/promises'
import { isForkName } from '../../sandbox/sandbox.ts'
import { findScenario, type ModeWish } from '../../sandbox/scenarios/mode.ts'
import { type Rehearsal, rehearse } from '../../sandbox/scenarios/rehearse.ts'
import type { Store } from '../../sandbox/state/store.ts'
import { jsonText } from '../../support/exact-json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import type { ControlClient } from '../control-client.ts'
import { readPacks } from '../packs.ts'
import { controlPath, getSandbox, getServer, openApi, openPlace, type Place, servedName } from '../place.ts'
import { rehearsalText } from '../print/rehearsal-text.ts'
import { exitOf } from '../print/verdict-text.ts'
import { stateOf } from '../read-state.ts'
import { bindFlags, readWish, scenarioArgument } from '../scenario-wish.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

/** No scenario waits longer for faults in wall-clock time. */
const LONGEST_MS = 3_600_000

export const scenarioCheck: Command = {
  name: 'scenario check',
  summary: 'Play a scenario in virtual time',
  details:
    'A client that retries correctly makes the calls of the scenario on a copy of the sandbox. Delays take no time, except for faults with wallclock. Prints each attempt and judges the client by the expectations of the scenario. Nothing is changed, and no server is needed unless you name a fork. Exits with 0 if all expectations are met, 1 if one is not, 2 if it cannot say.',
  arguments: [sandboxOrForkArgument, scenarioArgument],
  flags: [...bindFlags, jsonFlag],
  examples: ['tool scenario check pay lost_response', 'tool scenario check pay brownout --seed tuesday --json'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const wish = { name: args[1] ?? '', ...readWish(flags) }
    const ask = async (server: ControlClient) =>
      (await server.post(controlPath(name, '/mode/check'), wish, LONGEST_MS)) as Rehearsal
    let owed = 0
    const played = isForkName(name)
      ? await ask(getServer(place, 'a fork lives'))
      : await stateOf(place, name, ask, (store) => {
          const rehearsal = playHere(place, name, wish, store)
          owed = rehearsal.wallclock_ms
          return rehearsal
        })
    // A server has waited already.
    await setTimeout(owed)
    terminal.out(flags.has('json') ? jsonText(played, 2) : rehearsalText(name, played).join('\n'))
    return exitOf(played.verdict)
  },
}

function playHere(place: Place, name: string, wish: ModeWish, store: Store): Rehearsal {
  const { settings } = getSandbox(place, name)
  const scenario = findScenario(wish.name, readPacks(place.data))
  const api = openApi(place, name)
  try {
    return rehearse(scenario, { settings, api, store, wall: { now: Date.now } }, wish)
  } finally {
    api.close()
  }
}
