import { askAgent } from '../agent-client.ts'
import { openLearner } from '../agent-learner.ts'
import type { Command, ExitCode } from '../command.ts'
import { openPlace } from '../place.ts'
import { baselineLines, findingLines, findingsMarkdown, type ToldReport } from '../print/agent.ts'

const formats = ['text', 'json', 'markdown'] as const

export const agentReport: Command = {
  name: 'agent report',
  summary: 'Show what changed in the traffic of the upstreams',
  details:
    'Asks the running agent, or reads its last report. For CI, --fail exits with 1 if a finding is not acknowledged.',
  arguments: [],
  flags: [
    { name: 'format', value: '<format>', choices: formats, summary: 'output format (default: text)' },
    { name: 'json', summary: 'the same as --format json' },
    { name: 'all', summary: 'with text: acknowledged findings and baselines too' },
    { name: 'fail', summary: 'exit with 1 if a finding is not acknowledged' },
  ],
  examples: ['tool agent report', 'tool agent report --json', 'tool agent report --format markdown --fail'],
  async run(call): Promise<ExitCode> {
    const { flags, terminal } = call
    const place = await openPlace(call)
    const report = await askAgent<ToldReport>(
      place,
      async (agent) => (await agent.get('/_tool/agent/report')) as ToldReport,
      () => openLearner(place).report(),
    )
    const format = flags.has('json') ? 'json' : (flags.text('format') ?? 'text')
    const open = report.findings.filter((one) => !one.acked)
    if (format === 'json') terminal.out(JSON.stringify(report, undefined, 2))
    else if (format === 'markdown') terminal.out(findingsMarkdown({ ...report, findings: open }))
    else {
      const shown = flags.has('all') ? report.findings : open
      terminal.out(findingLines(shown, 'nothing has changed').join('\n'))
      if (flags.has('all')) terminal.out(['', ...baselineLines(report.baselines)].join('\n'))
    }
    return flags.has('fail') && open.length > 0 ? 1 : 0
  },
}
