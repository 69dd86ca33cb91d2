import type { Command, ExitCode, Flag } from '../command.ts'

const flags: readonly Flag[] = [
  { name: 'port', value: '<n>', summary: 'port of the sandbox listener; 0 takes a free one (default: 4600)' },
  { name: 'agent-port', value: '<n>', summary: 'port of the agent listener; 0 takes a free one (default: 4700)' },
  { name: 'listen', value: '<address>', summary: 'address to listen on (default: 127.0.0.1)' },
  {
    name: 'durability',
    value: '<os|fsync>',
    summary: 'what an answered write outlives: a kill of the tool (os), or a power failure too (fsync) (default: os)',
  },
  {
    name: 'show-credentials',
    summary: 'print the credentials of the sandboxes also where nobody sits at the terminal, as in a log',
  },
]

export const up: Command = {
  name: 'up',
  summary: 'Serve every registered sandbox, and the agent in front of every upstream',
  details:
    'Needs no configuration. Sandboxes that are added, updated, renamed or removed meanwhile are followed without a restart. Ctrl-C or SIGTERM stops it once the answers under way are out.',
  arguments: [],
  flags,
  examples: [
    'tool up',
    'tool up --port 0 --data-dir ./sandbox-data',
    'TOOL_TOKEN=a-long-secret tool up --listen 0.0.0.0',
  ],
  run: async (call): Promise<ExitCode> => (await import('../serve-sandboxes.ts')).serveSandboxes(call),
}
