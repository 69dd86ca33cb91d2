/** Does a POST read, and is it about a collection beside it: `/search/orders` beside `/orders`? */

import { isEqual } from '../../api/schema/equal.ts'
import { meaningOf, meaningOfId } from '../naming/verbs.ts'
import { plain, sameThing } from '../naming/words.ts'
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

/**
 * A POST that says in its body what the GET of its path asks in the query, and answers the same list: `POST /similar`
 * beside `GET /similar`. What is made has properties of its own beside those that lists are narrowed by.
 */
export function asksAsRead({ op, answer, shape }: Act, group: readonly Act[], reader: Reader): boolean {
  const get = group.find((act) => act.op.method === 'GET')
  if (op.method !== 'POST' || get === undefined || answer.media === undefined) return false
  if (!isEqual(answer.media.schema, get.answer.media?.schema)) return false
  const query = new Set(get.op.parameters.flatMap((one) => (one.in === 'query' ? [plain(one.name)] : [])))
  const sent = [...reader.properties(requestSchema(op)).keys()].map(plain)
  if (!sent.every((name) => query.has(name)) || !sent.some((name) => OF_LISTS.test(name))) return false
  return listOf(get, pathHints(shape.parts), reader) !== undefined
}

/** What is said of a list, and never of one of its records. */
const OF_LISTS =
  /^(q|query|search(query|term)?|filters?|limit|offset|cursor|page(size|number|token)?|(per|max)page(size)?|pagesize|size|sort(by|order)?|orderby|maxresults)$/

/** It answers with an array, and is not sent any. */
export function listsByPost({ op, answer }: Act, reader: Reader): boolean {
  if (!reader.isArray(answer.media?.schema) || /^(create|bulk)$/.test(meaningOfId(op.id) ?? '')) return false
  const body = requestSchema(op)
  const sent = [body, ...reader.properties(body).values()]
  return !sent.some((one) => reader.isArray(one) && reader.isObject(reader.view(one).items))
}
