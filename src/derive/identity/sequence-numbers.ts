/** Numbers by which paths name records: which property they mean, and whether they count from 1 in each parent. */
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain, singularName, words } from '../naming/words.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { isKey, isOnly } from './usual-keys.ts'

/** One and the same in other words: `{index}` of a record that has a `number`. */
const NUMBER = /^(index|number|num|no|nr|iid)$/

/** The only number of a record that a parameter such as `{index}` can mean; undefined when none is plain. */
export function numberFor(param: string, draft: TypeDraft, reader: Reader): Place | undefined {
  if (!NUMBER.test(words(param).at(-1) ?? '')) return undefined
  const found = [...reader.properties(draft.schema)].filter(
    ([name, property]) => NUMBER.test(plain(name)) && isOnly('integer', property, reader),
  )
  const [only] = found
  return found.length === 1 && only !== undefined ? [only[0]] : undefined
}

/** Numbers that each parent counts for itself. */
export function countsWithin(place: Place, draft: TypeDraft, reader: Reader): boolean {
  const [name = ''] = place
  const properties = reader.properties(draft.schema)
  const schema = properties.get(name)
  if (place.length === 1 && isSaidToBegin(schema, reader)) return true
  if (place.length !== 1 || !isOnly('integer', schema, reader)) return false
  const reads = draft.families
    .flatMap((family) => family.members)
    .filter(({ act, site }) => site.role === 'item' && act.op.method === 'GET')
  if (reads.length === 0 || !reads.every(({ site }) => site.parts.some((part) => part.param))) return false
  if (!NUMBER.test(plain(name))) return isSaidToCount(schema, reader) || isCountedWork(draft)
  return [...properties].some(([other, property]) => /^_?(id|uuid|guid)$/i.test(other) && isKey(property, reader))
}

const UNIQUE_WITHIN = /\bunique (only )?(within|inside|per|in) (a|an|the|its|their|each|one)?\b/i
const COUNTS =
  /\b(incremental|sequential|consecutive|auto-?incremented|numbered)\b[^.]*\b(per|within|inside|in each)\b/i

/** Words such as "only unique within the repository". */
function isSaidToCount(schema: Schema | undefined, reader: Reader): boolean {
  const { description } = reader.view(schema).keywords
  return typeof description === 'string' && (UNIQUE_WITHIN.test(description) || COUNTS.test(description))
}

/** "Version IDs in a secret start at 1 and are incremented." */
export function isSaidToBegin(schema: Schema | undefined, reader: Reader): boolean {
  const { description } = reader.view(schema).keywords
  return typeof description === 'string' && BEGINS.test(description)
}

const BEGINS =
  /\b(ids?|numbers?|versions?)\b[^.]{0,60}\b(starts?|begins?|starting|beginning) (at|with|from) 1\b[^.]{0,40}\b(increment|increas|sequen)/i

const WORK = /^(issue|ticket|task|pull|pullrequest|mergerequest|changerequest|build|pipeline)$/
const WORKPLACE = /^(repo|repository|project|app)$/

/** Issues, requests and builds of a repository or project whose path needs its owner, too: each has its own first one. */
function isCountedWork({ home: { literal, parts } }: TypeDraft): boolean {
  const around = parts.filter((part) => part.param)
  const above = words(around.at(-1)?.text ?? '').filter((word) => !/^(id|slug|name|key)$/.test(word))
  return around.length === 2 && WORK.test(plain(singularName(literal))) && WORKPLACE.test(above.at(-1) ?? '')
}
