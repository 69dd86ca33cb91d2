/** How elements of lists were written, where their values no longer tell: `1.0` is the number 1, and a text to others. */
const written = new WeakMap<readonly unknown[], Map<number, string>>()

export function noteSpelling(list: readonly unknown[], index: number, text: string): void {
  const known = written.get(list) ?? new Map<number, string>()
  written.set(list, known)
  known.set(index, text)
}

/** Undefined where the value itself says how it was written. */
export function spellingOf(list: readonly unknown[], index: number): string | undefined {
  return written.get(list)?.get(index)
}
