import { type FactKey, factKey } from '../../../api/fact.ts'

/** A quantity and a price, and the names of what they come to. */
export interface Line {
  readonly quantity: string
  readonly price: string
  /** Amounts of the line. */
  readonly totals: readonly string[]
  /** Those of them that requests may say. */
  readonly sayable: readonly string[]
}

/** The list of a record whose elements are such lines. */
export interface Lines extends Line {
  readonly list: string
  /** Amounts of the record. */
  readonly sums: Readonly<Record<Sum, readonly string[]>>
  /** Those of them that requests may say. */
  readonly sayableSums: readonly string[]
}

export interface LineTotals {
  /** Absent: it has none. */
  readonly lines?: Lines
  /** The record is itself a line that others show. Absent: it is none. */
  readonly line?: Line
}

export const KINDS = ['subtotal', 'tax', 'total', 'due', 'paid'] as const
export type Sum = (typeof KINDS)[number]

export const lineTotals: FactKey<object, LineTotals> = factKey('line-totals')
