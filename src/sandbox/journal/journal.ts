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
  /** Operations that may have been meant, where none matched; added when entries are listed. */
  readonly nearest?: readonly string[]
}

export interface Journal {
  /** Newest last. */
  last(limit: number): readonly JournalEntry[]
  /** Older entries dropped since the last reset. */
  readonly evicted: number
  readonly size: number
  append(entry: Omit<JournalEntry, 'seq'>): void
  /** The newest `count` requests were answered with another status after all. */
  amend(count: number, status: number): void
  /** Empties it; sequence numbers go on. */
  reset(): void
  /** Calls `listener` for each new entry until the returned function is called. */
  subscribe(listener: (entry: JournalEntry) => void): () => void
}

const JOURNAL_CAPACITY = 1024

/** Written out, because spreading costs more than all the rest of an entry. */
function numbered(seq: number, entry: Omit<JournalEntry, 'seq'>): JournalEntry {
  return {
    seq,
    method: entry.method,
    path: entry.path,
    template: entry.template,
    status: entry.status,
    headers: entry.headers,
    query: entry.query,
    body: entry.body,
    operation: entry.operation,
    at_ms: entry.at_ms,
    duration_ms: entry.duration_ms,
    violations: entry.violations,
    rule: entry.rule,
    faults: entry.faults,
    scope: entry.scope,
  }
}

/** A ring: appending costs the same whether it is full or not. */
export function makeJournal(capacity: number = JOURNAL_CAPACITY): Journal {
  let ring: JournalEntry[] = []
  let next = 0
  let sequence = 0
  let evicted = 0
  const listeners = new Set<(entry: JournalEntry) => void>()
  return {
    get evicted() {
      return evicted
    },
    get size() {
      return ring.length
    },
    last(limit) {
      const ordered = ring.length < capacity ? ring : [...ring.slice(next), ...ring.slice(0, next)]
      return limit >= ordered.length ? [...ordered] : ordered.slice(ordered.length - Math.max(0, limit))
    },
    append(entry) {
      sequence += 1
      const whole = numbered(sequence, entry)
      if (ring.length < capacity) ring.push(whole)
      else {
        ring[next] = whole
        next = (next + 1) % capacity
        evicted += 1
      }
      for (const listener of listeners) listener(whole)
    },
    amend(count, status) {
      for (let back = 1; back <= Math.min(count, ring.length); back++) {
        const index = (next - back + ring.length) % ring.length
        const entry = ring[index]
        if (entry !== undefined) ring[index] = { ...entry, status }
      }
    },
    reset() {
      ring = []
      next = 0
      evicted = 0
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
