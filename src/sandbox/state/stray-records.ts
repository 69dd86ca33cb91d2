/** Records that a description has no type for any more. */
import { entryInWords, entryKey, rangeOf } from './keys.ts'
import type { Store } from './store.ts'

export interface StrayRecords {
  readonly type: string
  readonly count: number
}

/** By type; [] where the description has a type for all that is kept. */
export function strayRecords(store: Store, types: readonly string[]): readonly StrayRecords[] {
  const known = new Set(types.map((type) => entryKey('h', type)))
  return store.range(rangeOf('h')).flatMap(([key, head]) => {
    // Sequence, version, count; a counter of something else is one number.
    const count = Number(head.split(' ')[2] ?? 0)
    return known.has(key) || count === 0 ? [] : [{ type: entryInWords(key).replace(/^head of /, ''), count }]
  })
}
