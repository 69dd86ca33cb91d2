import { field } from '../../support/json.ts'
import { askAgent } from '../agent-client.ts'
import { changeLearned } from '../agent-learner.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { toldBy, unknownFingerprint } from '../fingerprint.ts'
import { openPlace } from '../place.ts'
import { fingerprintArgument } from './agent-ack.ts'

export const agentAccept: Command = {
  name: 'agent accept',
  summary: 'Accept a change: the current answers become normal',
  arguments: [fingerprintArgument],
  flags: [jsonFlag],
  examples: ['tool agent accept fp_3f2a9c0d1e4b'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const fingerprint = args[0] ?? ''
    const place = await openPlace(call)
    const families = await askAgent<unknown>(
      place,
      async (agent) => field(await agent.post(`/accept?fp=${encodeURIComponent(fingerprint)}`), 'refrozen_families'),
      () =>
        changeLearned(place, (learner) => {
          const refrozen = learner.accept(fingerprint)
          if (refrozen === undefined) throw unknownFingerprint(fingerprint, toldBy(learner))
          return refrozen
        }),
    )
    const told = { accepted: fingerprint, refrozen_families: families }
    terminal.out(
      flags.has('json')
        ? JSON.stringify(told, undefined, 2)
        : `accepted ${fingerprint}: ${String(families)} families refrozen`,
    )
    return 0
  },
}
