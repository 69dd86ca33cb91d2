/** Records that are read at a word below them: `/messages/{id}/details`, where nothing is read at `/messages/{id}`. */

import { plain } from '../naming/words.ts'
import type { Act, Tree } from '../paths/path-tree.ts'
import { keyOf, type Part } from '../paths/paths.ts'
import type { Reader } from '../schemas/reader.ts'
import { listOf, pathHints, recordOf } from '../schemas/shown.ts'

const IN_FULL = /^(details?|info|full|view|show|get|content|profile)$/i

/** Nothing else reads the record above, and the answer shows nearly all of what the list of such records shows. */
export function showsInFull(
  group: readonly Act[],
  before: readonly Part[],
  text: string,
  tree: Tree,
  reader: Reader,
): boolean {
  const [get, ...others] = group
  if (get?.op.method !== 'GET' || others.length > 0 || !IN_FULL.test(text)) return false
  const collection = before.slice(0, -1)
  const list = tree.at(keyOf(collection), 'GET')
  if (list === undefined || tree.at(keyOf(before), 'GET') !== undefined) return false
  const hints = pathHints(collection, before.at(-1)?.text)
  const listed = [...reader.properties(listOf(list, hints, reader)?.schema).keys()].map(plain)
  const shown = new Set([...reader.properties(recordOf(get, hints, reader)?.schema).keys()].map(plain))
  const shared = listed.filter((name) => shown.has(name)).length
  return shared >= 3 && shared / listed.length >= 0.8
}
