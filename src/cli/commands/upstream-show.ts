import { type Argument, type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace } from '../place.ts'
import { upstreamFacts, upstreamLines } from '../print/upstream.ts'
import { getUpstream } from '../upstreams.ts'

/** The argument of every command that works on one upstream. */
export const upstreamArgument: Argument = { name: 'upstream', summary: 'name of an upstream', values: 'upstreams' }

export const upstreamShow: Command = {
  name: 'upstream show',
  summary: 'Show an upstream with all its settings',
  arguments: [upstreamArgument],
  flags: [jsonFlag],
  examples: ['tool upstream show stripe', 'tool upstream show stripe --json'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const upstream = getUpstream(await openPlace(call), args[0] ?? '')
    if (flags.has('json')) terminal.out(JSON.stringify(upstreamFacts(upstream), undefined, 2))
    else terminal.out(upstreamLines(upstream).join('\n'))
    return 0
  },
}
