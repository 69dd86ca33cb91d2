import { askAgent } from '../agent-client.ts'
import { changeLearned } from '../agent-learner.ts'
import { type Argument, type Command, type ExitCode, jsonFlag } from '../command.ts'
import { toldBy, unknownFingerprint } from '../fingerprint.ts'
import { openPlace } from '../place.ts'

/** The argument of every command that is about one finding. */
export const fingerprintArgument: Argument = { name: 'fingerprint', summary: 'from "tool agent report"' }

export const agentAck: Command = {
  name: 'agent ack',
  summary: 'Acknowledge a finding: hide it until it changes',
  arguments: [fingerprintArgument],
  flags: [jsonFlag],
  examples: ['tool agent ack fp_3f2a9c0d1e4b'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const fingerprint = args[0] ?? ''
    const place = await openPlace(call)
    await askAgent<unknown>(
      place,
      (agent) => agent.post(`/ack?fp=${encodeURIComponent(fingerprint)}`),
      () =>
        changeLearned(place, (learner) => {
          if (learner.ack(fingerprint) === undefined) throw unknownFingerprint(fingerprint, toldBy(learner))
        }),
    )
    terminal.out(
      flags.has('json') ? JSON.stringify({ acked: fingerprint }, undefined, 2) : `acknowledged ${fingerprint}`,
    )
    return 0
  },
}
