/** What a comparison is given: documents as values, and a way to follow references between them. */

/** A value together with the document it stands in: references are read against that. */
export interface Part {
  readonly value: unknown
  /** Position in the order of loading; the root is 0. */
  readonly document: number
}

export interface Documents {
  /** The whole value of a document. */
  rootOf(document: number): unknown
  /** What a reference in a document leads to, itself perhaps a reference; undefined when it leads nowhere. */
  find(document: number, reference: string): Part | undefined
}

/** How schemas are written: 2.0, 3.0, or 3.1 and newer. */
export type Dialect = '2.0' | '3.0' | '3.1'
