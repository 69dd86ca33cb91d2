import type { Mode } from '../../sandbox/scenarios/mode.ts'
import type { Judged } from '../../sandbox/scenarios/verdict.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { controlPath, getSandbox, journalServer, openPlace } from '../place.ts'
import { exitOf, findingLines, verdictLine } from '../print/verdict-text.ts'
import { sandboxArgument } from './sandbox-show.ts'

export const modeVerify: Command = {
  name: 'mode verify',
  summary: 'Judge what was sent since the mode was set',
  details:
    'Reads the journal of the running server, gathers requests into calls, and holds them against what the scenario expects of a client. Exits 0 when all is kept, 1 when something is broken, 2 when it cannot say: nothing was sent, no fault struck, or entries of the journal were dropped.',
  arguments: [sandboxArgument],
  flags: [{ name: 'scope', value: '<scope>', summary: 'only requests with this X-Tool-Scope' }, jsonFlag],
  examples: ['tool mode verify pay', 'tool mode verify pay --scope checkout --json'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const { name } = getSandbox(place, args[0] ?? '').settings
    const server = journalServer(place)
    const scope = flags.text('scope')
    const query = scope === undefined ? '' : `?${new URLSearchParams({ scope })}`
    const judged = (await server.get(controlPath(name, `/mode/verify${query}`))) as Judged & { mode: Mode }
    if (flags.has('json')) terminal.out(JSON.stringify(judged, undefined, 2))
    else {
      const { mode } = judged
      const head = `mode ${mode.name} on "${name}": ${judged.judged} request(s) judged`
      terminal.out([head, ...findingLines(judged.findings), verdictLine(judged.verdict)].join('\n'))
    }
    return exitOf(judged.verdict)
  },
}
