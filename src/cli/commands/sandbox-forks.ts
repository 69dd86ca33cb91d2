import type { ForkListing } from '../../control/forks.ts'
import { jsonText } from '../../support/exact-json.ts'
import { table } from '../../support/table.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { controlPath, getServer, openPlace, servedName } from '../place.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const sandboxForks: Command = {
  name: 'sandbox forks',
  summary: 'List the forks of a sandbox',
  details: 'Forks of its forks are included.',
  arguments: [sandboxOrForkArgument],
  flags: [jsonFlag],
  examples: ['tool sandbox forks pay'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const listed = await getServer(place, 'forks live').get(controlPath(name, '/forks'))
    const { forks } = listed as { readonly forks: readonly ForkListing[] }
    if (flags.has('json')) terminal.out(jsonText({ forks }, 2))
    else terminal.out([...table(forks.map(row)), `${forks.length} fork(s)`].join('\n'))
    return 0
  },
}

function row({ name, url, created, idle_seconds }: ForkListing): readonly string[] {
  return [name, url, created, `idle ${idle_seconds} s`]
}
