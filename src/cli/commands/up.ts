import { ToolError } from '../../support/errors.ts'
import type { Command, ExitCode, Flag } from '../command.ts'
import type { Flags } from '../flags.ts'

const flags: readonly Flag[] = [
  { name: 'port', value: '<n>', summary: 'port of the sandbox listener; 0 uses a free one (default: 4600)' },
  { name: 'agent-port', value: '<n>', summary: 'port of the agent listener; 0 uses a free one (default: 4700)' },
  { name: 'listen', value: '<address>', summary: 'address to listen on (default: 127.0.0.1)' },
  {
    name: 'durability',
    value: '<os|fsync>',
    summary:
      'what an answered write survives: a kill of the process (os), or also a power failure (fsync) (default: os)',
  },
  {
    name: 'show-credentials',
    summary:
      'print credentials even if the output is not a terminal, such as a log; --spec always does, because they end with the server',
  },
  {
    name: 'spec',
    value: '<file|url|->',
    repeatable: true,
    summary: 'serve this description from a temporary directory that is removed at the end',
  },
  {
    name: 'name',
    value: '<name>',
    repeatable: true,
    summary: 'name of the sandbox of --spec (default: from the file)',
  },
  { name: 'watch', summary: 'follow tool.yaml and the files that its sandboxes name' },
  { name: 'detach', summary: 'serve in the background; returns when the server answers' },
  { name: 'wait', summary: 'another name of --detach' },
  { name: 'timeout', value: '<s>', summary: 'how long --detach waits until the server answers (default: 60)' },
]

export const up: Command = {
  name: 'up',
  summary: 'Serve every registered sandbox, and the agent in front of every upstream',
  details:
    'Needs no configuration. Sandboxes listed in tool.yaml are added first, and updated if they changed. Sandboxes that you add, update, rename or remove later are picked up without a restart. Ctrl-C or SIGTERM stops the server after it has finished its answers.',
  arguments: [],
  flags,
  examples: [
    'tool up',
    'tool up --port 0 --data-dir ./sandbox-data',
    'tool up --spec examples/payments.yaml',
    'tool up --watch',
    'tool up --detach',
    'TOOL_TOKEN=a-long-secret tool up --listen 0.0.0.0',
  ],
  async run(call): Promise<ExitCode> {
    const { flags } = call
    refuseTogether(flags)
    if (flags.has('detach') || flags.has('wait')) return (await import('../serve-detached.ts')).serveDetached(call)
    if (flags.has('spec')) return (await import('../serve-specs.ts')).serveSpecs(call)
    return (await import('../serve-sandboxes.ts')).serveSandboxes(call)
  },
}

/** A temporary directory that nobody sees, of a process that nobody sees, would be found by no other command. */
const BACKGROUND = '"tool sandbox add <name> --spec <file|url>", then "tool up --detach" (both take --data-dir)'

function refuseTogether(flags: Flags): void {
  const fail = (message: string): never => {
    throw new ToolError('usage', message)
  }
  const isDetached = flags.has('detach') || flags.has('wait')
  if (flags.has('timeout') && !isDetached) fail('--timeout goes with --detach')
  if (!flags.has('spec')) {
    if (flags.has('name')) fail('--name goes with --spec')
    return
  }
  if (flags.has('agent-port')) fail('--spec serves no agent: --agent-port does nothing there')
  if (isDetached) fail(`--spec serves in the foreground, from a temporary directory: use ${BACKGROUND}`)
  if (flags.has('watch')) fail('--watch follows tool.yaml: list the description there')
  if (flags.has('data-dir'))
    fail('--spec serves from a temporary directory, not from --data-dir: use "tool sandbox add", then "tool up"')
}
