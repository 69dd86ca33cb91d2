import { type FactKey, factKey } from '../../../api/fact.ts'
import type { Place } from '../../../api/plan.ts'

/** Where a record says that it must not be deleted. */
export interface DeletionProtection {
  readonly places: readonly Place[]
}

export const deletionProtection: FactKey<object, DeletionProtection> = factKey('deletion-protection')
