/** How much of what a sandbox will answer is stated, derived or filler: counted over the fields of success answers. */
import type { ImportReport } from '../api/description.ts'
import type { Place } from '../api/plan.ts'
import { groundOf } from '../api/schema/generate.ts'
import type { Schema } from '../api/schema/schema.ts'
import type { Act } from './paths/sites.ts'
import type { Reader } from './schemas/reader.ts'

type Counts = { stated: number; derived: number; filler: number; readonly unfounded: string[] }

/** How deep answers are looked into; what is deeper says little of how real they look. */
const DEPTH = 6
/** Fields that are named as those that nothing is known of. */
const NAMED = 100

/** `pageOf` tells where an act's answer holds what its list style fills. */
export function countRealism(
  acts: readonly Act[],
  reader: Reader,
  pageOf: (act: Act) => readonly Place[],
): ImportReport['realism'] {
  const counts: Counts = { stated: 0, derived: 0, filler: 0, unfounded: [] }
  const seen = new Set<object>()
  for (const act of acts) {
    if (Object.keys(act.answer.media?.examples ?? {}).length > 0) countExample(act.answer.media?.schema, counts, reader)
    else {
      const spot = { within: `${act.op.method} ${act.op.path}: `, path: [], whole: [] }
      const page = new Set(pageOf(act).map((place) => place.join('.')))
      count(act.answer.media?.schema, spot, { counts, seen, reader, page })
    }
  }
  const { unfounded, ...numbers } = counts
  return unfounded.length === 0 ? numbers : counts
}

function countExample(schema: Schema | undefined, counts: Counts, reader: Reader): void {
  counts.stated += Math.max(1, reader.properties(schema).size)
}

interface Spot {
  /** What the path begins in: a component and a dot, or an operation. */
  readonly within: string
  readonly path: readonly string[]
  /** The same from the answer on. */
  readonly whole: readonly string[]
}

interface Counting {
  readonly counts: Counts
  readonly seen: Set<object>
  readonly reader: Reader
  readonly page: ReadonlySet<string>
}

/** Each component is counted once: it is the same knowledge wherever it is shown. */
function count(schema: Schema | undefined, spot: Spot, counting: Counting, depth = 0): void {
  const { counts, seen, reader, page } = counting
  if (typeof schema !== 'object' || depth > DEPTH) return
  const view = reader.view(schema)
  if (reader.isObject(schema)) {
    const component = reader.component(schema)
    const key = component === undefined ? schema : view.properties
    if (seen.has(key)) return
    seen.add(key)
    const { within, path } = component === undefined ? spot : { within: `${component}.`, path: [] }
    for (const [property, inner] of reader.properties(schema)) {
      const whole = [...spot.whole, property]
      count(inner, { within, path: [...path, property], whole }, counting, depth + 1)
    }
    return
  }
  if (view.types.includes('array')) {
    count(view.items, spot, counting, depth + 1)
    return
  }
  const name = spot.path.at(-1)
  if (name === undefined) return
  const said = groundOf(schema, reader.view, name)
  const ground = said === 'filler' && page.has(spot.whole.join('.')) ? 'derived' : said
  counts[ground]++
  const told = spot.within + spot.path.join('.')
  if (ground === 'filler' && counts.unfounded.length < NAMED && !counts.unfounded.includes(told))
    counts.unfounded.push(told)
}
