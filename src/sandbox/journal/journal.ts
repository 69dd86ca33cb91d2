/** The bounded record of what was asked and answered. Lives in memory; entries are redacted when they enter. */
export interface JournalEntry {
  readonly seq: number
  readonly method: string
  /** Path inside the sandbox, without query. */
  readonly path: string
  /** The path template that matched; null when none did. */
  readonly template: string | null
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** Parsed and redacted when JSON or a form; else text; null when empty. Over 16 KiB: a truncated text. */
  readonly body: unknown
  readonly operation: string | null
  /** Real arrival, milliseconds since the epoch. */
  readonly at_ms: number
  readonly duration_ms: number
  readonly violations: readonly string[]
  readonly rule: string | null
  readonly faults: readonly string[]
  readonly scope: string | null
}

export interface Journal {
  /** Newest last. */
  last(limit: number): readonly JournalEntry[]
  /** Older entries dropped since the last reset. */
  readonly evicted: number
  readonly size: number
  readonly capacity: number
  /** Empties it; sequence numbers go on. */
  reset(): void
  /** Calls `listener` for each new entry until the returned function is called. */
  subscribe(listener: (entry: JournalEntry) => void): () => void
}
