/** Makes a new sandbox of a description: `sandbox add`, and `import` of a new name. */

import type { ApiHead } from '../api/description.ts'
import { type ApiModel, describe } from '../api/model.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { NOTHING_ATTACHED } from '../sandbox/webhooks/attachment.ts'
import { makeDataDirectory } from '../stores/data-directory.ts'
import { writeDescription } from '../stores/descriptions.ts'
import { newSettings, type RegisteredSandbox, type SettingsWish, seedOf } from '../stores/sandboxes.ts'
import { writeWebhookFile } from '../stores/webhook-files.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import type { JsonObject } from '../support/json.ts'
import { addRecords } from './change-records.ts'
import type { Call, ExitCode } from './command.ts'
import { addedText } from './commands/sandbox-seed.ts'
import { emitSpec } from './emit-spec.ts'
import { importRequest, wishOf } from './import-flags.ts'
import { type ImportRequest, importModel } from './import-model.ts'
import { addressOf, change, controlPath, openPlace, type Place, reachedServer } from './place.ts'
import { importFacts, importReport } from './print/import-report.ts'
import { credentialText, usualCredential } from './print/sent-credential.ts'
import { readRecords } from './read-records.ts'
import { getUpstream, linkUpstream } from './upstreams.ts'
import { type Attach, attachmentFrom, readWebhookDocuments } from './webhooks.ts'

export async function register(call: Call): Promise<ExitCode> {
  const { args, flags, terminal } = call
  const place = await openPlace(call)
  const name = args[0] ?? ''
  refuseTaken(place, newSettings(name, wishOf(flags)).name)
  await reachedServer(place)
  const upstream = flags.text('upstream')
  if (upstream !== undefined) getUpstream(place, upstream)
  const seedFile = flags.text('seed-data')
  const records = seedFile === undefined ? undefined : await readRecords(seedFile, terminal)
  const documents = await readWebhookDocuments(flags.list('webhooks'), terminal)
  const registered = await registerSandbox(place, {
    name,
    wish: wishOf(flags),
    request: importRequest(requiredSpec(call), call, { documents }),
    attach: attachmentFrom(call, documents),
    records,
    upstream,
    emit: (model) => emitSpec(call, model),
  })
  tell(call, registered, addressOf(place, registered.sandbox.settings.name))
  return 0
}

/** What a new sandbox is made of. */
export interface NewSandbox {
  readonly name: string
  readonly wish: SettingsWish
  readonly request: ImportRequest
  readonly attach: Attach
  readonly records?: JsonObject | undefined
  /** The upstream that it imitates. */
  readonly upstream?: string | undefined
  /** Given a copy in memory before anything is kept: what it throws keeps the sandbox from being registered. */
  readonly judge?: (sandbox: Sandbox) => void
  /** Given what was imported before anything is kept. */
  readonly emit?: (model: ApiModel) => void
}

export interface Registered {
  readonly sandbox: RegisteredSandbox
  readonly head: ApiHead
  readonly api: Sandbox['api']
  /** How many records of each type the seed data held. */
  readonly added?: Readonly<Record<string, number>> | undefined
}

/** Imports a description and registers it; a running server serves it at once. Throws ToolError; nothing is kept then. */
export async function registerSandbox(place: Place, wanted: NewSandbox): Promise<Registered> {
  const { upstream, records, judge, emit = () => {} } = wanted
  const settings = newSettings(wanted.name, wanted.wish)
  refuseTaken(place, settings.name)
  await reachedServer(place)
  if (upstream !== undefined) getUpstream(place, upstream)
  const { model, location, overlays, events } = await importModel(wanted.request)
  const { head } = model
  const sandbox = {
    settings,
    created: new Date().toISOString(),
    source: { ...head.source, location },
    ...(overlays && { overlays }),
    ...(events && { events }),
  }
  const api = describe(model)
  if (records || judge) await tryOn({ settings, api }, records, judge)
  emit(model)
  makeDataDirectory(place.settings.config.dataDir)
  const attachment = wanted.attach(api, NOTHING_ATTACHED)
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
  return { sandbox, head, api, added: records && (await addRecords(place, settings.name, records)) }
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

/** Records that do not fit, and whatever `judge` refuses, must keep the whole sandbox from being changed. */
export async function tryOn(
  sandbox: Pick<Sandbox, 'settings' | 'api'>,
  records: JsonObject | undefined,
  judge: (sandbox: Sandbox) => void = () => {},
): Promise<void> {
  const { createMemoryStore } = await import('../sandbox/state/memory-store.ts')
  const { seedSandbox } = await import('../sandbox/upkeep.ts')
  const trial = { ...sandbox, store: createMemoryStore(), wall: { now: Date.now } }
  if (records) seedSandbox(trial, records)
  judge(trial)
}

function tell({ flags, terminal }: Call, { sandbox: { settings }, head, api, added }: Registered, url: string): void {
  const { name, id, seed, credential } = settings
  const sent = credentialText(usualCredential({ settings, api }))
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
