/** What the control plane needs of whoever serves the sandboxes. */
import type { RuleSet } from '../sandbox/rules/rule.ts'
import type { LiveSandbox } from '../sandbox/serve.ts'
import type { SandboxListing, UnservedSandbox } from './listing.ts'
import type { Metrics } from './metrics.ts'

export interface ControlHost {
  /** Every registered sandbox, in order of name. */
  list(): readonly (SandboxListing | UnservedSandbox)[]
  /** Undefined when no sandbox of this name is registered. */
  find(name: string): SandboxListing | UnservedSandbox | undefined
  /** The running sandbox. Throws ToolError `unavailable` when its files cannot be read. */
  live(name: string): LiveSandbox
  /** Does something to a running sandbox and makes what it wrote durable. Throws what `work` throws, and ToolError `unavailable` when it cannot be stored; nothing is written then. */
  change<T>(name: string, work: (live: LiveSandbox) => T): T
  /** Unregisters a sandbox and deletes its files. */
  remove(name: string): void
  /** Throws ToolError when the new name is taken or is none. */
  rename(name: string, to: string): void
  /** Keeps a set of rules; the sandbox answers by it from now on. */
  saveRules(name: string, set: RuleSet): void
  /** Reads a sandbox's files anew. Throws ToolError `unavailable` when they cannot be served. */
  reload(name: string): void
  metrics(): Metrics
}
