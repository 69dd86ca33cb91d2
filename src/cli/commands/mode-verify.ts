import type { Mode } from '../../sandbox/scenarios/mode.ts'
import type { Judged } from '../../sandbox/scenarios/verdict.ts'
import { jsonText } from '../../support/exact-json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { controlPath, getServer, openPlace, servedName } from '../place.ts'
import { junitFlag, verdictSuite, writeJunit } from '../print/junit.ts'
import { exitOf, findingLines, verdictLine } from '../print/verdict-text.ts'
import { scopeQuery } from './requests.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const modeVerify: Command = {
  name: 'mode verify',
  summary: 'Judge the requests since the mode was set',
  details:
    'Reads the journal of the running server, groups requests into calls, and compares them with what the scenario expects of a client. Exits with 0 if all expectations are met, 1 if one is not, 2 if it cannot say: nothing was sent, no fault fired, journal entries were dropped, or the server was restarted.',
  arguments: [sandboxOrForkArgument],
  flags: [
    {
      name: 'scope',
      value: '<scope>',
      summary: 'only requests with this X-Tool-Scope; empty for requests without one',
    },
    junitFlag,
    jsonFlag,
  ],
  examples: [
    'tool mode verify pay',
    'tool mode verify pay --scope checkout --json',
    'tool mode verify pay --junit verdict.xml',
  ],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const server = getServer(place, 'the journal lives')
    const judged = (await server.get(controlPath(name, `/mode/verify?${scopeQuery(flags)}`))) as Judged & { mode: Mode }
    writeJunit(call, verdictSuite(name, judged.mode.name, judged.findings))
    if (flags.has('json')) terminal.out(jsonText(judged, 2))
    else {
      const { mode } = judged
      const head = `mode ${mode.name} on "${name}": ${judged.judged} request(s) judged`
      terminal.out([head, ...findingLines(judged.findings), verdictLine(judged.verdict)].join('\n'))
    }
    return exitOf(judged.verdict)
  },
}
