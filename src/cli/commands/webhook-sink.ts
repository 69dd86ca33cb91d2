import type { ApiDescription } from '../../api/description.ts'
import type { WebhookAttachment } from '../../sandbox/webhooks/attachment.ts'
import type { Sink } from '../../sandbox/webhooks/settings.ts'
import { addSink, readSink, removeSink } from '../../sandbox/webhooks/sinks.ts'
import { readWebhookFile } from '../../stores/webhook-files.ts'
import { ToolError } from '../../support/errors.ts'
import { printable } from '../../support/printable.ts'
import { shownAddress } from '../../support/shown-address.ts'
import { type Call, type Command, type ExitCode, jsonFlag } from '../command.ts'
import type { ControlClient } from '../control-client.ts'
import { change, controlPath, openPlace, type Place, runningServer, servedName } from '../place.ts'
import { keepAttachment } from '../webhooks.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

const actions = ['add', 'list', 'remove'] as const

export const webhookSink: Command = {
  name: 'webhook sink',
  summary: 'Set where the events of a sandbox go',
  details:
    'A sink is an address that gets all events, or those selected by --event. By default only addresses of this machine are allowed; webhooks.allow in tool.yaml allows others. Endpoints that a client registers through the API also get events.',
  arguments: [
    { name: 'action', summary: 'add, list or remove', choices: actions },
    sandboxOrForkArgument,
    { name: 'url', summary: 'with add and remove: the address', optional: true },
  ],
  flags: [
    {
      name: 'event',
      value: '<name>',
      repeatable: true,
      summary: 'with add: only these events, such as customer.*',
    },
    jsonFlag,
  ],
  examples: [
    'tool webhook sink add pay http://localhost:3000/webhooks',
    "tool webhook sink add pay http://localhost:3000/charges --event 'charge.*'",
    'tool webhook sink list pay',
    'tool webhook sink remove pay http://localhost:3000/webhooks',
  ],
  async run(call): Promise<ExitCode> {
    const { args } = call
    const place = await openPlace(call)
    const name = servedName(place, args[1] ?? '')
    if (args[0] === 'list') return list(call, place, name)
    const url = args[2]
    if (url === undefined)
      throw new ToolError(
        'usage',
        `Name the address: tool webhook sink ${args[0]} ${name} http://localhost:3000/webhooks`,
      )
    return args[0] === 'add' ? add(call, place, name, url) : remove(call, place, name, url)
  },
}

async function add({ flags, terminal }: Call, place: Place, name: string, url: string): Promise<ExitCode> {
  const events = flags.list('event')
  const wish = events.length === 0 ? { url } : { url, events }
  await changed(
    place,
    name,
    (server) => server.post(controlPath(name, '/webhooks/sinks'), wish),
    (before, declared) => addSink(before, readSink(wish, declared)),
  )
  const told = events.length === 0 ? 'all events' : events.join(', ')
  terminal.out(
    flags.has('json') ? JSON.stringify({ added: wish }, undefined, 2) : `${told} of "${name}" go to ${printable(url)}`,
  )
  return 0
}

async function remove({ flags, terminal }: Call, place: Place, name: string, url: string): Promise<ExitCode> {
  await changed(
    place,
    name,
    (server) => server.remove(controlPath(name, `/webhooks/sinks?${new URLSearchParams({ url })}`)),
    (before) => removeSink(before, url, name),
  )
  terminal.out(
    flags.has('json')
      ? JSON.stringify({ removed: url }, undefined, 2)
      : `events of "${name}" no longer go to ${printable(url)}`,
  )
  return 0
}

async function list({ flags, terminal }: Call, place: Place, name: string): Promise<ExitCode> {
  // A sink that is leased is known to the server alone.
  const server = runningServer(place)
  const { sinks } =
    server === undefined
      ? readWebhookFile(place.data.webhooksFile(name))
      : ((await server.get(controlPath(name, '/webhooks/sinks'))) as { sinks: readonly Sink[] })
  if (flags.has('json')) terminal.out(JSON.stringify({ sinks }, undefined, 2))
  else if (sinks.length === 0)
    terminal.out(`"${name}" has no sinks (add one: tool webhook sink add ${name} http://localhost:3000/webhooks)`)
  else
    terminal.out(
      sinks
        .map(({ url, events = ['all events'] }) => `${printable(shownAddress(url))}  ${events.join(', ')}`)
        .join('\n'),
    )
  return 0
}

function changed(
  place: Place,
  name: string,
  told: (server: ControlClient) => Promise<unknown>,
  work: (before: WebhookAttachment, declared: readonly string[]) => WebhookAttachment,
): Promise<unknown> {
  const here = (before: WebhookAttachment, { head }: ApiDescription): WebhookAttachment =>
    work(
      before,
      head.events.map((event) => event.name),
    )
  return change<unknown>(place, told, () => keepAttachment(place, name, here))
}
