import type { Command, ExitCode, Flag } from '../command.ts'

const flags: readonly Flag[] = [
  { name: 'port', value: '<n>', summary: 'port of the sandbox listener; 0 uses a free one (default: 4600)' },
  { name: 'agent-port', value: '<n>', summary: 'port of the agent listener; 0 uses a free one (default: 4700)' },
  { name: 'listen', value: '<address>', summary: 'address to listen on (default: 127.0.0.1)' },
  {
    name: 'durability',
    value: '<os|fsync>',
    summary:
      'what an answered write survives: a kill of the process (os, the default), or also a power failure (fsync)',
  },
  {
    name: 'show-credentials',
    summary: 'print credentials even if the output is not a terminal, such as a log',
  },
]

export const up: Command = {
  name: 'up',
  summary: 'Serve every registered sandbox, and the agent in front of every upstream',
  details:
    'Needs no configuration. Sandboxes that you add, update, rename or remove later are picked up without a restart. Ctrl-C or SIGTERM stops the server after it has finished its answers.',
  arguments: [],
  flags,
  examples: [
    'tool up',
    'tool up --port 0 --data-dir ./sandbox-data',
    'TOOL_TOKEN=a-long-secret tool up --listen 0.0.0.0',
  ],
  run: async (call): Promise<ExitCode> => (await import('../serve-sandboxes.ts')).serveSandboxes(call),
}
