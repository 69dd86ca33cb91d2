import type { Pin } from './store.ts'

/** Values that are at hand, and what keeps the others. */
export class PinnedValues implements Pin {
  readonly #values: ReadonlyMap<string, string | undefined>
  readonly #others: Pin | undefined

  constructor(values: ReadonlyMap<string, string | undefined>, others?: Pin) {
    this.#values = values
    this.#others = others
  }

  get(key: string): string | undefined {
    return this.#values.has(key) ? this.#values.get(key) : this.#others?.get(key)
  }

  size(key: string): number {
    return this.#values.has(key) ? (this.#values.get(key)?.length ?? 0) : (this.#others?.size(key) ?? 0)
  }

  hold(): void {
    this.#others?.hold()
  }

  release(): void {
    this.#others?.release()
  }
}
