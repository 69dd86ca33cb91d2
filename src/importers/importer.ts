import type { ImportProblem } from '../api/description.ts'
import type { DescribedApi } from '../api/model.ts'
import type { Result } from '../support/result.ts'
import type { ParsedDocument } from './documents.ts'

/** A document as it came. */
export interface SourceDocument {
  /** File path, URL, or '-' for stdin. */
  readonly location: string
  readonly mediaType?: string
  readonly bytes: Uint8Array
}

/** Fetches further documents a description refers to; the edge decides what may be read. Rejects with a ToolError. */
export type ReadDocument = (location: string) => Promise<SourceDocument>

export interface Importer {
  readonly format: string
  /** How sure this importer is that the document is of its format: 0 is no, 1 is certain. */
  recognises(document: ParsedDocument): number
  /** What the document says; an error only when it cannot be read at all. `sha256` is that of its bytes. */
  read(
    document: ParsedDocument,
    sha256: string,
    readDocument: ReadDocument,
  ): Promise<Result<DescribedApi, readonly ImportProblem[]>>
}
