/** A sandbox as `sandbox list` shows it: the interface's fields under the interface's names. */
import type { SandboxListing, WebhookSummary } from '../../control/listing.ts'
import { block } from './block.ts'

/** What is known of a sandbox without a server. */
export type ListedSandbox = Pick<
  SandboxListing,
  'name' | 'id' | 'mode' | 'seed' | 'route' | 'ir' | 'credential' | 'webhooks' | 'draft' | 'overlays'
>

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
    ...(sandbox.overlays ?? []).map(({ title, location }) => ['overlay', `${title} (${location})`] as const),
  ])
  return sandbox.draft ? [...lines, 'note: draft, read from prose: shapes are best-effort'] : lines
}

function webhookText({ declared, triggered, emit_only, envelope }: WebhookSummary): string {
  if (declared === 0) return 'none declared'
  const { algorithm, field, key_env } = envelope
  return `${declared} declared: ${triggered} triggered, ${emit_only} emit-only; envelope ${algorithm}, signature in the body field "${field}", key from ${key_env}`
}
