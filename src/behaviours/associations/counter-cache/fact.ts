import { type FactKey, factKey } from '../../../api/fact.ts'
import type { Place } from '../../../api/plan.ts'
import { at, type JsonObject } from '../../../support/json.ts'

/** What parents of a type say of how many of it stand under them, or how much those log. */
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
  /** Where records name the parent, which they do not stand under. */
  readonly property?: Place
  /** The number of each that is added up instead of counting: hours of a total in minutes count 60 times. */
  readonly adds?: { readonly place: Place; readonly times: number }
}

export const counterCache: FactKey<CounterCache, CounterCache> = factKey('counter-cache')

/** What a record counts for: one, or as much as it says. */
export function worthOf({ value }: { readonly value: JsonObject }, { adds }: Counter): number {
  if (adds === undefined) return 1
  const own = at(value, adds.place)
  return typeof own === 'number' ? own * adds.times : 0
}
