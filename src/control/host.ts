/** What the control plane needs of whoever serves the sandboxes. */
import type { RuleSet } from '../sandbox/rules/rule.ts'
import type { Packs } from '../sandbox/scenarios/scenario.ts'
import type { LiveSandbox } from '../sandbox/serve.ts'
import type { WebhookAttachment } from '../sandbox/webhooks/attachment.ts'
import type { Kept } from '../sandbox/webhooks/delivery-book.ts'
import type { Occurrence } from '../sandbox/webhooks/occurrence.ts'
import type { Sink } from '../sandbox/webhooks/settings.ts'
import type { ForkListing, NewFork } from './forks.ts'
import type { SandboxListing, UnservedSandbox } from './listing.ts'
import type { Metrics } from './metrics.ts'
import type { SnapshotListing } from './snapshots.ts'

export interface ControlHost {
  /** Every registered sandbox, in order of name; forks are not among them. */
  list(): readonly (SandboxListing | UnservedSandbox)[]
  /** Undefined when no sandbox of this name is registered, and no such fork is served. */
  find(name: string): SandboxListing | UnservedSandbox | undefined
  /** What became of a fork that is not served; undefined for other names. */
  whyGone(name: string): string | undefined
  /** The running sandbox. Throws ToolError `unavailable` when its files cannot be read. */
  live(name: string): LiveSandbox
  /** Does something to a running sandbox and makes what it wrote durable. Throws what `work` throws, and ToolError `unavailable` when it cannot be stored; nothing is written then. */
  change<T>(name: string, work: (live: LiveSandbox) => T): T
  /** Imports the description that a body holds or names, and registers it. Rejects with ToolError; no sandbox is there then. */
  add(body: Uint8Array): Promise<AddedSandbox>
  /** Unregisters a sandbox and deletes its files. */
  remove(name: string): void
  /** Throws ToolError when the new name is taken or is none. */
  rename(name: string, to: string): void
  /** Keeps a set of rules; the sandbox answers by it from now on. */
  saveRules(name: string, set: RuleSet): void
  /** What is attached to the webhooks of a running sandbox. */
  attachment(name: string): WebhookAttachment
  /** Keeps it; events go by it from now on. */
  saveWebhooks(name: string, attachment: WebhookAttachment): void
  /** Takes a sink away after so long, unless it is called again before; undefined: it stays. */
  lease(name: string, url: string, ms: number | undefined): void
  /** Lets an event happen; gives its id. Throws what `occurrence` throws. */
  emit(name: string, occurrence: (live: LiveSandbox) => Occurrence): string
  /** Waits for the end of a delivery that is wanted, at most so long. */
  deliveryEnded(name: string, wanted: (delivery: Kept) => boolean, timeoutMs: number): Promise<void>
  /** Sends deliveries that have ended once more; gives how many. */
  redeliver(name: string, id: string, target: string | undefined): number
  /** Reads a sandbox's files anew. Throws ToolError `unavailable` when they cannot be served. */
  reload(name: string): void
  /** Serves a copy of a running sandbox or fork. Throws ToolError `conflict` when there may be no more. */
  fork(name: string, sinks?: readonly Sink[]): NewFork
  /** Forks of a sandbox or a fork, and of those, oldest first. */
  forks(name: string): readonly ForkListing[]
  /** Throws ToolError `conflict` when it is no fork. */
  endFork(name: string): void
  /** Remembers the state of a running sandbox or fork; gives the token. Throws ToolError `conflict` when there may be no more. */
  snapshot(name: string): string
  snapshots(name: string): readonly SnapshotListing[]
  /** Forgets one, or all. Gives how many there were. */
  dropSnapshots(name: string, token: string | undefined): number
  /** Throws ToolError `not-found` when there is no such snapshot any more; nothing is changed then. */
  restore(name: string, token: string): void
  /** The scenarios that users keep beside the archetypes, as they are on disk now. */
  packs(): Promise<Packs>
  metrics(): Metrics
}

export interface AddedSandbox {
  readonly name: string
  /** What of the document was left out or mended, in words. */
  readonly problems: readonly string[]
}
