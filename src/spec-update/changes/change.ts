/** What a change of a document is, and what a class of changes has to say. */
import type { PatchOperation } from '../documents/patch.ts'
import type { AnswerEvidence, Evidence, OperationEvidence } from '../evidence.ts'
import type { SchemaSite } from '../schema-site.ts'
import type { Shape } from '../shape.ts'
import type { Sightings } from '../sightings.ts'
import type { Found, Sources } from '../sources.ts'
import type { Thresholds } from '../thresholds.ts'

/** The first six are additive where answers show them. */
export type ChangeClass =
  | 'field'
  | 'status'
  | 'enum'
  | 'nullable'
  | 'parameter'
  | 'header'
  | 'type'
  | 'required'
  | 'endpoint'

export type Disposition = 'APPLIED' | 'SUGGESTION'

export interface Change {
  /** `chg_` and 12 hex digits, the same in every run that finds the same. */
  readonly id: string
  readonly class: ChangeClass
  readonly disposition: Disposition
  readonly operation: { readonly method: string; readonly path: string }
  /** The document that is edited. */
  readonly location: string
  /** JSON pointer to what is added or changed. */
  readonly pointer: string
  /** What stands there afterwards. Absent: something is taken out. */
  readonly value?: unknown
  readonly evidence: {
    readonly text: string
    /** Exchanges that show it. */
    readonly count: number
    /** Exchanges that could have shown it. */
    readonly samples: number
    /** RFC 3339 with milliseconds. */
    readonly first_seen: string
    readonly last_seen: string
  }
  readonly ops: readonly PatchOperation[]
}

export interface Skipped extends Change {
  /** Why the document could not be edited. */
  readonly reason: string
}

/** Something that was seen and that the document does not say. */
export interface Candidate {
  readonly class: ChangeClass
  /** What is to be edited: candidates of one anchor and name are one change. */
  readonly anchor: Found
  readonly name: string
  readonly operation: { readonly method: string; readonly path: string }
  readonly isRequest: boolean
  /** "answers with 200", "requests". */
  readonly among: string
  readonly seen: Sightings
  readonly samples: number
  readonly shapes: readonly Shape[]
  readonly site?: SchemaSite
  readonly status?: number
  readonly answers?: readonly AnswerEvidence[]
  readonly value?: unknown
}

/** A schema with what was seen in its place. */
export interface SchemaVisit {
  readonly site: SchemaSite
  readonly shape: Shape
  readonly operation: OperationEvidence
  readonly isRequest: boolean
  readonly among: string
  readonly sources: Sources
}

export interface Plan {
  readonly disposition: Disposition
  readonly pointer: string
  readonly value?: unknown
  readonly ops: readonly PatchOperation[]
}

export interface ChangeKind {
  readonly class: ChangeClass
  readonly ofSchema?: (visit: SchemaVisit) => readonly Candidate[]
  readonly ofOperation?: (operation: OperationEvidence, at: Found, sources: Sources) => readonly Candidate[]
  readonly ofEvidence?: (evidence: Evidence, sources: Sources) => readonly Candidate[]
  /** True for what is more than chance. */
  readonly holds: (candidate: Candidate, thresholds: Thresholds) => boolean
  /** The edit, or the clause that says why there is none. */
  readonly plan: (candidate: Candidate, sources: Sources) => Plan | string
}

export function schemaCandidate(
  kind: ChangeClass,
  { site, operation, isRequest, among }: SchemaVisit,
  rest: Pick<Candidate, 'anchor' | 'name' | 'seen' | 'samples' | 'shapes'> & Partial<Candidate>,
): Candidate {
  const { method, path } = operation
  return { class: kind, operation: { method, path }, isRequest, among, site, ...rest }
}
