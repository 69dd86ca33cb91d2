/** A rule: when it holds, it answers in place of the operation, changes a record, emits an event. */
import type { Json, JsonObject } from '../../support/json.ts'
import type { WindowOf } from '../windows.ts'

/** As written by a person; what may stand in it is told by `read.ts`. */
export interface Rule {
  /** Unique in its set. */
  readonly id: string
  readonly when: When
  readonly respond?: Respond
  /** Values for places of the addressed record. */
  readonly set?: JsonObject
  readonly emit?: Emit
  readonly provenance: string
}

export interface When {
  /** Upper case. */
  readonly method: string
  readonly path: string
  readonly body?: Matchers
  readonly query?: Matchers
  readonly headers?: Matchers
  readonly params?: Matchers
  readonly state?: Readonly<Record<string, StateWish>>
  /** Fires the first so many times only; 0 or absent: always. */
  readonly times?: number
  readonly per?: WindowOf
}

/** By dotted path or JSON pointer: matchers by name, or a value that must be equal. */
export type Matchers = Readonly<Record<string, Json>>

/** What is asked of the stored records of one type. */
export interface StateWish {
  /** Some record, or the addressed one where the operation addresses one of this type, matches. */
  readonly where?: Matchers
  /** How many records there are. */
  readonly count?: Json
}

export interface Respond {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Templated. */
  readonly body?: Json
  /** A status whose declared example is served, and which where there are several. */
  readonly example?: { readonly status: number; readonly name?: string }
}

export interface Emit {
  readonly event: string
  /** Templated; absent: the addressed record. */
  readonly data?: Json
}

/** A rule as it is kept. */
export interface SavedRule extends Rule {
  /** The version of the set when the rule was first saved. */
  readonly version: number
}

export interface RuleSet {
  /** Grows with each saved change; 0 before the first. */
  readonly version: number
  /** In the order in which they are consulted. */
  readonly rules: readonly SavedRule[]
}

export const NO_RULES: RuleSet = { version: 0, rules: [] }
