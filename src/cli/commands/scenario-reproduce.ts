import type { Finding } from '../../agent/finding.ts'
import { type ReproducedFault, reproduce } from '../../agent/reproduce.ts'
import { ToolError } from '../../support/errors.ts'
import { field } from '../../support/json.ts'
import { askAgent } from '../agent-client.ts'
import { openLearner } from '../agent-learner.ts'
import { armRule } from '../arm-rule.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { toldBy, unknownFingerprint } from '../fingerprint.ts'
import { getSandbox, openApi, openPlace, type Place } from '../place.ts'
import { getUpstream } from '../upstreams.ts'
import { fingerprintArgument } from './agent-ack.ts'

export const scenarioReproduce: Command = {
  name: 'scenario reproduce',
  summary: 'Make a sandbox fail as the real provider did',
  details:
    'Takes a failure that the agent saw (see "tool agent incidents") and adds the same fault to the sandbox that is linked to the upstream: an error status, a rate limit, a reset connection, an incomplete answer. If the whole upstream failed, every operation gets the fault.',
  arguments: [fingerprintArgument],
  flags: [
    { name: 'sandbox', value: '<name>', values: 'sandboxes', summary: 'use this sandbox instead of the linked one' },
    { name: 'times', value: '<n>', summary: 'only the first n times (default: until cleared)' },
    jsonFlag,
  ],
  examples: ['tool scenario reproduce fp_3f2a9c0d1e4b', 'tool scenario reproduce fp_3f2a9c0d1e4b --times 3'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const finding = await findingOf(place, args[0] ?? '')
    const name = flags.text('sandbox') ?? getUpstream(place, finding.upstream).sandbox
    if (name === undefined)
      throw new ToolError(
        'usage',
        `Upstream "${finding.upstream}" is not linked to a sandbox: name one with --sandbox (or link it: tool upstream add --sandbox)`,
      )
    const faults = faultsFor(place, finding, getSandbox(place, name).settings.name)
    const times = flags.count('times', 0)
    for (const fault of faults) await armRule(place, name, { ...fault, ...(times > 0 && { times }) })
    if (flags.has('json'))
      terminal.out(JSON.stringify({ reproduced: finding.fingerprint, sandbox: name, faults }, undefined, 2))
    else {
      const [one] = faults
      const where =
        faults.length === 1 && one !== undefined ? `${one.method} ${one.path}` : `${faults.length} operations`
      terminal.out(`armed ${one?.kind}${one?.status === undefined ? '' : ` ${one.status}`} on ${where} of "${name}"`)
      terminal.out(`clear it with: tool chaos ${name} --clear`)
    }
    return 0
  },
}

async function findingOf(place: Place, fingerprint: string): Promise<Finding> {
  const known = await askAgent<readonly Finding[]>(
    place,
    async (agent) => [
      ...((field(await agent.get('/_tool/agent/incidents'), 'incidents') ?? []) as Finding[]),
      ...((field(await agent.get('/_tool/agent/report'), 'findings') ?? []) as Finding[]),
    ],
    () => toldBy(openLearner(place)),
  )
  const found = known.find((one) => one.fingerprint === fingerprint)
  if (found !== undefined) return found
  throw unknownFingerprint(fingerprint, known)
}

function faultsFor(place: Place, finding: Finding, name: string): readonly ReproducedFault[] {
  const api = openApi(place, name)
  try {
    const reproduced = reproduce(finding, api)
    if ('faults' in reproduced) return reproduced.faults
    throw new ToolError('usage', `Cannot reproduce ${finding.fingerprint}: ${reproduced.why}`)
  } finally {
    api.close()
  }
}
