/**
 * A map of strings that is read in code-unit order. Keys stand in chunks of
 * bounded length, so that an insertion moves few of them however many there
 * are; new ones take their place when somebody asks for the order.
 */
const LARGEST_CHUNK = 512

export class SortedMap<V> {
  private readonly values = new Map<string, V>()
  private chunks: string[][] = []
  /** Keys that have no place yet. */
  private fresh: string[] = []

  get size(): number {
    return this.values.size
  }

  get(key: string): V | undefined {
    return this.values.get(key)
  }

  has(key: string): boolean {
    return this.values.has(key)
  }

  set(key: string, value: V): void {
    if (!this.values.has(key)) this.fresh.push(key)
    this.values.set(key, value)
  }

  delete(key: string): boolean {
    if (!this.values.has(key)) return false
    this.settle()
    this.values.delete(key)
    const at = this.chunkFor(key)
    const chunk = this.chunks[at]
    if (chunk === undefined) return true
    chunk.splice(position(chunk, key), 1)
    if (chunk.length === 0) this.chunks.splice(at, 1)
    return true
  }

  clear(): void {
    this.values.clear()
    this.chunks = []
    this.fresh = []
  }

  /** Entries with from <= key < to in order, or in the reverse of it. The map must not change meanwhile. */
  *entries(from: string, to: string, reverse = false): Generator<[key: string, value: V], void, undefined> {
    this.settle()
    for (const key of reverse ? this.keysDown(from, to) : this.keysUp(from, to)) {
      yield [key, this.values.get(key) as V]
    }
  }

  /** All entries, in no promised order. */
  all(): IterableIterator<[key: string, value: V]> {
    return this.values.entries()
  }

  private *keysUp(from: string, to: string): Generator<string, void, undefined> {
    for (let at = this.chunkFor(from); at < this.chunks.length; at++) {
      const chunk = this.chunks[at] ?? []
      for (let i = position(chunk, from); i < chunk.length; i++) {
        const key = chunk[i] as string
        if (key >= to) return
        yield key
      }
    }
  }

  private *keysDown(from: string, to: string): Generator<string, void, undefined> {
    for (let at = this.chunkFor(to); at >= 0; at--) {
      const chunk = this.chunks[at] ?? []
      for (let i = position(chunk, to) - 1; i >= 0; i--) {
        const key = chunk[i] as string
        if (key < from) return
        yield key
      }
    }
  }

  private settle(): void {
    if (this.fresh.length === 0) return
    for (const key of this.fresh) this.insert(key)
    this.fresh = []
  }

  private insert(key: string): void {
    const at = this.chunkFor(key)
    const chunk = this.chunks[at]
    if (chunk === undefined) {
      this.chunks.push([key])
      return
    }
    chunk.splice(position(chunk, key), 0, key)
    if (chunk.length > LARGEST_CHUNK) this.chunks.splice(at + 1, 0, chunk.splice(splitAt(chunk, key)))
  }

  /** The last chunk that starts at or before the key, or the first. */
  private chunkFor(key: string): number {
    let low = 0
    let high = this.chunks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.chunks[middle]?.[0] as string) <= key) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }
}

/** Keys that arrive in order fill their chunks: only then is the cut made at the end. */
function splitAt(chunk: readonly string[], inserted: string): number {
  return chunk[chunk.length - 1] === inserted ? chunk.length - 1 : chunk.length >>> 1
}

/** Index of the first key that is not less. */
function position(chunk: readonly string[], key: string): number {
  let low = 0
  let high = chunk.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((chunk[middle] as string) < key) low = middle + 1
    else high = middle
  }
  return low
}
