/** Is what is sent a record that other verbs change or delete? */

import { singularName, words } from '../naming/words.ts'
import type { Act, Tree } from '../paths/path-tree.ts'
import { keyOf, type Part } from '../paths/paths.ts'
import type { Site } from '../paths/sites.ts'
import { findRecord } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'

/** `/sendMessage`, `/sendPhoto` that answer with a message, beside `/deleteMessage`: what is sent is made, unless `/createMessage` makes it. */
export function sentAs(
  group: readonly Act[],
  text: string,
  before: readonly Part[],
  tree: Tree,
  reader: Reader,
): Site | undefined {
  const post = group.find((act) => act.op.method === 'POST')
  if (post === undefined || words(text)[0] !== 'send') return undefined
  const shown = reader.component(findRecord(post.answer.media?.schema, { names: [] }, reader)?.schema)
  const does = shown === undefined ? undefined : tree.doesTo(before, shown)
  if (shown === undefined || does === undefined || does.has('create')) return undefined
  if (!does.has('delete') && !does.has('update')) return undefined
  const parts = [...before, { param: false, text: singularName(words(shown).join('_')) }]
  return { role: 'collection-verb', family: keyOf(parts), parts, verb: 'create' }
}
