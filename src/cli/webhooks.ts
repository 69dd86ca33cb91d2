/** What is attached to the webhooks of a sandbox, read from disk and changed there or by the server that serves it. */
import type { ApiDescription, WebhookEvent } from '../api/description.ts'
import { attachedTo, type WebhookAttachment } from '../sandbox/webhooks/attachment.ts'
import { readSidecar } from '../sandbox/webhooks/sidecar.ts'
import { addSink, readSink } from '../sandbox/webhooks/sinks.ts'
import { readWebhookFile, writeWebhookFile } from '../stores/webhook-files.ts'
import { ToolError } from '../support/errors.ts'
import { field, isObject } from '../support/json.ts'
import type { Call } from './command.ts'
import { change, controlPath, openApi, type Place } from './place.ts'
import { readDocument, unusable } from './read-document.ts'
import type { Terminal } from './terminal.ts'

/** Keeps what `work` makes of the attachment on disk; the caller holds the data directory (`change`). */
export function keepAttachment(
  place: Place,
  name: string,
  work: (before: WebhookAttachment, api: ApiDescription) => WebhookAttachment,
): void {
  const path = place.data.webhooksFile(name)
  const api = openApi(place, name)
  try {
    writeWebhookFile(path, work(readWebhookFile(path), api))
  } finally {
    api.close()
  }
}

/** Attaches what a file says; a running server serves the sandbox by it at once. Gives the events with their triggers. */
export async function attachSidecar(
  place: Place,
  name: string,
  { value, file }: Pick<WebhookDocument, 'value' | 'file'>,
): Promise<readonly WebhookEvent[]> {
  let events: readonly WebhookEvent[] = []
  const keep = (): void =>
    keepAttachment(place, name, (before, api) => {
      const after = withSidecar(before, api, value, file)
      events = attachedTo(api, after).head.events
      return after
    })
  await change<unknown>(
    place,
    (server) => {
      keep()
      return server.post(controlPath(name, '/reload'))
    },
    keep,
  )
  return events
}

/** A file that `--webhooks` names. */
export interface WebhookDocument {
  readonly file: string
  readonly value: unknown
  /** It is an AsyncAPI document, else a sidecar. */
  readonly declaresEvents: boolean
}

export async function readWebhookDocuments(
  files: readonly string[],
  terminal: Pick<Terminal, 'cwd' | 'stdin'>,
): Promise<readonly WebhookDocument[]> {
  const documents: WebhookDocument[] = []
  for (const file of files) {
    if (file === '-') throw new ToolError('usage', '--webhooks cannot read from standard input: name a file')
    const value = await readWebhookDocument(file, terminal)
    documents.push({ file, value, declaresEvents: field(value, 'asyncapi') !== undefined })
  }
  return documents
}

/** The attachment with what the flags of an import say, or undefined where they say nothing. */
export function attachmentFrom({ flags }: Call, documents: readonly WebhookDocument[]): Attach {
  const sinks = flags.list('webhook-url').map((url) => ({ url }))
  const sidecars = documents.filter(({ declaresEvents }) => !declaresEvents)
  if (sinks.length === 0 && sidecars.length === 0) return () => undefined
  return (api, before) => attached(before, api, { sinks, documents })
}

/** What is to be attached to a description in place of what was; undefined: that stays. */
export type Attach = (api: ApiDescription, before: WebhookAttachment) => WebhookAttachment | undefined

export interface ToAttach {
  /** As the control plane takes them. */
  readonly sinks: readonly unknown[]
  readonly documents: readonly WebhookDocument[]
}

/** The attachment with sinks and sidecars. Throws ToolError that says which of them does not fit. */
export function attached(
  before: WebhookAttachment,
  api: ApiDescription,
  { sinks, documents }: ToAttach,
): WebhookAttachment {
  const events = api.head.events.map(({ name }) => name)
  if (sinks.some((sink) => field(sink, 'lease_ms') !== undefined))
    throw new ToolError('bad-input', 'lease_ms is for sinks that are added to a running server: these stay')
  const withSinks = sinks.reduce<WebhookAttachment>((all, sink) => addSink(all, readSink(sink, events)), before)
  return documents
    .filter(({ declaresEvents }) => !declaresEvents)
    .reduce((all, { file, value }) => withSidecar(all, api, value, file), withSinks)
}

/** The attachment with what a file says: a sidecar in place of the one before. Throws ToolError that names what is not declared. */
function withSidecar(before: WebhookAttachment, api: ApiDescription, value: unknown, file: string): WebhookAttachment {
  const operations = api.head.operations.map(({ id, method, path }) => ({ id, method, path }))
  const sidecar = readSidecar(value, { events: api.head.events.map(({ name }) => name), operations })
  if (!sidecar.ok) throw new ToolError('bad-input', `Cannot take webhooks from ${file}: ${sidecar.error}`)
  return { ...before, sidecar: sidecar.value }
}

/** What a file says, JSON or YAML. */
export async function readWebhookDocument(file: string, terminal: Pick<Terminal, 'cwd' | 'stdin'>): Promise<unknown> {
  const value = await readDocument(file, 'webhooks', terminal)
  if (isObject(value)) return value
  throw unusable(file, 'webhooks', 'it is not a mapping')
}

/** `order.paid  fires on payOrder`, one line an event. */
export function eventLine({ name, trigger, alsoTriggeredBy = [] }: WebhookEvent): string {
  return trigger === 'emit-only'
    ? `${name}  emit-only`
    : `${name}  fires on ${[trigger, ...alsoTriggeredBy].join(', ')}`
}
