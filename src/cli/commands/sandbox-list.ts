import { listingOf } from '../../control/listing.ts'
import { attachedTo, webhookSettings } from '../../sandbox/webhooks/attachment.ts'
import { readRuleFile } from '../../stores/rule-files.ts'
import type { RegisteredSandbox } from '../../stores/sandboxes.ts'
import { readWebhookFile } from '../../stores/webhook-files.ts'
import { ToolError } from '../../support/errors.ts'
import { jsonText } from '../../support/exact-json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { errorJson } from '../error-json.ts'
import { addressOf, openApi, openPlace, type Place } from '../place.ts'
import { type ListedSandbox, sandboxBlock } from '../print/sandbox-block.ts'
import { credentialText, usualCredential } from '../print/sent-credential.ts'
import { setScenarios } from '../set-scenarios.ts'

export const sandboxList: Command = {
  name: 'sandbox list',
  summary: 'List the sandboxes with their credentials',
  details: 'Forks are not included. "tool sandbox forks" lists the forks of a sandbox.',
  arguments: [],
  flags: [jsonFlag, { name: 'names', summary: 'print only the names, one per line' }],
  examples: ['tool sandbox list', 'tool sandbox list --json'],
  async run(call): Promise<ExitCode> {
    const { flags, terminal } = call
    const place = await openPlace(call)
    const { sandboxes, problems } = place.sandboxes.list()
    if (sandboxes.length + problems.length === 0) {
      if (!flags.has('json')) throw nothing(place)
      // The list says it all.
      terminal.out(jsonText({ sandboxes: [] }, 2))
      return 2
    }
    if (flags.has('names')) {
      for (const { settings } of sandboxes) terminal.out(settings.name)
      return 0
    }
    const scenarios = await setScenarios(
      place,
      sandboxes.map(({ settings }) => settings.name),
    )
    const read = sandboxes.map((sandbox) => readListing(place, sandbox, scenarios))
    const listings = read.filter((one): one is ListedSandbox => !(one instanceof ToolError))
    for (const error of [
      ...problems.map((problem) => problem.error),
      ...read.filter((one) => one instanceof ToolError),
    ])
      terminal.err(flags.has('json') ? errorJson(error.message) : `error: ${error.message}`)
    if (flags.has('json')) terminal.out(jsonText({ sandboxes: listings }, 2))
    else if (listings.length > 0) terminal.out(listings.map((listing) => sandboxBlock(listing).join('\n')).join('\n\n'))
    return listings.length < sandboxes.length + problems.length ? 2 : 0
  },
}

function nothing({ data }: Place): ToolError {
  return new ToolError(
    'not-found',
    `No sandbox is registered in ${data.root}: add one with "tool sandbox add <name> --spec <file>"`,
  )
}

/** A sandbox whose model or rules are damaged is told apart and does not hide the others. */
function readListing(
  place: Place,
  { settings }: RegisteredSandbox,
  scenarios: ReadonlyMap<string, string>,
): ListedSandbox | ToolError {
  try {
    readRuleFile(place.data.rulesFile(settings.name))
    const api = openApi(place, settings.name)
    const attachment = readWebhookFile(place.data.webhooksFile(settings.name))
    const { head } = attachedTo(api, attachment)
    const listing = listingOf(settings, head, '', webhookSettings(attachment))
    const { name, id, mode, seed, route, ir, credential, webhooks, draft, overlays } = listing
    const url = addressOf(place, name)
    const sent_as = credentialText(usualCredential({ settings, api }))
    api.close()
    const scenario = scenarios.get(name)
    const facts = {
      name,
      id,
      mode,
      ...(scenario !== undefined && { scenario }),
      seed,
      route,
      url,
      ir,
      credential,
      sent_as,
      webhooks,
      draft,
    }
    return { ...facts, ...(overlays && { overlays }) }
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
}
