/** What tells a collection, an item and a verb apart: requests, answers and words of the operations at a path. */
import { isActionWord, type Meaning, meaningOf, meaningOfId } from '../naming/verbs.ts'
import { isPlural, plain, singularName, words } from '../naming/words.ts'
import { saysMaking } from '../operations/upsert.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { listOf, pathHints, recordOf } from '../schemas/shown.ts'
import { changesParts } from './actions-below.ts'
import { type Act, NO_NAMES, type Tree } from './path-tree.ts'
import { keyOf, type Part } from './paths.ts'

export function sameRequest(act: Act, other: Act | undefined, reader: Reader): boolean {
  const mine = reader.component(requestSchema(act.op))
  return mine !== undefined && other !== undefined && mine === reader.component(requestSchema(other.op))
}

/** True when some answer is an object or an array (or says nothing), and not just a text or a file. */
export function showsData(group: readonly Act[], reader: Reader): boolean {
  return group.some(({ answer }) => {
    if (answer.nature === 'empty') return true
    const schema = answer.media?.schema
    return answer.nature === 'data' && !reader.isScalar(schema)
  })
}

export function isVerbOf(segment: string, before: readonly Part[], tree: Tree): boolean {
  const meaning = meaningOf(segment)
  return meaning !== undefined && meaning !== 'bulk' && tree.isCollection(before)
}

/** A map that is written whole: settings by name and no collection. */
export function isWholeMap(group: readonly Act[], get: Act, text: string, reader: Reader): boolean {
  const writes =
    group.some((act) => /^(PUT|PATCH)$/.test(act.op.method)) && !group.some((act) => act.op.method === 'POST')
  return writes && listOf(get, { names: [text, singularName(text)] }, reader)?.form === 'map'
}

/** GET /animal?uid= with a required query parameter that is a property of the one record it answers with. */
export function readsByQuery(group: readonly Act[], get: Act, text: string, reader: Reader): boolean {
  if (group.some((act) => act.op.method !== 'GET')) return false
  const record = recordOf(get, { names: [text, singularName(text)] }, reader)
  if (record === undefined) return false
  const names = new Set([...reader.properties(record.schema).keys()].map(plain))
  return get.op.parameters.some(
    (p) =>
      p.in === 'query' &&
      p.required &&
      names.has(plain(p.name)) &&
      /(id|key|slug|code|name|number|symbol)$/i.test(p.name),
  )
}

/** `/x/{id}/secret` of which there is one, and no list. */
export function hangsOnOne(before: readonly Part[], tree: Tree, reader: Reader): boolean {
  const get = tree.at(keyOf(before), 'GET')
  const last = before.at(-1)
  return (
    before.at(-2)?.param === true && get !== undefined && last !== undefined && !answersList(get, last.text, reader)
  )
}

/** The tail `/secret/rotate`, `/shipping/deliver` of an item: something done to a part of it. */
export function isDone(text: string, tree: Tree, before: readonly Part[], reader: Reader): boolean {
  return !isPlural(text) && (isActionWord(text) || hangsOnOne(before, tree, reader) || !tree.paths.has(keyOf(before)))
}

export function isRpc(group: readonly Act[]): boolean {
  return group.some((act) => /\w\.\w+$/.test(act.op.path))
}

export function answersList(act: Act, text: string, reader: Reader): boolean {
  const found = listOf(act, { names: [text, singularName(text)] }, reader)
  return found !== undefined && (found.form === 'array' || isPlural(text))
}

export function sharesComponent(act: Act, other: Act | undefined, reader: Reader): boolean {
  if (other === undefined) return false
  const mine = reader.component(recordOf(act, pathHints(other.shape.parts), reader)?.schema)
  const theirs = reader.component(recordOf(other, pathHints(other.shape.parts), reader)?.schema)
  return mine !== undefined && mine === theirs
}

/** POST /x/{id}/things makes a thing unless it is said as a verb or answers with the parent. */
export function createsChild(post: Act, text: string, parent: Act | undefined, reader: Reader): boolean {
  if (parent !== undefined && sharesComponent(post, parent, reader)) return false
  if (isActionWord(text) && (!isPlural(text) || changesParts(text))) return false
  return looksCreating(post, text, reader)
}

/**
 * POST /alerts/{id}/destinations that answers with an alert, where nothing makes alerts but such calls: one that needs
 * a record of the kind it answers with cannot be what makes them.
 */
export function changesItem(post: Act, before: readonly Part[], tree: Tree, reader: Reader): boolean {
  const collection = before.slice(0, -1)
  const listed = tree.at(keyOf(collection), 'GET')
  if (listed === undefined) return false
  const hints = pathHints(collection)
  const shown = reader.component(listOf(listed, hints, reader)?.schema)
  const answered = (act: Act): string | undefined => reader.component(recordOf(act, hints, reader)?.schema)
  if (shown === undefined || answered(post) !== shown) return false
  const item = keyOf(before)
  for (const alike of tree.writers.values()) {
    const another = alike.find((act) => !act.shape.key.startsWith(`${item}/`))
    if (another !== undefined && answered(another) === shown) return false
  }
  return true
}

/** `ids` are the parameters by which paths name what stands there: `/payments/{paymentReference}/refunds`. */
export function looksCreating(post: Act, text: string, reader: Reader, ids: ReadonlySet<string> = NO_NAMES): boolean {
  const meaning: Meaning | undefined = meaningOfId(post.op.id)
  if (meaning !== undefined && meaning !== 'create' && meaning !== 'replace' && meaning !== 'upload') return false
  const record = recordOf(post, { names: [text, singularName(text)] }, reader)
  if (record === undefined) return meaning === 'create' && isPlural(text) && post.op.requestBody !== undefined
  const nested = reader.properties(reader.properties(record.schema).get('metadata')).has('name')
  const known = new Set([...ids].map(plain))
  const isId = (name: string): boolean =>
    /^(_?id|uuid|guid|sid|gid|uid|key|slug|token|name)$/i.test(name) ||
    words(name).at(-1) === 'id' ||
    known.has(plain(name)) ||
    known.has(plain(`${singularName(text)}_${name}`))
  const named = nested || [...reader.properties(record.schema).keys()].some(isId)
  if (named) return isPlural(text) || meaning === 'create' || post.answer.status === '201'
  return meaning === 'create' && isPlural(text) && saysMaking(post.op, [text])
}
