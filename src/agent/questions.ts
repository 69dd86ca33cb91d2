/** What is asked of the learner in its thread, and what it tells by itself. */
import type { Baseline } from './learner.ts'
import type { SpecChange } from './spec-changes.ts'

export type AgentQuestion =
  | { readonly ask: 'ack'; readonly fingerprint: string }
  | { readonly ask: 'accept'; readonly fingerprint: string }
  | { readonly ask: 'report' }
  | { readonly ask: 'incidents' }
  | { readonly ask: 'volatile' }
  /** The changes of a description since its pin: they take the place of those told before. */
  | { readonly ask: 'spec'; readonly upstream: string; readonly changes: readonly SpecChange[]; readonly at: number }
  | { readonly ask: 'reset'; readonly upstream?: string; readonly endpoint?: string }

/** Told about each second. */
export interface AgentSnapshot {
  readonly events_emitted: number
  readonly saturation_evictions: number
  readonly tracked_fingerprints: number
  readonly baselines: readonly Baseline[]
}
