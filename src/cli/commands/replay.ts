import { type Command, type ExitCode, jsonFlag } from '../command.ts'

export const replayCommand: Command = {
  name: 'replay',
  summary: 'Send recorded requests to a sandbox, and tell where it answers otherwise than the provider did',
  details:
    'Sends them in their order to the running sandbox, or to a fork of it, with ids that it made in place of the recorded ones. Compares the class of the status and the shape of JSON bodies: types, and members that every recorded answer of the operation has. Values are not compared. What failed at the provider, and bodies that were not kept, are left out. It changes the records of the sandbox: a fork keeps them apart.',
  arguments: [{ name: 'sandbox', summary: 'name of a sandbox or of a fork', values: 'sandboxes' }],
  flags: [
    {
      name: 'from',
      value: '<recordings|file>',
      summary: 'what the agent recorded, or a HAR file (default: recordings)',
    },
    {
      name: 'upstream',
      value: '<name>',
      values: 'upstreams',
      summary: 'whose recordings (default: the upstream that is linked to the sandbox)',
    },
    { name: 'ci', summary: 'exit with 1 where something differs' },
    jsonFlag,
  ],
  examples: [
    'tool replay stripe --ci',
    'tool replay stripe--try --from recordings --upstream stripe',
    'tool replay shop --from capture.har --ci --json',
  ],
  run: async (call): Promise<ExitCode> => (await import('../replay.ts')).replay(call),
}
