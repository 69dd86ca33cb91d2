/** A sandbox as the control plane shows it: the interface's fields, where it is reached, and whether it is. */
import { declaredOperations } from '../api/declared.ts'
import type { ApiHead, WebhookEvent } from '../api/description.ts'
import type { SandboxSettings } from '../sandbox/sandbox.ts'
import type { Envelope } from '../sandbox/webhooks/envelope.ts'
import { derivedKey, keyVariable, publicKeyOf } from '../sandbox/webhooks/keys.ts'
import { NO_WEBHOOKS, type WebhookSettings } from '../sandbox/webhooks/settings.ts'

export interface SandboxListing {
  readonly name: string
  readonly id: string
  readonly mode: 'deterministic'
  readonly seed: string
  readonly route: string
  readonly ir: string
  readonly credential: string
  readonly webhooks: WebhookSummary
  readonly draft: boolean
  /** Titles and places of the overlays it was imported with; absent when there are none. */
  readonly overlays?: readonly { readonly title: string; readonly location: string }[]
  readonly title: string
  readonly version: string
  readonly operations: number
  readonly url: string
  /** False when its files cannot be read; `problem` says why then. */
  readonly served: true
  /** The registered sandbox that a fork comes from; absent where it is none. */
  readonly fork_of?: string
}

/** A sandbox that is registered but cannot be served. */
export interface UnservedSandbox {
  readonly name: string
  readonly route: string
  readonly url: string
  readonly served: false
  readonly problem: string
}

export interface WebhookSummary {
  readonly declared: number
  readonly triggered: number
  readonly emit_only: number
  readonly envelope: {
    /** The preset that the sidecar names; absent: none. */
    readonly preset?: string
    readonly algorithm: string
    readonly in: string
    readonly field: string
    readonly key_env: string
    /** What signs where that variable is not set, or the key that verifies it; absent where it has to be set, and where nothing is signed. */
    readonly derived_key?: string
  }
}

/** `base` is the address of the listener, without trailing slash. */
export function listingOf(
  settings: SandboxSettings,
  head: ApiHead,
  base: string,
  { envelope }: WebhookSettings = NO_WEBHOOKS,
): SandboxListing {
  const { name, id, seed, credential } = settings
  return {
    name,
    id,
    mode: 'deterministic',
    seed,
    route: `/${name}/`,
    ir: `apis/${name}.ir.json`,
    credential,
    webhooks: webhookSummary(settings, head.events, envelope),
    draft: head.draft,
    ...(head.overlays !== undefined && {
      overlays: head.overlays.map(({ title, location }) => ({ title, location })),
    }),
    title: head.title,
    version: head.version,
    operations: declaredOperations(head.operations).length,
    url: `${base}/${name}/`,
    served: true,
  }
}

/** A fork: what is on disk is that of the sandbox it comes from. */
export function forkListing(sandbox: SandboxListing, name: string, base: string): SandboxListing {
  return { ...sandbox, name, route: `/${name}/`, url: `${base}/${name}/`, fork_of: sandbox.name }
}

export function unservedListing(name: string, problem: string, base: string): UnservedSandbox {
  return { name, route: `/${name}/`, url: `${base}/${name}/`, served: false, problem }
}

function webhookSummary(
  { name, seed }: SandboxSettings,
  events: readonly WebhookEvent[],
  envelope: Envelope,
): WebhookSummary {
  const emitOnly = events.filter(({ trigger }) => trigger === 'emit-only').length
  return {
    declared: events.length,
    triggered: events.length - emitOnly,
    emit_only: emitOnly,
    envelope: envelopeSummary(name, seed, envelope),
  }
}

function envelopeSummary(name: string, seed: string, envelope: Envelope): WebhookSummary['envelope'] {
  const { signature, preset } = envelope
  // The ordinary one is not worth a word.
  const named = preset === undefined || preset === NO_WEBHOOKS.envelope.preset ? {} : { preset }
  if (signature === undefined) return { ...named, algorithm: 'none', in: '', field: '', key_env: '' }
  const { algorithm, in: carrier, name: field, keyEnv } = signature
  const told = { ...named, algorithm, in: carrier, field, key_env: keyEnv ?? keyVariable(name) }
  if (keyEnv !== undefined) return told
  const key = derivedKey(seed, envelope)
  return { ...told, derived_key: publicKeyOf(key, algorithm) ?? key }
}
