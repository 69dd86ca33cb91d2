import { type FactKey, factKey } from '../../../api/fact.ts'
import type { Place } from '../../../api/plan.ts'

/** An amount that is part of another record's amount: of a refund, of a capture. */
export interface PartialAmount {
  readonly verb: 'refund' | 'capture' | 'pay'
  /** Where the request says how much, and the record that is made; absent there: all that is left. */
  readonly amount: Place
  /** The records it may be taken out of; the first that a request names counts. */
  readonly from: readonly AmountSource[]
}

export interface AmountSource {
  readonly type: string
  /** Where the request names it. */
  readonly in: 'path' | 'query' | 'body'
  readonly name: string
  /** Where it says how much there was; the first that is more than nothing counts. */
  readonly whole: readonly Place[]
  /** Clients say how much there is, so that more than that is refused; else it is made up. */
  readonly isSaid: boolean
  /** Where it counts what was taken out. Absent: it does not say. */
  readonly total?: Place
  /** Where it says what is left. */
  readonly due?: Place
  /** What is true of it when all is taken out. */
  readonly flag?: Place
  /** Its status when some, and when all is taken out. */
  readonly part?: string
  readonly all?: string
}

export const partialAmounts: FactKey<PartialAmount, object> = factKey('partial-amounts')
