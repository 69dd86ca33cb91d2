/** Takes a newer description of a sandbox that exists: `import --update`. */

import type { ApiHead } from '../api/description.ts'
import { describe } from '../api/model.ts'
import type { Sandbox, SandboxSettings } from '../sandbox/sandbox.ts'
import { writeDescription } from '../stores/descriptions.ts'
import type { RegisteredSandbox } from '../stores/sandboxes.ts'
import { type OpenedSource, openSource, type SourceRequest } from '../stores/source-documents.ts'
import { readWebhookFile, writeWebhookFile } from '../stores/webhook-files.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import type { Call, ExitCode } from './command.ts'
import { type Difference, difference, type SettingChange, settingsChanged } from './difference.ts'
import { emitSpec } from './emit-spec.ts'
import { importRequest, wishOf } from './import-flags.ts'
import { importModel } from './import-model.ts'
import { inertOn, inertTriggers } from './inert.ts'
import { addressOf, change, controlPath, getSandbox, openApi, openPlace, type Place, reachedServer } from './place.ts'
import { differenceText } from './print/difference-text.ts'
import { importFacts, importReport } from './print/import-report.ts'
import { credentialText, usualCredential } from './print/sent-credential.ts'
import { type NewSandbox, tryOn } from './register.ts'
import { getUpstream, linkUpstream } from './upstreams.ts'
import { attachmentFrom, readWebhookDocuments } from './webhooks.ts'

export async function update(call: Call): Promise<ExitCode> {
  const { args, flags, terminal } = call
  refuseKept(call)
  const place = await openPlace(call)
  const before = getSandbox(place, args[0] ?? '')
  await reachedServer(place)
  const upstream = flags.text('upstream')
  if (upstream !== undefined) getUpstream(place, upstream)
  const spec = flags.text('spec') ?? sourceOf(before)
  const documents = await readWebhookDocuments(flags.list('webhooks'), terminal)
  const handoff = flags.text('from-handoff')
  // What edits documents is loaded by who has something to edit.
  const changes =
    handoff === undefined ? undefined : (await import('./from-handoff.ts')).patchFrom(handoff, spec, terminal)
  const { head, api, settings, found, inert, changed } = await updateSandbox(place, before, {
    wish: wishOf(flags),
    request: {
      ...importRequest(spec, call, { before, documents }),
      patch: changes?.patch,
      ...(!flags.has('spec') && { open: openAsBefore }),
    },
    attach: attachmentFrom(call, documents),
    upstream,
    ...(changes && { judge: () => changes.refuseRest() }),
    emit: (model) => emitSpec(call, model),
  })
  const { name } = before.settings
  if (flags.has('json')) {
    const report = importFacts(head)
    terminal.out(jsonText({ updated: name, difference: found ?? null, settings: changed, inert, report }, 2))
    return 0
  }
  const told = differenceText(found, changed)
  const sent = credentialText(usualCredential({ settings, api }))
  const heading = `sandbox "${name}" is updated: ${addressOf(place, name)} sent as ${sent}`
  terminal.out([...importReport(head), '', heading, ...told, ...inert].join('\n'))
  return 0
}

/** What a sandbox is updated to. */
export type Renewal = Omit<NewSandbox, 'name' | 'records'>

export interface Updated {
  readonly head: ApiHead
  readonly api: Sandbox['api']
  readonly settings: SandboxSettings
  /** Undefined where the model before cannot be read. */
  readonly found: Difference | undefined
  readonly changed: readonly SettingChange[]
  /** What stays and has no place in the description any more. */
  readonly inert: readonly string[]
}

/** Imports a description in place of that of a sandbox, which keeps seed, credential and records. Throws ToolError; nothing is kept then. */
export async function updateSandbox(place: Place, before: RegisteredSandbox, wanted: Renewal): Promise<Updated> {
  const { name } = before.settings
  const { upstream, judge, emit = () => {} } = wanted
  await reachedServer(place)
  if (upstream !== undefined) getUpstream(place, upstream)
  const { model, location, overlays, events } = await importModel(wanted.request)
  const after = describe(model)
  const settings = { ...before.settings, ...wanted.wish }
  if (judge) await tryOn({ settings, api: after }, undefined, judge)
  const found = differenceFrom(place, name, after)
  const webhooksFile = place.data.webhooksFile(name)
  const kept = readWebhookFile(webhooksFile)
  const attachment = wanted.attach(after, kept)
  const inert = [...(await inertOn(place, name, after)), ...inertTriggers(after, attachment ?? kept)]
  emit(model)
  const source = { ...model.head.source, location }
  const sandbox = {
    settings,
    created: before.created,
    source,
    ...(overlays && { overlays }),
    ...(events && { events }),
  }
  const write = (): void => {
    place.sandboxes.update(sandbox, (file) => writeDescription(file, model))
    if (attachment !== undefined) writeWebhookFile(webhooksFile, attachment)
  }
  await change<unknown>(
    place,
    (server) => {
      write()
      return server.post(controlPath(name, '/reload'))
    },
    write,
  )
  if (upstream !== undefined) await linkUpstream(place, upstream, name)
  return { head: model.head, api: after, settings, found, inert, changed: settingsChanged(before.settings, settings) }
}

function refuseKept({ flags }: Call): void {
  const kept = ['seed', 'credential', 'seed-data'].find((name) => flags.has(name))
  if (kept === undefined) return
  const advice = kept === 'seed-data' ? 'use "tool sandbox seed"' : 'remove the sandbox and add it again to change it'
  throw new ToolError('usage', `--${kept} cannot be given with --update, which keeps what the sandbox has (${advice})`)
}

/** Where nobody says where it is. */
async function openAsBefore(request: SourceRequest): Promise<OpenedSource> {
  try {
    return await openSource(request)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    throw new ToolError(error.code, `${error.message} (if the description has moved, name it with --spec <file|url>)`, {
      cause: error,
    })
  }
}

function sourceOf({ settings, source }: RegisteredSandbox): string {
  if (source.location !== '-') return source.location
  throw new ToolError('usage', `"${settings.name}" was imported from standard input: name the description with --spec`)
}

function differenceFrom(place: Place, name: string, after: ReturnType<typeof describe>): Difference | undefined {
  try {
    const before = openApi(place, name)
    try {
      return difference(before, after)
    } finally {
      before.close()
    }
  } catch (error) {
    if (error instanceof ToolError && (error.code === 'corrupt' || error.code === 'not-found')) return undefined
    throw error
  }
}
