/** Numbers by which paths name records: which property they mean, and whether they count from 1 in each parent. */
import type { Place } from '../api/plan.ts'
import type { Reader } from './reader.ts'
import type { TypeDraft } from './resources.ts'
import { isKey, isOnly } from './usual-key.ts'
import { flat, words } from './words.ts'

/** One and the same in other words: `{index}` of a record that has a `number`. */
const NUMBER = /^(index|number|num|no|nr|iid)$/

/** The only number of a record that a parameter such as `{index}` can mean; undefined when none is plain. */
export function numberFor(param: string, draft: TypeDraft, reader: Reader): Place | undefined {
  if (!NUMBER.test(words(param).at(-1) ?? '')) return undefined
  const found = [...reader.properties(draft.schema)].filter(
    ([name, property]) => NUMBER.test(flat(name)) && isOnly('integer', property, reader),
  )
  const [only] = found
  return found.length === 1 && only !== undefined ? [only[0]] : undefined
}

/** A record that has an id besides, and is read by its number below others alone: each of those counts its own. */
export function countsWithin(place: Place, draft: TypeDraft, reader: Reader): boolean {
  const [name = ''] = place
  const properties = reader.properties(draft.schema)
  if (place.length !== 1 || !NUMBER.test(flat(name)) || !isOnly('integer', properties.get(name), reader)) return false
  const hasId = [...properties].some(
    ([other, property]) => /^_?(id|uuid|guid)$/i.test(other) && isKey(property, reader),
  )
  const reads = draft.families
    .flatMap((family) => family.members)
    .filter(({ act, site }) => site.role === 'item' && act.op.method === 'GET')
  return hasId && reads.length > 0 && reads.every(({ site }) => site.parts.some((part) => part.param))
}
