import { listingOf } from '../../control/listing.ts'
import { actingBehaviours } from '../../sandbox/acting.ts'
import { attachedTo, webhookSettings } from '../../sandbox/webhooks/attachment.ts'
import { readWebhookFile } from '../../stores/webhook-files.ts'
import { jsonText } from '../../support/exact-json.ts'
import { shownAddress } from '../../support/shown-address.ts'
import { type Argument, type Command, type ExitCode, jsonFlag } from '../command.ts'
import { addressOf, getSandbox, openApi, openPlace } from '../place.ts'
import { sandboxBlock } from '../print/sandbox-block.ts'
import { sandboxBrief } from '../print/sandbox-brief.ts'
import { sandboxFacts } from '../print/sandbox-facts.ts'
import { credentialText, usualCredential } from '../print/sent-credential.ts'
import { setScenarios } from '../set-scenarios.ts'

/** The argument of every command that works on one sandbox. */
export const sandboxArgument: Argument = {
  name: 'sandbox',
  summary: 'name of a registered sandbox',
  values: 'sandboxes',
}

export const sandboxShow: Command = {
  name: 'sandbox show',
  summary: 'Show what was understood of a description, and why',
  details:
    'Prints a summary that fits a screen. --full prints every operation, type, state, behaviour, event and problem, each with its reason.',
  arguments: [sandboxArgument],
  flags: [{ name: 'full', summary: 'print everything, with reasons' }, jsonFlag],
  examples: ['tool sandbox show pay', 'tool sandbox show pay --full', 'tool sandbox show pay --json'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const sandbox = getSandbox(place, args[0] ?? '')
    const { settings, created } = sandbox
    const source = { ...sandbox.source, location: shownAddress(sandbox.source.location) }
    const scenario = (await setScenarios(place, [settings.name])).get(settings.name)
    const described = openApi(place, settings.name)
    try {
      const attachment = readWebhookFile(place.data.webhooksFile(settings.name))
      const api = attachedTo(described, attachment)
      const { head } = api
      const listing = {
        ...listingOf(settings, head, '', webhookSettings(attachment)),
        ...(scenario !== undefined && { scenario }),
        url: addressOf(place, settings.name),
        sent_as: credentialText(usualCredential({ settings, api })),
      }
      if (flags.has('json')) {
        const { served: _served, operations: _operations, ...facts } = listing
        const { clock, validation, auth } = settings
        const choices = {
          ...{ clock, validation, unknown_ids: settings.unknownIds },
          ...{ auth, auth_errors: settings.authErrors },
        }
        const shown = { ...facts, ...choices, created, source, behaviours: actingBehaviours(api), description: head }
        terminal.out(jsonText(shown, 2))
        return 0
      }
      const choices = [
        `clock ${settings.clock}, validation ${settings.validation}, unknown ids ${settings.unknownIds}`,
        `auth ${settings.auth}, auth errors ${settings.authErrors}`,
      ].join(', ')
      const about = flags.has('full')
        ? [...sandboxBlock(listing), `settings:    ${choices}`, '', ...sandboxFacts(api)]
        : sandboxBrief({ ...listing, settings: choices }, api)
      terminal.out(about.join('\n'))
      return 0
    } finally {
      described.close()
    }
  },
}
