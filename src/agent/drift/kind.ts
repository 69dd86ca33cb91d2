/** What a kind of drift is: which odd things it speaks for, and what it says of them. */
import type { Family } from '../baseline/family.ts'
import type { Odd, OddSort } from '../baseline/odd.ts'

export interface Change {
  /** The field, as `fieldPath` writes it; '' for the answer as a whole. */
  readonly field: string
  readonly before: string | null
  readonly after: string | null
  /** How often it could have been seen up to now, and how often it was before this exchange; 'sure': it needs no more evidence. */
  readonly chances: Chances | 'sure'
}

export interface Chances {
  readonly opportunities: number
  readonly seldom: number
  /** It comes in bursts, and needs more evidence. */
  readonly strict?: true
  /** What it is about varies anyway, and it needs a little more. */
  readonly cautious?: boolean
}

export interface DriftKind {
  readonly kind: string
  /** One sentence, for reports and documents. */
  readonly summary: string
  readonly sort: OddSort
  /** Told, and never alerted. Absent: it is alerted. */
  readonly informational?: true
  /** Undefined where the odd thing is another kind's. */
  change(odd: Odd, family: Family): Change | undefined
}

/** A kind that speaks for one sort of odd things. */
export function driftKind<S extends OddSort>(kind: {
  readonly kind: string
  readonly summary: string
  readonly sort: S
  readonly informational?: true
  readonly of: (odd: Extract<Odd, { readonly sort: S }>, family: Family) => Change | undefined
}): DriftKind {
  const { of, sort, ...rest } = kind
  const isOurs = (odd: Odd): odd is Extract<Odd, { readonly sort: S }> => odd.sort === sort
  return { ...rest, sort, change: (odd, family) => (isOurs(odd) ? of(odd, family) : undefined) }
}
