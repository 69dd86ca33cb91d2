/** Does the parameter that ends a path name a collection, and no record? */
import { sameThing, words } from '../naming/words.ts'
import type { Reader } from '../schemas/reader.ts'
import { listOf, pathHints, recordOf } from '../schemas/shown.ts'
import type { Act, Tree } from './path-tree.ts'
import { sharesComponent } from './site-evidence.ts'

/**
 * `/objects/{kind}` that lists and makes, above `/objects/{kind}/{id}` that reads one and changes or removes it: the
 * parameter names a collection. Where a PUT of the item makes it, it is the list that must hold such items.
 */
export function holdsItems(group: readonly Act[], tree: Tree, reader: Reader): boolean {
  const [first] = group
  if (first === undefined) return false
  const item = `${first.shape.key}/{}`
  const get = group.find((act) => act.op.method === 'GET')
  const read = tree.at(item, 'GET')
  if (get === undefined || read === undefined) return false
  if (!['PATCH', 'PUT', 'DELETE'].some((method) => tree.at(item, method) !== undefined)) return false
  const hints = pathHints(first.shape.parts)
  const found = listOf(get, hints, reader)
  if (found?.form !== 'array') return false
  if (group.some((act) => act.op.method === 'POST')) return true
  const listed = reader.component(found.schema)
  return (
    group.length === 1 &&
    tree.at(item, 'PUT') !== undefined &&
    listed !== undefined &&
    listed === reader.component(recordOf(read, hints, reader)?.schema)
  )
}

/**
 * `POST /entries/{kind}` that answers what `/entries/{kind}/{id}` reads, where nothing else is done to `/entries/{kind}`:
 * the parameter says among which a record is made, and names none.
 */
export function makesItems(group: readonly Act[], tree: Tree, reader: Reader): boolean {
  const [post, ...others] = group
  if (post === undefined || others.length > 0 || post.op.method !== 'POST' || post.op.requestBody === undefined)
    return false
  const [last, literal] = [...post.shape.parts].reverse()
  if (literal === undefined || literal.param || isNamedAfter(last?.text ?? '', literal.text)) return false
  return sharesComponent(post, tree.at(`${post.shape.key}/{}`, 'GET'), reader)
}

/** `{id}`, `{book}`, `{bookId}` of `/books`: a parameter that names one of them. */
function isNamedAfter(param: string, literal: string): boolean {
  const bare = words(param).filter((word) => !/^(id|uuid|key|name|slug|code|number)$/.test(word))
  return bare.length === 0 || sameThing(bare.join('_'), literal)
}
