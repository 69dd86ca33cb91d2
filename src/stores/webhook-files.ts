/** What is attached to the webhooks of a sandbox, on disk: `apis/<name>.webhooks.json`, loaded together with the model. It never holds a key. */
import { NOTHING_ATTACHED, type WebhookAttachment } from '../sandbox/webhooks/attachment.ts'
import { storedSidecar } from '../sandbox/webhooks/sidecar.ts'
import { isSink } from '../sandbox/webhooks/sinks.ts'
import { jsonText } from '../support/exact-json.ts'
import { field, isObject } from '../support/json.ts'
import { printable } from '../support/printable.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { readSandboxDocument, unloadable } from './sandbox-document.ts'

const WHAT = 'webhooks'
const FORMAT = 'webhooks-1'

/** Throws ToolError `corrupt` that says what is wrong with the file. */
export function readWebhookFile(path: string): WebhookAttachment {
  const value = readSandboxDocument(path, WHAT)
  if (value === undefined) return NOTHING_ATTACHED
  if (!isObject(value) || field(value, 'format') !== FORMAT) throw unloadable(path, WHAT, 'another version wrote it')
  const { sinks, sidecar } = value
  if (!Array.isArray(sinks) || !sinks.every(isSink)) throw unloadable(path, WHAT, '"sinks" is wrong')
  if (sidecar === undefined) return { sinks }
  const found = storedSidecar(sidecar)
  if (!found.ok) throw unloadable(path, WHAT, `"sidecar" is wrong: ${printable(found.error.replace(/\s+/g, ' '))}`)
  return { sidecar: found.value, sinks }
}

export function writeWebhookFile(path: string, attachment: WebhookAttachment): void {
  // Whoever leased a sink adds it again.
  const sinks = attachment.sinks.filter(({ lease_ms }) => lease_ms === undefined)
  writeFileAtomically(path, [`${jsonText({ format: FORMAT, ...attachment, sinks }, 2)}\n`])
}
