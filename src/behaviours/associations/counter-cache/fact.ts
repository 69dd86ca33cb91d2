import { type FactKey, factKey } from '../../../api/fact.ts'
import type { Place } from '../../../api/plan.ts'

/** What parents of a type say of how many of it stand under them. */
export interface CounterCache {
  readonly counters: readonly Counter[]
}

export interface Counter {
  readonly link: string
  /** The type of the parent. */
  readonly parent: string
  /** Where it counts. */
  readonly places: readonly Place[]
  /** Those of them that requests may say as well. */
  readonly sayable: readonly Place[]
}

export const counterCache: FactKey<CounterCache, CounterCache> = factKey('counter-cache')
