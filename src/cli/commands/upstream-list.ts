import { table } from '../../support/table.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace } from '../place.ts'
import { upstreamFacts } from '../print/upstream.ts'
import { upstreamsOf } from '../upstreams.ts'

export const upstreamList: Command = {
  name: 'upstream list',
  summary: 'List the upstreams of the agent',
  arguments: [],
  flags: [jsonFlag],
  examples: ['tool upstream list', 'tool upstream list --json'],
  async run(call): Promise<ExitCode> {
    const { flags, terminal } = call
    const { settings, data } = await openPlace(call)
    const upstreams = upstreamsOf(settings, data)
    if (flags.has('json')) terminal.out(JSON.stringify({ upstreams: upstreams.map(upstreamFacts) }, undefined, 2))
    else if (upstreams.length === 0)
      terminal.out('no upstreams (add one: tool upstream add stripe https://api.stripe.com)')
    else {
      const rows = upstreams.map(({ name, listen, target, sandbox = '-' }) => [name, listen, target, sandbox])
      terminal.out(table([['NAME', 'LISTEN', 'TARGET', 'SANDBOX'], ...rows]).join('\n'))
    }
    return 0
  },
}
