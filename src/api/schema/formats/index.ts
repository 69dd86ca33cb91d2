/** The formats we assert and make values for. A name that is not here is an annotation only. */

export interface Format {
  readonly format: string
  /** Whether a value is of this format; values of another JSON type always pass. */
  test(value: unknown): boolean
  /** A valid value from a stream of numbers in [0, 1). */
  sample(next: () => number): string | number
}

const all: readonly Format[] = []

export const formats: ReadonlyMap<string, Format> = new Map(all.map((format) => [format.format, format]))
