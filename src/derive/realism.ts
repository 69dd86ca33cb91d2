/** How much of what a sandbox will answer is stated, derived or filler: counted over the fields of success answers. */
import type { ImportReport } from '../api/description.ts'
import { groundOf } from '../api/schema/generate.ts'
import type { Schema } from '../api/schema/schema.ts'
import type { Reader } from './reader.ts'
import type { Act } from './sites.ts'

type Counts = { stated: number; derived: number; filler: number }

/** How deep answers are looked into; what is deeper says little of how real they look. */
const DEPTH = 6

export function countRealism(acts: readonly Act[], reader: Reader): ImportReport['realism'] {
  const counts: Counts = { stated: 0, derived: 0, filler: 0 }
  const seen = new Set<object>()
  for (const act of acts) {
    if (Object.keys(act.answer.media?.examples ?? {}).length > 0) countExample(act.answer.media?.schema, counts, reader)
    else count(act.answer.media?.schema, '', counts, seen, reader, 0)
  }
  return counts
}

function countExample(schema: Schema | undefined, counts: Counts, reader: Reader): void {
  counts.stated += Math.max(1, reader.properties(schema).size)
}

/** Each component is counted once: it is the same knowledge wherever it is shown. */
function count(
  schema: Schema | undefined,
  name: string,
  counts: Counts,
  seen: Set<object>,
  reader: Reader,
  depth: number,
): void {
  if (typeof schema !== 'object' || depth > DEPTH) return
  const view = reader.view(schema)
  if (reader.isObject(schema)) {
    const key = reader.component(schema) === undefined ? schema : view.properties
    if (seen.has(key)) return
    seen.add(key)
    for (const [property, inner] of reader.properties(schema)) count(inner, property, counts, seen, reader, depth + 1)
    return
  }
  if (view.types.includes('array')) {
    count(view.items, name, counts, seen, reader, depth + 1)
    return
  }
  if (name !== '') counts[groundOf(schema, reader.view, name)]++
}
