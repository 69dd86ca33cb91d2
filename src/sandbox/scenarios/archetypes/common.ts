/** What several archetypes say in the same words. */
import type { Expectation, Role } from '../scenario.ts'

/** The call that meets trouble: rather one that makes something, which a careless retry makes twice. */
export function target(summary: string, needs: readonly string[] = []): Role {
  return {
    name: 'target',
    summary,
    needs,
    prefers: ['creates', 'unsafe', 'rooted', 'keyed', 'readable', 'listable', 'declares_refusal', 'changeable'],
  }
}

/** Settings of an expectation about how often a call is tried. */
interface Patience {
  /** A call that ends badly was given up too early when it had fewer attempts; absent: whenever it ends badly. */
  readonly attempts?: number
}

export function expectation(expect: string, role: string, settings: Expectation['settings'] = {}): Expectation {
  return { expect, role, settings }
}

/** How a good client tries again, whatever the trouble. */
export function retryManners(role: string): readonly Expectation[] {
  return [
    expectation('ends', role, { most: 10 }),
    expectation('does_not_hammer', role, { per_second: 5 }),
    expectation('backs_off', role, { least_ms: 50 }),
    expectation('heeds_retry_after', role),
    expectation('keeps_key', role),
    expectation('keeps_body', role),
    expectation('repeats_safely', role),
    expectation('stops_after_success', role),
  ]
}

/** The same, and the call gets through in the end. */
export function recovery(role: string, patience: Patience = {}): readonly Expectation[] {
  return [expectation('recovers', role, { ...patience }), ...retryManners(role)]
}

/** An event, and where there is one the operation that fires it. */
export const deliveryRoles: readonly Role[] = [
  { name: 'event', summary: 'the event that is delivered', event: true, needs: [], prefers: [] },
  {
    name: 'trigger',
    summary: 'the call that fires it',
    needs: ['fires_event'],
    prefers: ['rooted', 'creates'],
    same: 'event',
    optional: true,
  },
]
