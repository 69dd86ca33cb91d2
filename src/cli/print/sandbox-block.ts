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
  return factBlock(sandbox, [
    ['webhooks', webhookText(sandbox.webhooks)],
    ...webhookKey(sandbox.webhooks),
    ...overlayFacts(sandbox),
  ])
}

type Fact = readonly [key: string, value: string]

/** What a sandbox is and how it is reached, and then `more`. */
export function factBlock(sandbox: ListedSandbox, more: readonly Fact[]): readonly string[] {
  const { name, id, mode, scenario, seed, route, url, ir, credential, sent_as, draft } = sandbox
  const lines = block([
    ['name', name],
    ['id', id],
    ['mode', mode],
    ...(scenario === undefined ? [] : ([['scenario', scenario]] as const)),
    ['seed', seed],
    ['route', route],
    ['url', url],
    ['ir', ir],
    ['credential', credential],
    ['sent as', sentBriefly(sent_as, credential)],
    ...more,
  ])
  return draft ? [...lines, 'note: draft, read from prose: shapes are best-effort'] : lines
}

export function overlayFacts({ overlays = [] }: ListedSandbox): readonly Fact[] {
  return overlays.map(({ title, location }) => ['overlay', `${title} (${location})`])
}

export function webhookCounts({ declared, triggered, emit_only }: WebhookSummary): string {
  return declared === 0 ? 'none declared' : `${declared} declared: ${triggered} triggered, ${emit_only} emit-only`
}

function webhookText(summary: WebhookSummary): string {
  const counts = webhookCounts(summary)
  if (summary.declared === 0) return counts
  const { preset, algorithm, in: carrier, field, key_env } = summary.envelope
  const named = preset === undefined ? '' : ` ${preset}:`
  if (algorithm === 'none') return `${counts}; envelope${named} not signed`
  const where = carrier === 'body' ? `the body field "${field}"` : `the header ${field}`
  return `${counts}; envelope${named} ${algorithm}, signature in ${where}, key from ${key_env}`
}

/** How the credential is sent, beside a line that has it. */
function sentBriefly(sentAs: string, credential: string): string {
  return credential === '' ? sentAs : sentAs.replaceAll(credential, '<credential>')
}

/** What signs while the variable is not set. */
function webhookKey({ declared, envelope }: WebhookSummary): readonly (readonly [string, string])[] {
  const { derived_key } = envelope
  if (declared === 0 || derived_key === undefined) return []
  return [['key', `${derived_key.replace(/\n/g, ' ')} (unless that variable is set)`]]
}
