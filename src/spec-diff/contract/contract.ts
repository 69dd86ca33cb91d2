/** What a description promises, as a comparison sees it: the same for every version of OpenAPI. */
import type { SchemaNode } from '../schema/node.ts'

export interface Contract {
  readonly operations: readonly Operation[]
  readonly webhooks: readonly Operation[]
  /** By name. */
  readonly schemes: ReadonlyMap<string, Scheme>
}

export interface Operation {
  /** Upper case. */
  readonly method: string
  /** As written; of a callback its name and expression. */
  readonly path: string
  /** The path without the names of its parameters. */
  readonly key: string
  readonly deprecated: boolean
  /** The day from which it may be gone, as written. */
  readonly sunset?: string
  /** `x-stability-level`. */
  readonly stability?: string
  readonly operationId?: string
  readonly tags: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body?: Body
  readonly responses: readonly Response[]
  /** Alternatives; [] is open, and so is an empty alternative. */
  readonly security: readonly Requirement[]
  readonly callbacks: readonly Operation[]
  /** Addresses without trailing slash; '' where none is said. */
  readonly servers: readonly string[]
}

export type Requirement = ReadonlyMap<string, readonly string[]>

export interface Parameter {
  /** The place, and the name or, in a path, the position. */
  readonly key: string
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly deprecated: boolean
  readonly sunset?: string
  readonly style: string
  readonly explode: boolean
  readonly allowReserved: boolean
  readonly allowEmptyValue: boolean
  /** Where the value is a whole document. */
  readonly mediaType?: string
  readonly schema: SchemaNode
}

export interface Body {
  readonly required: boolean
  readonly content: readonly Media[]
}

export interface Media {
  readonly name: string
  readonly schema: SchemaNode
  /** OpenAPI 3.2: of each item of a sequence. */
  readonly itemSchema?: SchemaNode
  /** By property, as text that is the same where it means the same. */
  readonly encoding: ReadonlyMap<string, string>
}

export interface Response {
  /** A code, a range in upper case, or 'default'. */
  readonly status: string
  readonly headers: readonly Header[]
  readonly content: readonly Media[]
}

export interface Header {
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode
}

export interface Scheme {
  /** What a client has to do, as text: two schemes of the same text are the same to it. */
  readonly signature: string
  /** Of OAuth, by grant; else empty. */
  readonly flows: ReadonlyMap<string, Flow>
  /** Addresses that clients find tokens by. */
  readonly discovery?: string
}

export interface Flow {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly scopes: readonly string[]
}
