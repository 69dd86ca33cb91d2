import type { LivingLearner } from './inside.ts'

/** Learns nothing and keeps everything: another process has what is learned in hand. */
export const LEARNS_NOTHING: LivingLearner = {
  observe: () => ({ findings: [], keep: true }),
  ask: () => null,
  snapshot: () => null,
}
