import { type FactKey, factKey } from '../../../api/fact.ts'

/** The list of a record whose lines have a quantity and a price, and the names of what they come to. */
export interface LineTotals {
  readonly list: string
  readonly quantity: string
  readonly price: string
  /** Amounts of a line. */
  readonly totals: readonly string[]
  /** Amounts of the record. */
  readonly sums: Readonly<Record<Sum, readonly string[]>>
}

export const KINDS = ['subtotal', 'tax', 'total', 'due', 'paid'] as const
export type Sum = (typeof KINDS)[number]

export const lineTotals: FactKey<object, LineTotals> = factKey('line-totals')
