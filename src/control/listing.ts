/** A sandbox as the control plane shows it: the interface's fields, where it is reached, and whether it is. */
import { declaredOperations } from '../api/declared.ts'
import type { ApiHead, WebhookEvent } from '../api/description.ts'
import type { SandboxSettings } from '../sandbox/sandbox.ts'
import { keyVariable } from '../sandbox/webhooks/keys.ts'

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
    readonly algorithm: string
    readonly in: string
    readonly field: string
    readonly key_env: string
  }
}

/** `base` is the address of the listener, without trailing slash. */
export function listingOf(settings: SandboxSettings, head: ApiHead, base: string): SandboxListing {
  const { name, id, seed, credential } = settings
  return {
    name,
    id,
    mode: 'deterministic',
    seed,
    route: `/${name}/`,
    ir: `apis/${name}.ir.json`,
    credential,
    webhooks: webhookSummary(name, head.events),
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

function webhookSummary(name: string, events: readonly WebhookEvent[]): WebhookSummary {
  const emitOnly = events.filter(({ trigger }) => trigger === 'emit-only').length
  return {
    declared: events.length,
    triggered: events.length - emitOnly,
    emit_only: emitOnly,
    envelope: { algorithm: 'hmac-sha256', in: 'body', field: 'signature', key_env: keyVariable(name) },
  }
}
