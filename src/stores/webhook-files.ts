/** What is attached to the webhooks of a sandbox, on disk: `apis/<name>.webhooks.json`, loaded together with the model. It never holds a key. */
import { NOTHING_ATTACHED, type WebhookAttachment } from '../sandbox/webhooks/attachment.ts'
import { ToolError } from '../support/errors.ts'
import { field, isObject } from '../support/json.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { readRegularFile } from './regular-file.ts'

const FORMAT = 'webhooks-1'

/** Throws ToolError `corrupt` that says what is wrong with the file. */
export function readWebhookFile(path: string): WebhookAttachment {
  const text = textOf(path)
  if (text === undefined) return NOTHING_ATTACHED
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unloadable(path, text.trim() === '' ? 'the file is empty' : 'the file is not JSON')
  }
  if (!isObject(value) || field(value, 'format') !== FORMAT) throw unloadable(path, 'another version wrote it')
  const { sinks } = value
  if (!Array.isArray(sinks) || !sinks.every((sink) => typeof field(sink, 'url') === 'string'))
    throw unloadable(path, '"sinks" is wrong')
  const { sidecar } = value
  if (sidecar !== undefined && !isObject(field(field(sidecar, 'envelope'), 'headers')))
    throw unloadable(path, '"sidecar" is wrong')
  const { format: _, ...attachment } = value
  return attachment as unknown as WebhookAttachment
}

export function writeWebhookFile(path: string, attachment: WebhookAttachment): void {
  writeFileAtomically(path, [`${JSON.stringify({ format: FORMAT, ...attachment }, undefined, 2)}\n`])
}

function textOf(path: string): string | undefined {
  try {
    return readRegularFile(path).toString('utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return undefined
    throw new ToolError('unavailable', `Cannot read the webhooks in ${path}: ${code ?? String(error)}`, {
      cause: error,
      outside: 'its webhooks cannot be read',
    })
  }
}

function unloadable(path: string, reason: string): ToolError {
  return new ToolError('corrupt', `Cannot load the webhooks in ${path}: ${reason} (mend the file or move it away)`, {
    outside: `its webhooks cannot be loaded: ${reason}`,
  })
}
