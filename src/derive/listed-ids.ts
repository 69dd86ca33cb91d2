/** The id as lists show it: as `id` what other answers call `assetId`. */
import type { Reader } from './reader.ts'
import type { TypeDraft } from './resources.ts'
import { listOf } from './shown.ts'
import { flat } from './words.ts'

/** `last` is the name of the id in flat letters. */
export function isShortInLists(draft: TypeDraft, last: string, reader: Reader): boolean {
  if (!/..(id|uuid|guid)$/.test(last) || reader.properties(draft.schema).has('id')) return false
  const lists = draft.families.flatMap(({ members }) =>
    members.flatMap(({ act, site }) =>
      site.role === 'collection' && act.op.method === 'GET' ? (listOf(act, draft.hints, reader) ?? []) : [],
    ),
  )
  return lists.some(({ schema }) => {
    const shown = reader.properties(schema)
    return reader.isScalar(shown.get('id')) && ![...shown.keys()].some((name) => flat(name) === last)
  })
}
