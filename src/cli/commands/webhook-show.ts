import { ToolError } from '../../support/errors.ts'
import { jsonText } from '../../support/exact-json.ts'
import { printable } from '../../support/printable.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { controlPath, getServer, openPlace, servedName } from '../place.ts'
import { block } from '../print/block.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'
import type { DeliveryListing } from './webhook-list.ts'

export const webhookShow: Command = {
  name: 'webhook show',
  summary: 'Show the deliveries and the body of one event',
  arguments: [sandboxOrForkArgument, { name: 'id', summary: 'id of the event, as "webhook list" shows it' }],
  flags: [jsonFlag],
  examples: ['tool webhook show pay evt_0123456789abcdefghijklmn'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const server = getServer(place, 'deliveries live')
    const { deliveries } = (await server.get(controlPath(name, '/webhooks'))) as DeliveryListing
    const found = deliveries.filter(({ id }) => id === args[1])
    const [first] = found
    if (first === undefined)
      throw new ToolError(
        'not-found',
        `Sandbox "${name}" keeps no delivery ${JSON.stringify(args[1])} (see "tool webhook list ${name}")`,
      )
    if (flags.has('json')) {
      terminal.out(jsonText({ deliveries: found }, 2))
      return 0
    }
    const blocks = found.map((one) =>
      block([
        ['id', one.id],
        ['event', one.event],
        ['target', one.target === '' ? '-' : printable(one.target)],
        ['status', one.status],
        ['attempts', String(one.attempts)],
        ['answer', one.response_status === null ? '-' : String(one.response_status)],
        ['error', one.error === '' ? '-' : printable(one.error)],
        ['signature', one.signature === '' ? '-' : printable(one.signature)],
      ]).join('\n'),
    )
    terminal.out([...blocks, jsonText(first.payload, 2)].join('\n\n'))
    return 0
  },
}
