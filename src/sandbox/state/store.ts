/**
 * Where a sandbox keeps everything that a request can change: an ordered map of
 * strings. Synchronous, so one request is one indivisible step. What is written
 * is seen at once by later reads of the same store, and stands on disk when
 * `commit` has returned.
 */
export interface Store {
  /** True when something is written that a rollback could still take back; absent where nothing can. */
  readonly dirty?: boolean
  get(key: string): string | undefined
  /** Roughly how many code units the value has, which costs less than to read it; 0 where there is none. */
  size(key: string): number
  put(key: string, value: string): void
  remove(key: string): void
  /** Entries with from <= key < to, in code-unit order of the key (or the reverse of it), at most `limit` of those behind the first `offset`. */
  range(query: RangeQuery): readonly (readonly [key: string, value: string])[]
  /** Removes all entries of ranges that do not meet; present where that costs less than one by one. Savepoints go with it. */
  clear?(ranges: readonly KeyRange[]): void
  /** A point that `backTo` can go back to, until the next commit. */
  savepoint(): number
  /** Takes back what was written since the savepoint. */
  backTo(savepoint: number): void
  /** What these keys hold now, whatever becomes of them; read when it is asked for. */
  pin(keys: Iterable<string>): Pin
  /** A copy-on-write copy that sees this store as it is now and writes only to itself, at most `most` code units where that is said. */
  fork(most?: number): Fork
}

/** What some keys of a store held at one moment. */
export interface Pin {
  get(key: string): string | undefined
  size(key: string): number
  /** Until this is called, it is good for the request that asked for it; from then on until `release`. */
  hold(): void
  release(): void
}

/** Keys with from <= key < to. */
export interface KeyRange {
  readonly from: string
  readonly to: string
}

export interface RangeQuery extends KeyRange {
  /** Entries passed over first. */
  readonly offset?: number
  readonly limit?: number
  readonly reverse?: boolean
  /** Code units of values after which no further entry is read; absent: without end. */
  readonly units?: number
  /** Absent: true. Where it is false, keys alone are wanted: values are not read, and empty or whatever is at hand. */
  readonly values?: boolean
}

/** A store whose writes reach the disk when told. Keys hold at most 1,024 UTF-8 bytes, without code unit 0xFFFF. */
export interface DurableStore extends Store {
  /** True when something is written and not committed. */
  readonly dirty: boolean
  /** What was found damaged when it was opened, in words; reading it throws ToolError `corrupt`. Absent: nothing. */
  readonly damaged?: readonly string[]
  /** Makes all writes since the last commit durable as one transaction. When it throws, all of them are dropped and `get` shows the state before. */
  commit(): void
  /** Forgets all writes since the last commit. */
  rollback(): void
  /** Sets the savepoint that `revert` goes back to; a commit and a rollback take it away. */
  mark(): void
  /** Takes back what was written since the savepoint; what was written before it still waits for the commit. */
  revert(): void
  close(): void
}

/** A copy of a store, kept in memory. What it costs grows with what it wrote, and with what its base changed since. */
export interface Fork extends DurableStore {
  readonly base: Store
  /** True when it shows what its base has under the key: neither of them has changed that since the fork was made. */
  passes(key: string): boolean
  /** True when the base has changed by more than is kept; reading throws ToolError `not-found` then. */
  readonly isLost: boolean
  /** What it wrote itself. */
  readonly own: Held
  /** What it keeps in memory: what it wrote, what its base noted for it, and all that a base which is a fork keeps. Forks share some of it. */
  readonly held: readonly Held[]
  /** Writes to the base what it held when the fork was made; what the fork wrote itself is left out. */
  restoreBase(): void
}

export function isFork(store: Store): store is Fork {
  return 'restoreBase' in store
}

/** Something in memory, weighed in code units of its texts. */
export interface Held {
  readonly units: number
}
