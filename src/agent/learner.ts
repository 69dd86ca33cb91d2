/** What the observer asks of whoever learns. Synchronous and pure: time comes in observations. */
import type { Observation } from './observation.ts'

export interface Learned {
  /** Fingerprints of findings and incidents that the exchange gave rise to. */
  readonly findings: readonly string[]
  /** To be recorded whatever the sample is: warm-up, errors, drift, incidents. */
  readonly keep: boolean
  /** The path template it was counted under, where one is known. */
  readonly template?: string
}

export interface Learner {
  observe(observation: Observation): Learned
  /** Questions and answers are values that can be cloned; what a question means is the learner's. May throw ToolError. */
  ask(question: unknown): unknown
  /** What is worth knowing at any time, small: it is sent to the main thread up to once a second. */
  snapshot(): unknown
}

/** Learns nothing and keeps what went wrong. */
export const LEARNS_NOTHING: Learner = {
  observe: ({ status, ending }) => ({
    findings: [],
    keep: status >= 400 || (ending !== 'complete' && ending !== 'upgraded'),
  }),
  ask: () => null,
  snapshot: () => null,
}
