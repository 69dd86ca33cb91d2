import { field } from '../../support/json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { controlPath, getServer, openPlace, servedName } from '../place.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const webhookRedeliver: Command = {
  name: 'webhook redeliver',
  summary: 'Send an event again, with the same id',
  arguments: [sandboxOrForkArgument, { name: 'id', summary: 'id of the event, as "webhook list" shows it' }],
  flags: [{ name: 'target', value: '<url>', summary: 'only to this address' }, jsonFlag],
  examples: ['tool webhook redeliver pay evt_0123456789abcdefghijklmn'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const server = getServer(place, 'deliveries live')
    const target = flags.text('target')
    const query = target === undefined ? '' : `?${new URLSearchParams({ target })}`
    const path = controlPath(name, `/webhooks/${encodeURIComponent(args[1] ?? '')}/redeliver${query}`)
    const sent = await server.post(path)
    if (flags.has('json')) terminal.out(JSON.stringify(sent, undefined, 2))
    else
      terminal.out(
        `${Number(field(sent, 'deliveries'))} deliver${field(sent, 'deliveries') === 1 ? 'y' : 'ies'} of ${args[1]} sent again`,
      )
    return 0
  },
}
