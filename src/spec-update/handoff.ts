/** The changes as a file for `pr comment`, `pr open` and `import --from-handoff`; its schema is `schemas/handoff.schema.json`. */
import type { Change, Skipped } from './changes/change.ts'
import type { SpecUpdate } from './update.ts'

export interface Handoff {
  readonly schema_version: 1
  /** What the evidence comes from: 'recordings' or 'har'. */
  readonly source: 'recordings' | 'har'
  /** Absent upstreams are null: a HAR file alone. */
  readonly upstream: string | null
  /** Location of the root document. */
  readonly spec_source: string
  /** SHA-256 of the root document's bytes before the changes, hex. */
  readonly base_sha256: string
  readonly applied: readonly Change[]
  readonly suggestions: readonly Change[]
  readonly skipped: readonly Skipped[]
}

export function handoffOf(
  { changes, skipped }: SpecUpdate,
  about: Pick<Handoff, 'source' | 'upstream' | 'spec_source' | 'base_sha256'>,
): Handoff {
  return {
    schema_version: 1,
    ...about,
    applied: changes.filter(({ disposition }) => disposition === 'APPLIED'),
    suggestions: changes.filter(({ disposition }) => disposition === 'SUGGESTION'),
    skipped,
  }
}
