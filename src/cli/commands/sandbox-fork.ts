import type { NewFork } from '../../control/forks.ts'
import { jsonText } from '../../support/exact-json.ts'
import { type Argument, type Command, type ExitCode, jsonFlag } from '../command.ts'
import {
  controlPath,
  getSandbox,
  getServer,
  openApi,
  openPlace,
  type Place,
  registeredName,
  servedName,
} from '../place.ts'
import { block } from '../print/block.ts'
import { credentialText, usualCredential } from '../print/sent-credential.ts'

/** The argument of commands that take forks as well. */
export const sandboxOrForkArgument: Argument = {
  name: 'sandbox',
  summary: 'name of a registered sandbox, or of a fork',
  values: 'sandboxes',
}

export const sandboxFork: Command = {
  name: 'sandbox fork',
  summary: 'Create a fork: a copy of a sandbox with its own address',
  details:
    'The fork begins with the records, clock and faults of the sandbox, and is independent from then on. It has the same credential. It lives in the running server until it is unused for ten minutes, ended with --end, or its sandbox is updated, renamed or removed. Commands that use the running server accept the name of a fork.',
  arguments: [sandboxOrForkArgument],
  flags: [{ name: 'end', summary: 'end this fork' }, jsonFlag],
  examples: ['tool sandbox fork pay', 'tool sandbox fork pay --json', 'tool sandbox fork pay--1f0c72ab --end'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const server = getServer(place, 'forks live')
    if (flags.has('end')) {
      const ended = await server.remove(controlPath(name, '/fork'))
      terminal.out(flags.has('json') ? jsonText(ended, 2) : `fork "${name}" ended`)
      return 0
    }
    const fork = (await server.post(controlPath(name, '/fork'))) as NewFork
    if (flags.has('json')) terminal.out(jsonText(fork, 2))
    else terminal.out(forkBlock(fork, place).join('\n'))
    return 0
  },
}

function forkBlock({ name, url, credential, expires_in_seconds }: NewFork, place: Place): readonly string[] {
  const { settings } = getSandbox(place, registeredName(name))
  const api = openApi(place, settings.name)
  const sent = credentialText(usualCredential({ settings, api }))
  api.close()
  return block([
    ['name', name],
    ['url', url],
    ['credential', credential],
    ['sent as', sent],
    ['expires', `after ${expires_in_seconds} seconds without use`],
  ])
}
