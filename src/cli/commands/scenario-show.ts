import { findScenario } from '../../sandbox/scenarios/mode.ts'
import { packOf } from '../../sandbox/scenarios/pack.ts'
import { jsonText } from '../../support/exact-json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { readPacks } from '../packs.ts'
import { openPlace } from '../place.ts'
import { yamlText } from '../print/yaml-text.ts'
import { scenarioArgument } from '../scenario-wish.ts'

export const scenarioShow: Command = {
  name: 'scenario show',
  summary: 'Show a scenario as a pack',
  details:
    'To write a scenario of your own, save the output under another name as scenarios/<name>.yaml in the data directory.',
  arguments: [scenarioArgument],
  flags: [jsonFlag],
  examples: ['tool scenario show lost_response'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const scenario = findScenario(args[0] ?? '', readPacks(place.data))
    const pack = packOf(scenario)
    // What is meant to be saved is written as it is.
    if (flags.has('json')) terminal.out(jsonText(pack, 2))
    else terminal.write(`${yamlText(pack).trimEnd()}\n`)
    return 0
  },
}
