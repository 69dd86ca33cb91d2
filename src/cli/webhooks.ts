/** What is attached to the webhooks of a sandbox, read from disk and changed there or by the server that serves it. */
import type { ApiDescription, WebhookEvent } from '../api/description.ts'
import { parseDocument } from '../importers/documents.ts'
import { attachedTo, type WebhookAttachment } from '../sandbox/webhooks/attachment.ts'
import { readSidecar } from '../sandbox/webhooks/sidecar.ts'
import { readSink } from '../sandbox/webhooks/sinks.ts'
import { openSource } from '../stores/source-documents.ts'
import { readWebhookFile, writeWebhookFile } from '../stores/webhook-files.ts'
import { ToolError } from '../support/errors.ts'
import { field, isObject } from '../support/json.ts'
import type { Call } from './command.ts'
import { change, controlPath, openApi, type Place, registeredName } from './place.ts'
import { problemText } from './print/problem-text.ts'
import type { Terminal } from './terminal.ts'

/** Keeps what `work` makes of the attachment on disk; a running server serves the sandbox by it at once. */
export async function changeAttachment(
  place: Place,
  name: string,
  work: (before: WebhookAttachment, api: ApiDescription) => WebhookAttachment,
): Promise<WebhookAttachment> {
  const write = (): WebhookAttachment => {
    const path = place.data.webhooksFile(name)
    const before = readWebhookFile(path)
    const api = openApi(place, name)
    try {
      const after = work(before, attachedTo(api, before))
      writeWebhookFile(path, after)
      return after
    } finally {
      api.close()
    }
  }
  return change(
    place,
    async (server) => {
      const after = write()
      await server.post(controlPath(name, '/reload'))
      return after
    },
    write,
  )
}

/** The events of a sandbox, with those that are attached. */
export function eventsOf(place: Place, name: string): readonly WebhookEvent[] {
  const own = registeredName(name)
  const api = openApi(place, own)
  try {
    return attachedTo(api, readWebhookFile(place.data.webhooksFile(own))).head.events
  } finally {
    api.close()
  }
}

/** A file that `--webhooks` names. */
export interface WebhookDocument {
  readonly file: string
  readonly value: unknown
  /** It is an AsyncAPI document, else a sidecar. */
  readonly declaresEvents: boolean
}

export async function readWebhookDocuments({ flags, terminal }: Call): Promise<readonly WebhookDocument[]> {
  const documents: WebhookDocument[] = []
  for (const file of flags.list('webhooks')) {
    if (file === '-') throw new ToolError('usage', '--webhooks cannot read from standard input: name a file')
    const value = await readWebhookDocument(file, terminal)
    documents.push({ file, value, declaresEvents: field(value, 'asyncapi') !== undefined })
  }
  return documents
}

/** The attachment with what the flags of an import say, or undefined where they say nothing. */
export function attachmentFrom(
  { flags }: Call,
  documents: readonly WebhookDocument[],
  api: ApiDescription,
  before: WebhookAttachment,
): WebhookAttachment | undefined {
  const urls = flags.list('webhook-url')
  const sidecars = documents.filter(({ declaresEvents }) => !declaresEvents)
  if (urls.length === 0 && sidecars.length === 0) return undefined
  return sidecars.reduce(
    (attachment, { file, value }) => withSidecar(attachment, attachedTo(api, attachment), value, file),
    withSinks(before, urls),
  )
}

/** The attachment with what a file says: a sidecar in place of the one before. Throws ToolError that names what is not declared. */
export function withSidecar(
  before: WebhookAttachment,
  api: ApiDescription,
  value: unknown,
  file: string,
): WebhookAttachment {
  const operations = api.head.operations.map(({ id, method, path }) => ({ id, method, path }))
  const sidecar = readSidecar(value, { events: api.head.events.map(({ name }) => name), operations })
  if (!sidecar.ok) throw new ToolError('bad-input', `Cannot take webhooks from ${file}: ${sidecar.error}`)
  return { ...before, sidecar: sidecar.value }
}

/** The attachment with sinks for addresses that the command line names. */
function withSinks(before: WebhookAttachment, urls: readonly string[]): WebhookAttachment {
  const sinks = urls.map((url) => readSink({ url }, []))
  const kept = before.sinks.filter(({ url }) => !urls.includes(url))
  return sinks.length === 0 ? before : { ...before, sinks: [...kept, ...sinks] }
}

/** What a file says, JSON or YAML. */
export async function readWebhookDocument(file: string, terminal: Terminal): Promise<unknown> {
  const { document } = await openSource({ location: file, cwd: terminal.cwd, stdin: terminal.stdin() })
  const parsed = parseDocument(document)
  if (!parsed.ok) throw unusable(file, parsed.error.message)
  const { value, problems } = parsed.value
  if (!isObject(value))
    throw unusable(file, problems[0] ? problemText({ ...problems[0], document: '' }) : 'it is no mapping')
  return value
}

function unusable(file: string, reason: string): ToolError {
  return new ToolError('bad-input', `Cannot read webhooks from ${file}: ${reason}`)
}

/** `order.paid  fires on payOrder`, one line an event. */
export function eventLine({ name, trigger, alsoTriggeredBy = [] }: WebhookEvent): string {
  return trigger === 'emit-only'
    ? `${name}  emit-only`
    : `${name}  fires on ${[trigger, ...alsoTriggeredBy].join(', ')}`
}
