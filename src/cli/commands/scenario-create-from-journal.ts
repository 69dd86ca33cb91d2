import { rmSync } from 'node:fs'
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
  summary: 'Create a scenario from the journal',
  details:
    'Calls become steps, faults that fired become faults of the scenario, and what the client did right becomes its expectations. The scenario is played once, and steps that end differently on this sandbox may then end in any way, so that it passes. The result is scenarios/<scenario>.yaml in the data directory. Play it with "tool scenario check", or use it with "tool mode set".',
  arguments: [sandboxOrForkArgument, { name: 'scenario', summary: 'name of the new pack' }],
  flags: [
    { name: 'last', value: '<n>', summary: 'only the n newest entries (default: all)' },
    {
      name: 'scope',
      value: '<scope>',
      summary: 'only requests with this X-Tool-Scope; empty for requests without one',
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
      if (!read.ok) throw new ToolError('usage', `Invalid name: ${read.error.map(({ message }) => message).join('; ')}`)
      const file = writePackFile(place.data, name, yamlText(pack))
      // It is played once, and what a good client does not come to on this sandbox is left open.
      if (!scenario.head.faults.some(({ rule }) => rule['wallclock'] === true)) {
        const played = await rehearsed(() => server.post(controlPath(sandbox, '/mode/check'), { name }), file)
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

/** A pack that could not be played is taken away: with it there, the next try would be refused. */
async function rehearsed(play: () => Promise<unknown>, file: string): Promise<Rehearsal> {
  try {
    return (await play()) as Rehearsal
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}
