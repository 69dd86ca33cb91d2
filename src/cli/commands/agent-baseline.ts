import { baselineFilter } from '../../agent/baseline-filter.ts'
import { ToolError } from '../../support/errors.ts'
import { field } from '../../support/json.ts'
import { askAgent } from '../agent-client.ts'
import { changeLearned, openLearner } from '../agent-learner.ts'
import { type Call, type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace, type Place } from '../place.ts'
import { baselineLines, type ToldReport } from '../print/agent.ts'
import { getUpstream } from '../upstreams.ts'

const actions = ['show', 'reset'] as const

export const agentBaseline: Command = {
  name: 'agent baseline',
  summary: 'Show or reset what is normal',
  details:
    'A reset forgets what was learned about an upstream, or about one of its endpoints, including findings. Learning starts again.',
  arguments: [
    { name: 'action', summary: 'show or reset', choices: actions },
    { name: 'upstream', summary: 'name of an upstream; required with reset', values: 'upstreams', optional: true },
    { name: 'endpoint', summary: "one endpoint only: 'GET /charges/{id}'", optional: true },
  ],
  flags: [jsonFlag],
  examples: [
    'tool agent baseline show',
    'tool agent baseline reset stripe',
    "tool agent baseline reset stripe 'GET /charges/{id}'",
  ],
  async run(call): Promise<ExitCode> {
    const place = await openPlace(call)
    return call.args[0] === 'reset' ? reset(call, place) : show(call, place)
  },
}

async function show({ args, flags, terminal }: Call, place: Place): Promise<ExitCode> {
  const { baselines } = await askAgent<Pick<ToldReport, 'baselines'>>(
    place,
    async (agent) => (await agent.get('/_tool/agent/report')) as ToldReport,
    () => ({ baselines: openLearner(place).baselines() }),
  )
  const [, upstream, endpoint] = args
  const wanted = endpoint === undefined ? `${upstream} ` : `${upstream} ${endpoint}`
  const shown = upstream === undefined ? baselines : baselines.filter((one) => `${one.endpoint} `.startsWith(wanted))
  terminal.out(flags.has('json') ? JSON.stringify({ baselines: shown }, undefined, 2) : baselineLines(shown).join('\n'))
  return 0
}

async function reset({ args, flags, terminal }: Call, place: Place): Promise<ExitCode> {
  const [, upstream, endpoint] = args
  if (upstream === undefined)
    throw new ToolError(
      'usage',
      'Name the upstream whose baselines are to be forgotten: tool agent baseline reset stripe',
    )
  const filter = { upstream, ...(endpoint !== undefined && { endpoint }) }
  const count = await askAgent<unknown>(
    place,
    async (agent) =>
      field(await agent.post(`/_tool/agent/baselines/reset?${new URLSearchParams(filter)}`), 'reset_families'),
    () => changeLearned(place, (learner) => learner.resetBaseline(baselineFilter(filter))),
  )
  // What was learned of an upstream that is gone may be forgotten, too.
  if (Number(count) === 0) getUpstream(place, upstream)
  terminal.out(
    flags.has('json')
      ? JSON.stringify({ reset: Number(count) }, undefined, 2)
      : `forgot ${String(count)} endpoints of "${upstream}"`,
  )
  return 0
}
