import type { AgentHealth } from '../../control/agent.ts'
import { findServer } from '../../stores/server-file.ts'
import { ToolError } from '../../support/errors.ts'
import { field } from '../../support/json.ts'
import { runningAgent } from '../agent-client.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace } from '../place.ts'
import { statusLines } from '../print/agent.ts'

export const agentStatus: Command = {
  name: 'agent status',
  summary: 'Show the counters of the running agent',
  arguments: [],
  flags: [jsonFlag],
  examples: ['tool agent status', 'tool agent status --json'],
  async run(call): Promise<ExitCode> {
    const { flags, terminal } = call
    const place = await openPlace(call)
    const agent = runningAgent(place)
    if (agent === undefined)
      throw new ToolError('unavailable', 'No agent is running: start one with "tool up" (see "tool upstream add")')
    const health = (await agent.get('/healthz')) as AgentHealth
    if (field(health, 'baselines') === undefined)
      throw new ToolError(
        'unavailable',
        'The X-Tool-Token header is missing or wrong: set TOOL_TOKEN or token_file to what the server was started with',
      )
    const url = findServer(place.data)?.addresses.agent ?? ''
    terminal.out(flags.has('json') ? JSON.stringify(health, undefined, 2) : statusLines(url, health).join('\n'))
    return 0
  },
}
