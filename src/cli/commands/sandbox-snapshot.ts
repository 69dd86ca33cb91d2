import type { SnapshotListing } from '../../control/snapshots.ts'
import { ToolError } from '../../support/errors.ts'
import { jsonText } from '../../support/exact-json.ts'
import { table } from '../../support/table.ts'
import { type Call, type Command, type ExitCode, jsonFlag } from '../command.ts'
import type { ControlClient } from '../control-client.ts'
import { controlPath, getServer, openPlace, servedName } from '../place.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const sandboxSnapshot: Command = {
  name: 'sandbox snapshot',
  summary: 'Save the state of a sandbox, to restore it later',
  details:
    'Prints the token for "sandbox restore". A snapshot contains records, id sequence, clock, faults, rules, idempotency keys and tokens. It lives in the running server until the server stops or the sandbox is updated.',
  arguments: [sandboxOrForkArgument],
  flags: [
    { name: 'list', summary: 'list the snapshots' },
    { name: 'drop', value: '<token>', summary: 'delete a snapshot' },
    jsonFlag,
  ],
  examples: ['tool sandbox snapshot pay', 'tool sandbox snapshot pay --list'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    if (flags.has('list') && flags.has('drop')) throw new ToolError('usage', 'Either --list or --drop, not both')
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const server = getServer(place, 'snapshots live')
    if (flags.has('list')) return list(call, server, name)
    const token = flags.text('drop')
    if (token !== undefined) return drop(call, server, name, token)
    const taken = (await server.post(controlPath(name, '/snapshot'))) as { readonly token: string }
    terminal.out(flags.has('json') ? jsonText(taken, 2) : taken.token)
    return 0
  },
}

async function list({ flags, terminal }: Call, server: ControlClient, name: string): Promise<ExitCode> {
  const listed = await server.get(controlPath(name, '/snapshots'))
  const { snapshots } = listed as { readonly snapshots: readonly SnapshotListing[] }
  const rows = table(snapshots.map(({ token, created }) => [token, created]))
  if (flags.has('json')) terminal.out(jsonText({ snapshots }, 2))
  else terminal.out([...rows, `${snapshots.length} snapshot(s)`].join('\n'))
  return 0
}

async function drop({ flags, terminal }: Call, server: ControlClient, name: string, token: string): Promise<ExitCode> {
  const query = `token=${encodeURIComponent(token)}`
  const { dropped } = (await server.remove(controlPath(name, `/snapshot?${query}`))) as { readonly dropped: number }
  if (dropped === 0) throw new ToolError('not-found', `"${name}" has no snapshot "${token}"`)
  terminal.out(flags.has('json') ? jsonText({ dropped }, 2) : `snapshot "${token}" forgotten`)
  return 0
}
