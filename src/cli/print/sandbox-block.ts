/** A sandbox as `sandbox list` shows it: the interface's fields under the interface's names. */
import type { SandboxListing, WebhookSummary } from '../../control/listing.ts'
import { block } from './block.ts'

/** What is known of a sandbox without a server. */
export type ListedSandbox = Pick<
  SandboxListing,
  'name' | 'id' | 'mode' | 'seed' | 'route' | 'url' | 'ir' | 'credential' | 'webhooks' | 'draft' | 'overlays'
> & {
  /** The credential as the API asks for it: `Authorization: Bearer sk_test`. */
  readonly sent_as: string
  /** The scenario that the sandbox was put into by "tool mode set"; absent: none. */
  readonly scenario?: string
}

export function sandboxBlock(sandbox: ListedSandbox): readonly string[] {
  const { name, id, mode, seed, route, url, ir, credential, sent_as } = sandbox
  const lines = block([
    ['name', name],
    ['id', id],
    ['mode', mode],
    ...scenarioFact(sandbox),
    ['seed', seed],
    ['route', route],
    ['url', url],
    ['ir', ir],
    ['credential', credential],
    ['sent as', sentBriefly(sent_as, credential)],
    ['webhooks', webhookText(sandbox.webhooks)],
    ...webhookKey(sandbox.webhooks),
    ...(sandbox.overlays ?? []).map(({ title, location }) => ['overlay', `${title} (${location})`] as const),
  ])
  return sandbox.draft ? [...lines, 'note: draft, read from prose: shapes are best-effort'] : lines
}

export function scenarioFact({ scenario }: ListedSandbox): readonly (readonly [string, string])[] {
  return scenario === undefined ? [] : [['scenario', scenario]]
}

function webhookText({ declared, triggered, emit_only, envelope }: WebhookSummary): string {
  if (declared === 0) return 'none declared'
  const counts = `${declared} declared: ${triggered} triggered, ${emit_only} emit-only`
  const { preset, algorithm, in: carrier, field, key_env } = envelope
  const named = preset === undefined ? '' : ` ${preset}:`
  if (algorithm === 'none') return `${counts}; envelope${named} not signed`
  const where = carrier === 'body' ? `the body field "${field}"` : `the header ${field}`
  return `${counts}; envelope${named} ${algorithm}, signature in ${where}, key from ${key_env}`
}

/** How the credential is sent, beside a line that has it. */
export function sentBriefly(sentAs: string, credential: string): string {
  return credential === '' ? sentAs : sentAs.replaceAll(credential, '<credential>')
}

/** What signs while the variable is not set. */
function webhookKey({ declared, envelope }: WebhookSummary): readonly (readonly [string, string])[] {
  const { derived_key } = envelope
  if (declared === 0 || derived_key === undefined) return []
  return [['key', `${derived_key.replace(/\n/g, ' ')} (unless that variable is set)`]]
}
