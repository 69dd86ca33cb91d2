/** Whether lists answer newest first: what is stated, the description's words, or a direction whose default is descending. */
import { extensions } from '../../api/extensions.ts'
import { field, textOf } from '../../support/json.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'

const NEWEST =
  /\b(newest|most recent(ly)?|latest|recently)\b[^.]{0,60}\bfirst\b|reverse chronological|descending (order )?(by|of) (the )?(creat|date|time)|(created|creation)[^.]{0,40}\b(descending|newest|most recent)\b|sorted[^.]{0,60}(newest|most recent|latest)/i
const OLDEST = /\b(oldest|earliest)\b[^.]{0,40}\bfirst\b/i

export function isNewestFirst(draft: TypeDraft, reader: Reader): boolean {
  for (const family of draft.families)
    for (const { act, site } of family.members) {
      if (site.role !== 'collection' || act.op.method !== 'GET') continue
      const order = field(act.op.extensions[extensions.list], 'order')
      if (order === 'newest_first' || order === 'oldest_first') return order === 'newest_first'
      const text =
        `${act.op.summary ?? ''}. ${act.op.description ?? ''}. ${act.answer.response?.description ?? ''}`.slice(
          0,
          4_000,
        )
      if (NEWEST.test(text)) return true
      if (OLDEST.test(text)) return false
      const direction = act.op.parameters.find(
        (p) => p.in === 'query' && /^(order|direction|sort_?order|sort_?dir(ection)?)$/i.test(p.name),
      )
      if (
        direction !== undefined &&
        /^(desc(ending)?|backwards?)$/i.test(textOf(reader.view(direction.schema).keywords['default']))
      )
        return true
    }
  return false
}
