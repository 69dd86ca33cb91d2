import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace } from '../place.ts'
import { changeUpstreams, getUpstream, refuseWritten } from '../upstreams.ts'
import { upstreamArgument } from './upstream-show.ts'

export const upstreamRemove: Command = {
  name: 'upstream remove',
  summary: 'Remove an upstream',
  details: 'Recordings and baselines stay on disk. A new upstream with the same name continues with them.',
  arguments: [upstreamArgument],
  flags: [jsonFlag],
  examples: ['tool upstream remove stripe'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const { name } = getUpstream(place, args[0] ?? '')
    refuseWritten(place, name, 'take it out there')
    await changeUpstreams(place, ({ [name]: _, ...others }) => others)
    terminal.out(flags.has('json') ? JSON.stringify({ removed: name }, undefined, 2) : `removed upstream "${name}"`)
    return 0
  },
}
