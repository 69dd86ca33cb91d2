import type { FaultRule } from '../../sandbox/faults/fault.ts'
import type { JournalEntry } from '../../sandbox/journal/journal.ts'
import { runtimeOf } from '../../sandbox/runtime.ts'
import { passable, scenarioFrom } from '../../sandbox/scenarios/from-journal.ts'
import { packOf } from '../../sandbox/scenarios/pack.ts'
import { readScenario } from '../../sandbox/scenarios/read.ts'
import type { Rehearsal } from '../../sandbox/scenarios/rehearse.ts'
import { writePackFile } from '../../stores/pack-files.ts'
import { ToolError } from '../../support/errors.ts'
import { jsonText } from '../../support/exact-json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { controlPath, getServer, openApi, openPlace, registeredName, servedName } from '../place.ts'
import { yamlText } from '../print/yaml-text.ts'
import { scopeQuery } from './requests.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

const MOST = 100_000

export const scenarioCreateFromJournal: Command = {
  name: 'scenario create-from-journal',
  summary: 'Make a pack of what the journal shows',
  details:
    'The calls become steps, the faults that struck become the standing state, and what the client did well becomes what is expected. It is played once, so that it passes: a step that a client with good manners ends otherwise may end in any way. Written to scenarios/<scenario>.yaml in the data directory; "tool scenario check" plays it, "tool mode set" sets it.',
  arguments: [sandboxOrForkArgument, { name: 'scenario', summary: 'name of the new pack' }],
  flags: [
    { name: 'last', value: '<n>', summary: 'only the newest entries (default: all)' },
    {
      name: 'scope',
      value: '<scope>',
      summary: 'only requests that named this X-Tool-Scope; empty for those that named none',
    },
    jsonFlag,
  ],
  examples: ['tool scenario create-from-journal pay friday_outage --last 20'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const [, name = ''] = args
    const place = await openPlace(call)
    const sandbox = servedName(place, args[0] ?? '')
    const server = getServer(place, 'the journal lives')
    const last = flags.count('last', MOST)
    const query = `/requests?limit=${last}&${scopeQuery(flags)}`
    const { requests: entries } = (await server.get(controlPath(sandbox, query))) as { requests: JournalEntry[] }
    const { faults } = (await server.get(controlPath(sandbox, '/faults'))) as { faults: FaultRule[] }
    const api = openApi(place, registeredName(sandbox))
    try {
      const scenario = scenarioFrom(name, { entries, armed: faults }, runtimeOf(api))
      let pack = packOf(scenario)
      const read = readScenario(pack, name, '')
      if (!read.ok)
        throw new ToolError('usage', `Cannot name it so: ${read.error.map(({ message }) => message).join('; ')}`)
      const file = writePackFile(place.data, name, yamlText(pack))
      // It is played once, and what a good client does not come to on this sandbox is left open.
      if (!scenario.head.faults.some(({ rule }) => rule['wallclock'] === true)) {
        const played = (await server.post(controlPath(sandbox, '/mode/check'), { name })) as Rehearsal
        pack = packOf(passable(scenario, played))
        writePackFile(place.data, name, yamlText(pack), { replace: true })
      }
      const steps = read.value.steps.length
      const { length: count } = read.value.head.faults
      terminal.out(
        flags.has('json')
          ? jsonText({ file, scenario: pack }, 2)
          : `wrote ${file}: ${steps} step(s), ${count} fault(s)`,
      )
      return 0
    } finally {
      api.close()
    }
  },
}
