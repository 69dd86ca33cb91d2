import type { Delivery } from '../../sandbox/webhooks/delivery.ts'
import type { SinkCounters } from '../../sandbox/webhooks/delivery-book.ts'
import { jsonText } from '../../support/exact-json.ts'
import { printable } from '../../support/printable.ts'
import { table } from '../../support/table.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { controlPath, getServer, openPlace, servedName } from '../place.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export interface DeliveryListing {
  readonly deliveries: readonly (Omit<Delivery, 'payload'> & { readonly payload: unknown })[]
  readonly sink: SinkCounters
}

const DEFAULT_LAST = 50

export const webhookList: Command = {
  name: 'webhook list',
  summary: 'List the webhook deliveries of a sandbox',
  details:
    'Prints event id, name, target, result and reason of failure, newest last. The running server keeps the newest thousand.',
  arguments: [sandboxOrForkArgument],
  flags: [{ name: 'last', value: '<n>', summary: 'number of deliveries (default: 50)' }, jsonFlag],
  examples: ['tool webhook list pay', 'tool webhook list pay --last 5 --json'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const last = flags.count('last', DEFAULT_LAST)
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const server = getServer(place, 'deliveries live')
    const { deliveries, sink } = (await server.get(controlPath(name, '/webhooks'))) as DeliveryListing
    const shown = last === 0 ? [] : deliveries.slice(-last)
    if (flags.has('json')) {
      terminal.out(jsonText({ deliveries: shown, sink }, 2))
      return 0
    }
    const rows = shown.map((one) => [
      String(one.seq),
      one.id,
      one.event,
      one.status,
      String(one.attempts),
      one.target === '' ? '-' : one.target,
      [...one.faults, one.error].filter((text) => text !== '').join('; '),
    ])
    const header = ['SEQ', 'ID', 'EVENT', 'STATUS', 'TRIES', 'TARGET', 'NOTE']
    const lines = rows.length === 0 ? [] : table([header, ...rows.map((row) => row.map(printable))])
    const { delivered, failed, dropped } = sink
    terminal.out([...lines, `${delivered} delivered, ${failed} failed, ${dropped} dropped`].join('\n'))
    return 0
  },
}
