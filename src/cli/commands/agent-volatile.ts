import type { VolatileSuggestion } from '../../agent/volatile.ts'
import { table } from '../../support/table.ts'
import { askAgent } from '../agent-client.ts'
import { openLearner } from '../agent-learner.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace } from '../place.ts'

interface Suggestions {
  readonly suggestions: readonly VolatileSuggestion[]
}

export const agentVolatile: Command = {
  name: 'agent volatile',
  summary: 'Suggest fields whose values do not matter, for volatile_fields',
  arguments: [{ name: 'action', summary: 'suggest', choices: ['suggest'] }],
  flags: [jsonFlag],
  examples: ['tool agent volatile suggest'],
  async run(call): Promise<ExitCode> {
    const { flags, terminal } = call
    const place = await openPlace(call)
    const told = await askAgent<Suggestions>(
      place,
      async (agent) => (await agent.get('/_tool/agent/volatile')) as Suggestions,
      () => ({ suggestions: openLearner(place).volatileSuggestions() }),
    )
    if (flags.has('json')) terminal.out(JSON.stringify(told, undefined, 2))
    else if (told.suggestions.length === 0) terminal.out('no field looks volatile')
    else {
      const rows = told.suggestions.map((one) => [
        `${one.upstream} ${one.method} ${one.template}`,
        one.field,
        `${Math.round(one.changed * 100)} % of ${one.samples}`,
      ])
      terminal.out(table([['ENDPOINT', 'FIELD', 'CHANGED'], ...rows]).join('\n'))
    }
    return 0
  },
}
