import { type Command, type ExitCode, jsonFlag } from '../command.ts'

export const replayCommand: Command = {
  name: 'replay',
  summary: 'Send recorded requests to a sandbox and compare its answers with the provider',
  details:
    'Sends the requests in order to the running sandbox or a fork, with the new ids in place of the recorded ones. Compares the status class and the shape of JSON bodies: types, and members that every recorded answer of the operation has. Values are not compared. Failures of the provider, and bodies that were not kept, are left out. Replay changes the records of the sandbox; use a fork to keep them apart.',
  arguments: [{ name: 'sandbox', summary: 'name of a sandbox or of a fork', values: 'sandboxes' }],
  flags: [
    {
      name: 'from',
      value: '<recordings|file>',
      summary: 'recordings of the agent, or a HAR file (default: recordings)',
    },
    {
      name: 'upstream',
      value: '<name>',
      values: 'upstreams',
      summary: 'upstream of the recordings (default: the one linked to the sandbox)',
    },
    { name: 'ci', summary: 'exit with 1 if anything differs' },
    jsonFlag,
  ],
  examples: [
    'tool replay stripe --ci',
    'tool replay stripe--try --from recordings --upstream stripe',
    'tool replay shop --from capture.har --ci --json',
  ],
  run: async (call): Promise<ExitCode> => (await import('../replay.ts')).replay(call),
}
