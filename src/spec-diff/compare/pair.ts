/** Two schemas of which one comes in place of the other, and what is found of them. */
import type { SchemaNode } from '../schema/node.ts'
import type { Way } from '../severity.ts'

/** How values travel: in fields of a message (paths, queries, headers) all scalars are texts. */
export interface Side {
  readonly way: Way
  readonly isText: boolean
}

export interface Pair {
  readonly before: SchemaNode
  readonly after: SchemaNode
}

/** One change of one schema. */
export interface Difference {
  /** A key of `schemaRules`. */
  readonly rule: string
  readonly before?: unknown
  readonly after?: unknown
  /** The property it is about, where that is not the schema itself. */
  readonly at?: string
}

/** To a part of both schemas; `step` is '' where the place is the same. */
export interface Edge extends Pair {
  readonly step: string
}

export interface Found {
  readonly differences: readonly Difference[]
  readonly edges: readonly Edge[]
}

export class Findings {
  readonly differences: Difference[] = []
  readonly edges: Edge[] = []

  add(rule: string, said: Omit<Difference, 'rule'> = {}): void {
    this.differences.push({ rule, ...said })
  }

  into(step: string, before: SchemaNode, after: SchemaNode): void {
    this.edges.push({ step, before, after })
  }
}
