/** Where a schema stands while it is brought to 2020-12. */
export interface Place {
  readonly pointer: string
  readonly depth: number
  /** The `$id`s passed on the way from the root, outermost first. */
  readonly ids: readonly string[]
}

/** The place of a step further into the schema. */
export function below(place: Place, step: string): Place {
  const escaped = step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
  return { pointer: `${place.pointer}/${escaped}`, depth: place.depth + 1, ids: place.ids }
}
