/** The id as lists show it: as `id`, or called like the parameter of the path, what other answers call `assetId`. */

import { plain } from '../naming/words.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { listOf } from '../schemas/shown.ts'

/** Other names of the id in lists. `last` is its name, `params` are those of the paths, all in plain letters. */
export function idsInLists(
  draft: TypeDraft,
  last: string,
  params: ReadonlySet<string>,
  reader: Reader,
): readonly string[] {
  const own = reader.properties(draft.schema)
  const lists = draft.families.flatMap(({ members }) =>
    members.flatMap(({ act, site }) =>
      site.role === 'collection' && act.op.method === 'GET' ? (listOf(act, draft.hints, reader) ?? []) : [],
    ),
  )
  const isShort = (name: string) => name === 'id' && /..(id|uuid|guid)$/.test(last)
  // `{index_name}` of what lists show as `{name}`.
  const isMeant = (name: string) => !own.has(last) && draft.hints.names.some((noun) => params.has(plain(noun + name)))
  return lists.flatMap(({ schema }) => {
    const shown = [...reader.properties(schema)].filter(([, property]) => reader.isScalar(property))
    if (shown.some(([name]) => plain(name) === last)) return []
    const [other] = shown
      .map(([name]) => name)
      .filter((name) => isShort(name) || params.has(plain(name)) || isMeant(name))
    return other === undefined || own.has(other) || own.has('id') ? [] : [other]
  })
}
