import { type FactKey, factKey } from '../../../api/fact.ts'
import type { Place } from '../../../api/plan.ts'

/** Of an operation: what its declared conflict says that no two records share. Of a type: keys that records are found by. */
export interface UniqueKeys {
  readonly places: readonly Place[]
}

export const uniqueKeys: FactKey<UniqueKeys, UniqueKeys> = factKey('unique-keys')
