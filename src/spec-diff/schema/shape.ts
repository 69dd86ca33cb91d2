/** What all parts of a schema say together, each keyword in one form whatever the dialect. */
import type { SchemaNode } from './node.ts'

export type Type = 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

export interface Bound {
  readonly value: number
  readonly exclusive: boolean
}

export interface Group {
  readonly kind: 'oneOf' | 'anyOf'
  readonly members: readonly Member[]
}

export interface Member {
  /** The last word of its reference, or its title; '' where it has neither. */
  readonly name: string
  readonly node: SchemaNode
}

/** Counting keywords, which stand under their own names. */
export type Count =
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'maxProperties'
  | 'minContains'
  | 'maxContains'

export interface Shape {
  /** No value is of it. */
  readonly never: boolean
  /** Without null; undefined: any. Where nothing is said, what the keywords speak of. */
  readonly types: ReadonlySet<Type> | undefined
  readonly nullable: boolean
  /** By their canonical text, without null; undefined: any value. */
  readonly values: ReadonlyMap<string, unknown> | undefined
  readonly formats: readonly string[]
  readonly patterns: readonly string[]
  readonly minimum: Bound | undefined
  readonly maximum: Bound | undefined
  readonly counts: ReadonlyMap<Count, number>
  readonly multiples: readonly number[]
  readonly uniqueItems: boolean
  readonly properties: ReadonlyMap<string, SchemaNode>
  readonly required: ReadonlySet<string>
  /** Of properties that are not named; undefined: nothing is said. */
  readonly additional: SchemaNode | undefined
  readonly patternProperties: ReadonlyMap<string, SchemaNode>
  readonly propertyNames: SchemaNode | undefined
  readonly items: SchemaNode | undefined
  readonly prefixItems: readonly SchemaNode[]
  readonly contains: SchemaNode | undefined
  /** `contentSchema`. */
  readonly content: SchemaNode | undefined
  readonly groups: readonly Group[]
  /** Digests of what must not hold. */
  readonly not: ReadonlySet<string>
  /** Digests of `if` with its `then` and `else`. */
  readonly conditions: ReadonlySet<string>
  readonly dependentRequired: ReadonlyMap<string, ReadonlySet<string>>
  readonly dependentSchemas: ReadonlyMap<string, SchemaNode>
  readonly discriminator: Discriminator | undefined
  readonly readOnly: boolean
  readonly writeOnly: boolean
  readonly deprecated: boolean
  /** As canonical text; undefined: none. */
  readonly default: string | undefined
  /** `x-extensible-enum`. */
  readonly extensible: readonly string[] | undefined
  /** `contentEncoding` and `contentMediaType`. */
  readonly contentForm: string
}

export interface Discriminator {
  readonly property: string
  /** Value to the last word of the reference. */
  readonly mapping: ReadonlyMap<string, string>
}
