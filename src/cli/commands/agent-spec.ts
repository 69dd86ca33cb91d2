import type { SpecWatchHealth } from '../../control/agent.ts'
import { ToolError } from '../../support/errors.ts'
import { field } from '../../support/json.ts'
import { askAgent } from '../agent-client.ts'
import { type Call, type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace, type Place } from '../place.ts'
import { specLines } from '../print/agent.ts'
import { getUpstream, upstreamsOf } from '../upstreams.ts'
import { keptSpec, lookHere } from '../watched-spec.ts'

const actions = ['show', 'check', 'pin'] as const

export const agentSpec: Command = {
  name: 'agent spec',
  summary: 'Show, check or pin the watched description of an upstream',
  details:
    'The description of an upstream with a spec_source is compared with its pin, a copy from the first check. Changes are findings in "tool agent report". "check" compares now, "pin" accepts the current description. Both also work without a running agent.',
  arguments: [
    { name: 'action', summary: 'show, check or pin', choices: actions },
    {
      name: 'upstream',
      summary: 'name of an upstream; required with check and pin',
      values: 'upstreams',
      optional: true,
    },
  ],
  flags: [jsonFlag],
  examples: ['tool agent spec show', 'tool agent spec check stripe', 'tool agent spec pin stripe --json'],
  async run(call): Promise<ExitCode> {
    const place = await openPlace(call)
    const specs = call.args[0] === 'show' ? await shown(call, place) : [await looked(call, place)]
    const { flags, terminal } = call
    if (flags.has('json')) terminal.out(JSON.stringify(call.args[0] === 'show' ? { specs } : specs[0], undefined, 2))
    else terminal.out(specLines(specs).join('\n'))
    return specs.every(({ ok }) => ok) ? 0 : 1
  },
}

async function shown({ args }: Call, place: Place): Promise<readonly SpecWatchHealth[]> {
  const [, upstream] = args
  if (upstream !== undefined) getUpstream(place, upstream)
  const specs = await askAgent<readonly SpecWatchHealth[]>(
    place,
    async (agent) => (field(await agent.get('/_tool/agent/spec'), 'specs') ?? []) as SpecWatchHealth[],
    () =>
      upstreamsOf(place.settings, place.data).flatMap((one) =>
        one.specSource === undefined ? [] : [keptSpec(place, one)],
      ),
  )
  return upstream === undefined ? specs : specs.filter((one) => one.upstream === upstream)
}

/** How long a server may take for a look. */
const PATIENCE_MS = 300_000

async function looked(call: Call, place: Place): Promise<SpecWatchHealth> {
  const [action = '', name] = call.args
  if (name === undefined)
    throw new ToolError('usage', `Name the upstream whose description is meant: tool agent spec ${action} stripe`)
  const upstream = getUpstream(place, name)
  const { specSource } = upstream
  if (specSource === undefined)
    throw new ToolError(
      'usage',
      `Upstream "${name}" has no spec_source: say where its description is (tool upstream add --spec-source, or in tool.yaml)`,
    )
  const path = `/_tool/agent/spec/${action}?${new URLSearchParams({ upstream: name })}`
  return askAgent<SpecWatchHealth>(
    place,
    async (agent) => (await agent.post(path, undefined, PATIENCE_MS)) as SpecWatchHealth,
    () => lookHere(call, place, { upstream: name, source: specSource, pins: action === 'pin' }),
  )
}
