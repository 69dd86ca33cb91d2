/** A sandbox as `sandbox list` shows it: the interface's fields under the interface's names. */
import type { ApiHead, WebhookEvent } from '../../api/description.ts'
import type { SandboxSettings } from '../../sandbox/sandbox.ts'
import { block } from './block.ts'

export interface ListedSandbox {
  readonly name: string
  readonly id: string
  readonly mode: 'deterministic'
  readonly seed: string
  readonly route: string
  readonly ir: string
  readonly credential: string
  readonly webhooks: WebhookSummary
  readonly draft: boolean
}

export interface WebhookSummary {
  readonly declared: number
  readonly triggered: number
  readonly emit_only: number
  readonly envelope: { readonly algorithm: string; readonly in: string; readonly field: string; readonly key_env: string }
}

export function listed(settings: SandboxSettings, head: ApiHead): ListedSandbox {
  const { name, id, seed, credential } = settings
  const webhooks = webhookSummary(name, head.events)
  const ir = `apis/${name}.ir.json`
  return { name, id, mode: 'deterministic', seed, route: `/${name}/`, ir, credential, webhooks, draft: head.draft }
}

function webhookSummary(name: string, events: readonly WebhookEvent[]): WebhookSummary {
  const emitOnly = events.filter(({ trigger }) => trigger === 'emit-only').length
  return {
    declared: events.length,
    triggered: events.length - emitOnly,
    emit_only: emitOnly,
    envelope: { algorithm: 'hmac-sha256', in: 'body', field: 'signature', key_env: webhookKeyVariable(name) },
  }
}

/** The environment variable that holds a sandbox's signing key. */
function webhookKeyVariable(name: string): string {
  return `TOOL_WEBHOOK_KEY_${name.toUpperCase().replace(/-/g, '_')}`
}

export function sandboxBlock(sandbox: ListedSandbox): readonly string[] {
  const { name, id, mode, seed, route, ir, credential } = sandbox
  const lines = block([
    ['name', name],
    ['id', id],
    ['mode', mode],
    ['seed', seed],
    ['route', route],
    ['ir', ir],
    ['credential', credential],
    ['webhooks', webhookText(sandbox.webhooks)],
  ])
  return sandbox.draft ? [...lines, 'note: draft, read from prose: shapes are best-effort'] : lines
}

function webhookText({ declared, triggered, emit_only, envelope }: WebhookSummary): string {
  if (declared === 0) return 'none declared'
  const { algorithm, field, key_env } = envelope
  return `${declared} declared: ${triggered} triggered, ${emit_only} emit-only; envelope ${algorithm}, signature in the body field "${field}", key from ${key_env}`
}
