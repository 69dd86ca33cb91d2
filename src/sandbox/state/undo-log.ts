/** What keys of a store held before they changed: since the last commit, and since the savepoint. */
export class UndoLog<V> {
  /** For those that changed since the last commit. */
  private readonly first = new Map<string, V>()
  /** For each change since the savepoint; `isFirst` when none since the last commit came earlier. */
  private later: { readonly key: string; readonly value: V; readonly isFirst: boolean }[] | undefined
  private readonly restore: (key: string, value: V) => void

  /** `restore` puts a value back without noting it here. */
  constructor(restore: (key: string, value: V) => void) {
    this.restore = restore
  }

  /** True when nothing changed since the last commit. */
  get isEmpty(): boolean {
    return this.first.size === 0
  }

  /** To be called before the value of a key changes. */
  changing(key: string, read: (key: string) => V): void {
    const isFirst = !this.first.has(key)
    if (!isFirst && this.later === undefined) return
    const value = read(key)
    this.later?.push({ key, value, isFirst })
    if (isFirst) this.first.set(key, value)
  }

  commit(): void {
    this.first.clear()
    this.later = undefined
  }

  rollback(): void {
    for (const [key, value] of this.first) this.restore(key, value)
    this.commit()
  }

  /** Sets the savepoint. */
  mark(): void {
    this.later = []
  }

  /** How many changes there are to take back; from here on they are noted. */
  savepoint(): number {
    this.later ??= []
    return this.later.length
  }

  /** Back to where there were so many. */
  backTo(savepoint: number): void {
    const { later = [] } = this
    for (let last = later.at(-1); last !== undefined && later.length > savepoint; last = later.at(-1)) {
      this.restore(last.key, last.value)
      if (last.isFirst) this.first.delete(last.key)
      later.pop()
    }
  }

  /** Back to the savepoint. */
  revert(): void {
    this.backTo(0)
    this.later = undefined
  }
}
