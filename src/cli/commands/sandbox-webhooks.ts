import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { getSandbox, openPlace } from '../place.ts'
import { attachSidecar, eventLine, readWebhookDocument } from '../webhooks.ts'

export const sandboxWebhooks: Command = {
  name: 'sandbox webhooks',
  summary: 'Set how the webhooks of a sandbox are signed and triggered',
  details:
    'The file is the sidecar for "import --webhooks": a preset or the parts of an envelope, and what triggers each event. Only declared events and operations are accepted. The signing key comes from an environment variable, never from the file.',
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
      [...events.map(eventLine), `restart the server ("tool up") to sign with the key in its environment`].join('\n'),
    )
    return 0
  },
}
