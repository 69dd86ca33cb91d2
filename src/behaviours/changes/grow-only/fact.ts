import { type FactKey, factKey } from '../../../api/fact.ts'

/** Sizes that an operation takes and does not make smaller. */
export interface GrowOnly {
  readonly names: readonly string[]
}

export const growOnly: FactKey<GrowOnly, object> = factKey('grow-only')
