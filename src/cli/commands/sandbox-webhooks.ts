import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { getSandbox, openPlace } from '../place.ts'
import { attachSidecar, eventLine, readWebhookDocument } from '../webhooks.ts'

export const sandboxWebhooks: Command = {
  name: 'sandbox webhooks',
  summary: 'Attach an envelope and event bindings to a sandbox',
  details:
    'The file is the sidecar that "import --webhooks" takes: a preset or the parts of an envelope, and what triggers each event. Only declared events and declared operations are accepted. The key that signs stands in an environment variable, never in the file.',
  arguments: [
    { name: 'sandbox', summary: 'name of a registered sandbox', values: 'sandboxes' },
    { name: 'file', summary: 'the sidecar, YAML or JSON; - for standard input', values: 'files' },
  ],
  flags: [jsonFlag],
  examples: ['tool sandbox webhooks pay examples/webhooks/standard.yaml'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const { name } = getSandbox(place, args[0] ?? '').settings
    const file = args[1] ?? ''
    const value = await readWebhookDocument(file, terminal)
    const events = await attachSidecar(place, name, { value, file })
    if (flags.has('json')) {
      const told = events.map(({ name: event, trigger }) => ({ event, trigger }))
      terminal.out(JSON.stringify({ sandbox: name, events: told }, undefined, 2))
      return 0
    }
    terminal.out(
      [
        ...events.map(eventLine),
        `restart the server ("tool up") so that it signs with the key in its environment`,
      ].join('\n'),
    )
    return 0
  },
}
