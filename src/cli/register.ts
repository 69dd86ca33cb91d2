/** Makes a new sandbox of a description: `sandbox add`, and `import` of a new name. */

import type { ApiHead } from '../api/description.ts'
import { describe } from '../api/model.ts'
import type { SandboxSettings } from '../sandbox/sandbox.ts'
import { NOTHING_ATTACHED } from '../sandbox/webhooks/attachment.ts'
import { makeDataDirectory } from '../stores/data-directory.ts'
import { writeDescription } from '../stores/descriptions.ts'
import { newSettings, type RegisteredSandbox, seedOf } from '../stores/sandboxes.ts'
import { writeWebhookFile } from '../stores/webhook-files.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import type { JsonObject } from '../support/json.ts'
import { addRecords } from './change-records.ts'
import type { Call, ExitCode } from './command.ts'
import { addedText } from './commands/sandbox-seed.ts'
import { emitSpec } from './emit-spec.ts'
import { importRequest, wishOf } from './import-flags.ts'
import { importModel } from './import-model.ts'
import { addressOf, change, controlPath, openPlace, type Place, reachedServer } from './place.ts'
import { importFacts, importReport } from './print/import-report.ts'
import { credentialText, usualCredential } from './print/sent-credential.ts'
import { readRecords } from './read-records.ts'
import { getUpstream, linkUpstream } from './upstreams.ts'
import { attachmentFrom, readWebhookDocuments } from './webhooks.ts'

export async function register(call: Call): Promise<ExitCode> {
  const { args, flags, terminal } = call
  const place = await openPlace(call)
  const settings = newSettings(args[0] ?? '', wishOf(flags))
  refuseTaken(place, settings.name)
  await reachedServer(place)
  const upstream = flags.text('upstream')
  if (upstream !== undefined) getUpstream(place, upstream)
  const seedFile = flags.text('seed-data')
  const records = seedFile === undefined ? undefined : await readRecords(seedFile, terminal)
  const documents = await readWebhookDocuments(call)
  const { model, location, overlays, events } = await importModel(
    importRequest(requiredSpec(call), call, { documents }),
  )
  const { head } = model
  const sandbox = {
    settings,
    created: new Date().toISOString(),
    source: { ...head.source, location },
    ...(overlays && { overlays }),
    ...(events && { events }),
  }
  if (records) await tryRecordsOn(sandbox, describe(model), records)
  emitSpec(call, model)
  makeDataDirectory(place.settings.config.dataDir)
  const attachment = attachmentFrom(call, documents, describe(model), NOTHING_ATTACHED)
  const add = (): void => {
    place.sandboxes.add(sandbox, (file) => writeDescription(file, model))
    if (attachment !== undefined) writeWebhookFile(place.data.webhooksFile(settings.name), attachment)
  }
  await change<unknown>(
    place,
    (server) => {
      add()
      return server.post(controlPath(settings.name, '/reload'))
    },
    add,
  )
  if (upstream !== undefined) await linkUpstream(place, upstream, settings.name)
  const added = records && (await addRecords(place, settings.name, records))
  const url = addressOf(place, settings.name)
  tell(
    call,
    { ...settings, url, sent: credentialText(usualCredential({ settings, api: describe(model) })) },
    head,
    added,
  )
  return 0
}

function requiredSpec({ args, flags }: Call): string {
  const spec = flags.text('spec')
  if (spec !== undefined) return spec
  throw new ToolError('usage', `Cannot import "${args[0]}": name the description with --spec <file|url|->`)
}

/** Before anything is fetched: a name that exists stays as it is. */
function refuseTaken({ sandboxes }: Place, name: string): void {
  if (!sandboxes.find(name)) return
  throw new ToolError('conflict', `Sandbox "${name}" already exists (update it with "tool import ${name} --update")`)
}

/** Records that do not fit must keep the whole sandbox from being registered. */
async function tryRecordsOn(
  { settings }: RegisteredSandbox,
  api: ReturnType<typeof describe>,
  records: JsonObject,
): Promise<void> {
  const { createMemoryStore } = await import('../sandbox/state/memory-store.ts')
  const { seedSandbox } = await import('../sandbox/upkeep.ts')
  seedSandbox({ settings, api, store: createMemoryStore(), wall: { now: Date.now } }, records)
}

/** `added` is how many records of each type the seed data held. */
function tell(
  { flags, terminal }: Call,
  { name, id, seed, credential, url, sent }: SandboxSettings & { readonly url: string; readonly sent: string },
  head: ApiHead,
  added: Readonly<Record<string, number>> | undefined,
): void {
  const given = flags.text('seed')
  if (given !== undefined && seedOf(given).hashed)
    terminal.err(`the seed "${given}" is not hex: its hash ${seed} is used`)
  if (flags.has('json')) {
    const facts = { name, id, seed, route: `/${name}/`, url, credential, sent_as: sent, report: importFacts(head) }
    terminal.out(jsonText(added ? { ...facts, seeded: added } : facts, 2))
    return
  }
  const report = [...importReport(head), ...(added ? [`  seeded: ${addedText(added)}`] : [])]
  const lines = [`sandbox "${name}" is registered at ${url}`, `credential: ${credential}`, `sent as: ${sent}`]
  terminal.out([...report, '', ...lines].join('\n'))
}
