/** Does a POST read, and is it about a collection beside it: `/search/orders` beside `/orders`? */

import { meaningOf, meaningOfId } from '../naming/verbs.ts'
import { sameThing } from '../naming/words.ts'
import type { Act, Tree } from '../paths/path-tree.ts'
import type { Part } from '../paths/paths.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { listOf, pathHints } from '../schemas/shown.ts'

/** The parts of the collection that it answers with a list of; undefined where it is about none. */
export function searchedAt(
  group: readonly Act[],
  before: readonly Part[],
  text: string,
  tree: Tree,
  reader: Reader,
): readonly Part[] | undefined {
  const [above, ...rest] = before.toReversed()
  if (above === undefined || above.param || !/^(search|list)$/.test(meaningOf(above.text) ?? '')) return undefined
  const beside = rest.toReversed()
  const name = tree.siblings(beside).find((literal) => sameThing(literal, text))
  if (name === undefined) return undefined
  const parts = [...beside, { param: false, text: name }]
  const isList = group.every((act) => listOf(act, pathHints(parts), reader)?.form === 'array')
  return isList && tree.isCollection(parts) ? parts : undefined
}

/** It answers with an array, and is not sent any. */
export function listsByPost({ op, answer }: Act, reader: Reader): boolean {
  if (!reader.isArray(answer.media?.schema) || /^(create|bulk)$/.test(meaningOfId(op.id) ?? '')) return false
  const body = requestSchema(op)
  const sent = [body, ...reader.properties(body).values()]
  return !sent.some((one) => reader.isArray(one) && reader.isObject(reader.view(one).items))
}
