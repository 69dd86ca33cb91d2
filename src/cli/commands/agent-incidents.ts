import type { Finding } from '../../agent/finding.ts'
import { askAgent } from '../agent-client.ts'
import { openLearner } from '../agent-learner.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace } from '../place.ts'
import { findingLines } from '../print/agent.ts'

interface ToldIncidents {
  readonly incidents: readonly Finding[]
}

export const agentIncidents: Command = {
  name: 'agent incidents',
  summary: 'Show failures of upstreams: errors, missing or incomplete answers, rate limits',
  arguments: [],
  flags: [jsonFlag],
  examples: ['tool agent incidents', 'tool agent incidents --json'],
  async run(call): Promise<ExitCode> {
    const { flags, terminal } = call
    const place = await openPlace(call)
    const told = await askAgent<ToldIncidents>(
      place,
      async (agent) => (await agent.get('/_tool/agent/incidents')) as ToldIncidents,
      () => ({ incidents: openLearner(place).incidents() }),
    )
    terminal.out(
      flags.has('json') ? JSON.stringify(told, undefined, 2) : findingLines(told.incidents, 'no incidents').join('\n'),
    )
    return 0
  },
}
