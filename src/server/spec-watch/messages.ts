/** What a look at the description of an upstream is told, and what it tells. */
import type { SpecChange } from '../../agent/spec-changes.ts'

export interface LookOrder {
  /** The data directory. */
  readonly dataDirectory: string
  readonly upstream: string
  /** URL, file or `git:<ref>:<path>`. */
  readonly source: string
  /** Where relative files start, and where git looks for its repository. */
  readonly directory: string
  /** The user's environment, for git. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The document is taken as the pin, whatever the pin is. */
  readonly pins: boolean
}

export type Looked =
  | {
      readonly ok: true
      readonly pinned_sha256: string
      readonly current_sha256: string
      /** The document became the pin: it was asked for, or it is the first of this source. */
      readonly isPinned: boolean
      readonly counts: Readonly<Record<'ERR' | 'WARN' | 'INFO', number>>
      /** The worst first, and no more than `MOST_CHANGES`. */
      readonly changes: readonly SpecChange[]
    }
  | { readonly ok: false; readonly error: string }

/** Changes of one description that become findings; all are counted. */
export const MOST_CHANGES = 1_000
