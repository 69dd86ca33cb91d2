/** The description as whole values: as a document says it, and as it is kept after derivation. */
import type {
  ApiDescription,
  ApiHead,
  AppliedOverlay,
  ImportProblem,
  Operation,
  OperationId,
  SecurityScheme,
  Source,
} from './description.ts'
import type { OverlayMark } from './provenance.ts'
import type { Schema } from './schema/schema.ts'
import type { Switches } from './switches.ts'

/** What a document says, before anything is concluded from it. Every importer ends here. */
export interface DescribedApi {
  readonly title: string
  readonly version: string
  readonly format: string
  readonly source: Source
  readonly basePaths: readonly string[]
  /** Host names of the servers, lower case; [] when none is said. */
  readonly hosts: readonly string[]
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  readonly operations: readonly DescribedOperation[]
  readonly events: readonly DescribedEvent[]
  /** By key: what `#/schemas/<key>` refers to. Keys of components are their names. */
  readonly schemas: ReadonlyMap<string, Schema>
  readonly problems: readonly ImportProblem[]
  readonly draft: boolean
  /** The overlays that were applied, in their order; absent when there were none. */
  readonly overlays?: readonly AppliedOverlay[]
  /** Behaviours that the document switches off or on; absent: none. */
  readonly switches?: Switches
}

export interface DescribedOperation extends Omit<Operation, 'plan'> {
  readonly tags: readonly string[]
  /** Every `x-*` of the operation, and every `x-tool-*` that its path item or the document says for all. */
  readonly extensions: Readonly<Record<string, unknown>>
  readonly overlaid?: OverlayMark
}

export interface DescribedEvent {
  readonly name: string
  readonly summary?: string
  readonly payload?: Schema
  readonly example?: unknown
  /** The operation whose `callbacks` declare it, and where it goes: a text with runtime expressions. */
  readonly callbackOf?: OperationId
  readonly callback?: string
  /** The method by which it is sent, upper case; absent: POST. */
  readonly method?: string
  readonly extensions: Readonly<Record<string, unknown>>
  readonly overlaid?: OverlayMark
}

/** The model as it is kept at `apis/<name>.ir.json`. */
export interface ApiModel {
  readonly head: ApiHead
  readonly operations: ReadonlyMap<OperationId, Operation>
  readonly schemas: ReadonlyMap<string, Schema>
}

const PREFIX = '#/schemas/'

/** The key of a reference `#/schemas/<key>`; undefined for any other reference. */
export function schemaKey(reference: string): string | undefined {
  return reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : undefined
}

export function schemaReference(key: string): string {
  return PREFIX + key
}

/** A whole model behind the lazy face. */
export function describe(model: ApiModel): ApiDescription {
  return {
    head: model.head,
    operation: (id) => model.operations.get(id),
    schema(reference) {
      const key = schemaKey(reference)
      return key === undefined ? undefined : model.schemas.get(key)
    },
  }
}
