/**
 * Where each operation stands: at a collection, at an item of one, at a verb of
 * either, or at a thing there is one of. Paths and methods decide, with a look
 * at whether the answer is a list.
 */
import type { OperationId } from '../../api/description.ts'
import type { DescribedApi } from '../../api/model.ts'
import type { Place } from '../../api/plan.ts'
import { isActionWord, meaningOf, meaningOfId } from '../naming/verbs.ts'
import { isPlural, plain, sameThing, singularName, words } from '../naming/words.ts'
import { listedOf } from '../operations/change-batch.ts'
import { isWhole, partUnder, saysWhether } from '../operations/property-endpoints.ts'
import { withCalledParts } from '../resources/called-parts.ts'
import { showsInFull } from '../resources/detail-reads.ts'
import { isNamedByKey, saysKey } from '../resources/named-by-key.ts'
import { asksAsRead, listsByPost, searchedAt } from '../resources/post-search.ts'
import { sentAs } from '../resources/sent-as.ts'
import { sentElsewhere } from '../resources/sent-elsewhere.ts'
import { findList } from '../schemas/find-list.ts'
import type { Reader } from '../schemas/reader.ts'
import { asksForPages, listOf, pathHints, recordOf } from '../schemas/shown.ts'
import { asksForSome, isDoneAbove, makesOwn } from './actions-below.ts'
import { asksOf } from './asks-of.ts'
import { holdsItems, makesItems } from './item-holders.ts'
import { makesByVerb } from './made-by-verb.ts'
import { doneToOnly } from './only-one.ts'
import { type Act, actOf, Tree } from './path-tree.ts'
import { isCalled, keyOf, lastLiteral, type Part } from './paths.ts'
import {
  answersList,
  changesItem,
  createsChild,
  hangsOnOne,
  isDone,
  isRpc,
  isVerbOf,
  isWholeMap,
  looksCreating,
  readsByQuery,
  sameRequest,
  sharesComponent,
  showsData,
} from './site-evidence.ts'

export type { Act } from './path-tree.ts'

export interface Site {
  readonly role:
    | 'collection'
    | 'item'
    | 'collection-verb'
    | 'item-verb'
    | 'item-view'
    | 'item-part'
    | 'singleton'
    | 'singleton-part'
    | 'singleton-verb'
    | 'loose'
  /** Key of the collection it belongs to; for a singleton, of the path itself. */
  readonly family: string
  /** Parts of the collection's (or singleton's) path. */
  readonly parts: readonly Part[]
  /** The parameter that names the record. */
  readonly target?: string
  /** The trailing literal of the verb roles. */
  readonly verb?: string
  /** The property of the record that a part is. */
  readonly part?: Place
}

export interface Survey {
  readonly acts: readonly Act[]
  readonly siteOf: ReadonlyMap<OperationId, Site>
}

/** Reads every operation once and gives each its site. */
export function survey(described: DescribedApi, reader: Reader): Survey {
  const acts = withCalledParts(described.operations.map(actOf), reader)
  const tree = new Tree(acts)
  const siteOf = new Map<OperationId, Site>()
  for (const group of tree.paths.values()) {
    const site = siteAt(group, tree, reader)
    for (const act of group) {
      const [own] = group
      const sameParams = own !== undefined && own.op.path === act.op.path
      const isAsked = site.role === 'collection' && asksAsRead(act, group, reader)
      const at: Site = isAsked ? { ...site, role: 'collection-verb', verb: 'search' } : site
      siteOf.set(act.op.id, sameParams ? at : renamed(at, act))
    }
  }
  for (const [{ op }, site] of sentElsewhere(acts, (act) => siteOf.get(act.op.id), reader)) siteOf.set(op.id, site)
  return { acts, siteOf }
}

/** The same site for a path whose parameters have other names. */
function renamed(site: Site, act: Act): Site {
  const parts = act.shape.parts.slice(0, site.parts.length)
  const target = act.shape.parts[site.parts.length]
  return { ...site, parts, ...(site.target !== undefined && target?.param === true && { target: target.text }) }
}

function siteAt(group: readonly Act[], tree: Tree, reader: Reader): Site {
  const parts = group[0]?.shape.parts ?? []
  const last = parts.at(-1)
  if (last === undefined)
    return { role: isRootCollection(group, tree, reader) ? 'collection' : 'loose', family: '/', parts }
  const before = parts.slice(0, -1)
  const key = keyOf(parts)
  const collection: Site = { role: 'collection', family: key, parts }
  const part = last.param ? undefined : partSite(group, before, last.text, tree, reader)
  if (part !== undefined) return part
  const told = last.param ? undefined : asksOf(group, last.text, siteAbove(before, last.text, tree, reader))
  if (told !== undefined) return told
  const above = before.at(-1)
  if (!last.param && above?.param === true && saysWhether(group))
    return { role: 'item', family: `${key}#whether`, parts, target: above.text }
  if (last.param) {
    if (listsAtItem(group, tree, reader) || holdsItems(group, tree, reader) || makesItems(group, tree, reader))
      return collection
    return { role: 'item', family: keyOf(before), parts: before, target: last.text }
  }
  if (listedOf(group, reader) !== undefined) return collection
  const read = tree.at(`${key}/{}`, 'GET')
  const post = group.find((act) => act.op.method === 'POST')
  const answersOne = post !== undefined && listOf(post, pathHints(parts), reader) === undefined
  const makesRead = answersOne && read !== undefined && sharesComponent(post, read, reader)
  const holds = makesRead || (isPlural(last.text) && read !== undefined)
  if (tree.hasItem(key) && (holds || !isVerbOf(last.text, before, tree)) && showsData(group, reader)) return collection
  return before.at(-1)?.param === true
    ? afterParam(group, before, last.text, tree, reader)
    : afterLiteral(group, before, last.text, tree, reader)
}

/** What stands at the path without its last literal, where that is a verb and something is there. */
function siteAbove(before: readonly Part[], text: string, tree: Tree, reader: Reader): Site | undefined {
  const above = meaningOf(text) === undefined ? undefined : tree.paths.get(keyOf(before))
  return above?.some(({ op }) => op.method === 'GET') === true ? siteAt(above, tree, reader) : undefined
}

/** `POST /` beside `/{id}` that is read: the whole API is one collection. */
function isRootCollection(group: readonly Act[], tree: Tree, reader: Reader): boolean {
  const post = group.find((act) => act.op.method === 'POST')
  const item = tree.at('/{}', 'GET')
  if (post === undefined || item === undefined) return false
  return sharesComponent(post, item, reader) || sameRequest(post, tree.at('/{}', 'PUT'), reader)
}

/** `/x/{id}/address`, `/x/{id}/settings/limits`: a property of the record above, under a path of its own. */
function partSite(
  group: readonly Act[],
  before: readonly Part[],
  text: string,
  tree: Tree,
  reader: Reader,
): Site | undefined {
  const get = tree.at(keyOf(before), 'GET')
  const above = before.at(-1)
  if (get === undefined || above === undefined || tree.hasItem(keyOf(group[0]?.shape.parts ?? []))) return undefined
  if (!above.param && answersList(get, above.text, reader)) return undefined
  const parts = above.param ? before.slice(0, -1) : before
  const record = recordOf(get, pathHints(parts, above.param ? above.text : undefined), reader)
  const part = partUnder(group, text, record?.schema, reader)
  if (part === undefined) return undefined
  const made = tree.at(keyOf(parts), 'POST')
  if (above.param && made !== undefined && isWhole(reader.at(record?.schema, part), made, reader))
    return { role: 'item', family: keyOf(parts), parts, target: above.text }
  if (above.param) return { role: 'item-part', family: keyOf(parts), parts, target: above.text, part }
  const owner = siteAt(tree.paths.get(keyOf(before)) ?? [], tree, reader)
  return owner.role === 'singleton' ? { role: 'singleton-part', family: owner.family, parts, part } : undefined
}

/** GET /attempts/by-endpoint/{id} that answers with a page: the parameter narrows a list and names no record of it. */
function listsAtItem(group: readonly Act[], tree: Tree, reader: Reader): boolean {
  if (narrowsList(group, tree, reader)) return true
  if (group.some((act) => act.op.method !== 'GET' && act.op.method !== 'HEAD')) return false
  return group.every((act) => {
    const schema = act.answer.media?.schema
    if (schema === undefined || act.answer.nature !== 'data') return false
    const before = keyOf(act.shape.parts.slice(0, -1))
    if (reader.isArray(schema)) return tree.at(before, 'POST') === undefined
    if (findList(schema, pathHints(act.shape.parts), reader) === undefined) return false
    return asksForPages(act) && tree.at(before, 'GET') === undefined
  })
}

/**
 * `/books` and `/books/{author}` that answer with one and the same page, above `/books/{author}/{title}`: the parameter
 * narrows the list. Some answer so about one record, too, but they name it by its id.
 */
function narrowsList(group: readonly Act[], tree: Tree, reader: Reader): boolean {
  if (group.some((act) => !/^(GET|HEAD|POST)$/.test(act.op.method))) return false
  const get = group.find((act) => act.op.method === 'GET')
  const [last, literal] = [...(get?.shape.parts ?? [])].reverse()
  if (last === undefined || /(id|key|number|code|name|slug)$/i.test(last.text)) return false
  if (sameThing(last.text, literal?.text ?? '') || !tree.hasItem(get?.shape.key ?? '')) return false
  const above = get === undefined ? undefined : tree.at(keyOf(get.shape.parts.slice(0, -1)), 'GET')
  const page = reader.component(get?.answer.media?.schema)
  if (get === undefined || above === undefined || page === undefined) return false
  if (reader.component(above.answer.media?.schema) !== page) return false
  return listOf(above, pathHints(above.shape.parts), reader)?.form === 'array'
}

/** `/x/{id}/literal` without items of its own. */
function afterParam(group: readonly Act[], before: readonly Part[], text: string, tree: Tree, reader: Reader): Site {
  const parts = group[0]?.shape.parts ?? []
  const ofItem = itemVerb(before, text)
  const own = { family: keyOf(parts), parts }
  const get = group.find((act) => act.op.method === 'GET')
  const post = group.find((act) => act.op.method === 'POST')
  if (!showsData(group, reader)) return ofItem
  if (get !== undefined && sharesComponent(get, tree.at(keyOf(before), 'GET'), reader))
    return { ...ofItem, role: 'item-view' }
  if (showsInFull(group, before, text, tree, reader)) return { ...ofItem, role: 'item' }
  if (get !== undefined && answersList(get, text, reader) && !isWholeMap(group, get, text, reader))
    return { role: 'collection', ...own }
  if (get !== undefined && showsData([get], reader) && get.answer.nature === 'data')
    return { role: 'singleton', ...own }
  if (meaningOf(text) !== undefined && !isPlural(text)) return ofItem
  if (post === undefined || changesItem(post, before, tree, reader)) return ofItem
  return createsChild(post, text, shownAt(post, before, text, tree, reader), reader)
    ? { role: 'collection', ...own }
    : ofItem
}

/** What shows the record above: its read, else its change, unless what is posted below is such a record itself. */
function shownAt(post: Act, before: readonly Part[], text: string, tree: Tree, reader: Reader): Act | undefined {
  const item = keyOf(before)
  const read = tree.at(item, 'GET')
  const change = tree.at(item, 'PATCH') ?? tree.at(item, 'PUT')
  if (read !== undefined || change === undefined) return read
  const collection = before.slice(0, -1)
  const isSame =
    sameThing(text, lastLiteral(collection)) || sameRequest(post, tree.at(keyOf(collection), 'POST'), reader)
  return isSame ? undefined : change
}

function itemVerb(before: readonly Part[], verb: string): Site {
  const parts = before.slice(0, -1)
  return { role: 'item-verb', family: keyOf(parts), parts, target: before.at(-1)?.text ?? '', verb }
}

/** `/x/literal` or `/literal` without items of its own. */
function afterLiteral(group: readonly Act[], before: readonly Part[], text: string, tree: Tree, reader: Reader): Site {
  const parts = group[0]?.shape.parts ?? []
  const own = { family: keyOf(parts), parts }
  const get = group.find((act) => act.op.method === 'GET')
  const post = group.find((act) => act.op.method === 'POST')
  const ofCollection: Site = { role: 'collection-verb', family: keyOf(before), parts: before, verb: text }
  const rpc = isRpc(group)
  const isCollection = tree.isCollection(before)
  if (isNamedByKey(group, before, text, tree)) return { role: 'item', family: keyOf(before), parts: before }
  const ofOnly = verbOfOnly(group, before, text, tree, reader) ?? comesAndGoes(group, before, text, tree, reader)
  if (ofOnly !== undefined) return ofOnly
  if (isDoneAbove(group, before, text) && !(isCollection ? asksForSome(text) : makesOwn(text)))
    return itemVerb(before.slice(0, -1), text)
  if (meaningOf(text) !== undefined && (isCollection || (rpc && meaningOf(text) === 'list')))
    return ofAnother(group, before, text, tree, reader) ?? ofCollection
  const virtual = verbAndNoun(text, before, tree) ?? sentAs(group, text, before, tree, reader)
  if (virtual !== undefined) return virtual
  const around = before.at(-1)
  const inBulk = around !== undefined && !around.param && meaningOf(around.text) === 'bulk'
  if (inBulk && tree.isCollection(before.slice(0, -1)) && get === undefined)
    return {
      role: 'collection-verb',
      family: keyOf(before.slice(0, -1)),
      parts: before.slice(0, -1),
      verb: `${around.text}_${text}`,
    }
  const searched = get === undefined ? searchedAt(group, before, text, tree, reader) : undefined
  if (searched !== undefined)
    return { role: 'collection-verb', family: keyOf(searched), parts: searched, verb: around?.text ?? '' }
  if (get !== undefined) {
    if (answersList(get, text, reader) && !isWholeMap(group, get, text, reader)) return { role: 'collection', ...own }
    if (readsByQuery(group, get, text, reader)) return { role: 'collection-verb', ...own, verb: 'get' }
    if (rpc) return isCollection ? ofCollection : { role: 'loose', ...own }
    if (get.answer.nature === 'data' && post !== undefined && looksCreating(post, text, reader))
      return { role: 'collection', ...own }
    const isOne = get.answer.nature === 'data' && showsData([get], reader) && !isCalled(get.op.path)
    return { role: isOne ? 'singleton' : 'loose', ...own }
  }
  if (post !== undefined && isPlural(text) && tree.isSpokenOf(before, text) && listsByPost(post, reader))
    return { role: 'collection-verb', ...own, verb: 'list' }
  if (isCollection && group.length === 1 && post !== undefined && makesByVerb(post, before, tree, reader))
    return { ...ofCollection, verb: 'create' }
  if (isCollection && (isActionWord(text) || rpc) && !hangsOnOne(before, tree, reader)) return ofCollection
  const item = before.slice(0, -1)
  if (
    item.at(-1)?.param === true &&
    around !== undefined &&
    !tree.hasItem(keyOf(before)) &&
    isDone(text, tree, before, reader)
  )
    return itemVerb(item, `${text}_${around.text}`)
  if (post !== undefined && makesOfKind(group, post, before, text, tree, reader))
    return { ...ofCollection, verb: 'create' }
  if (post !== undefined && looksCreating(post, text, reader, tree.namesIn(keyOf(parts))))
    return { role: 'collection', ...own }
  if (group.some((act) => act.op.method === 'PUT' || act.op.method === 'PATCH') && !isActionWord(text))
    return { role: 'singleton', ...own }
  return isCollection ? ofCollection : { role: 'loose', ...own }
}

/** `/account/activate`, `/x/{id}/settings/edit`: done to what there is one of, and can be read. */
function verbOfOnly(
  group: readonly Act[],
  before: readonly Part[],
  text: string,
  tree: Tree,
  reader: Reader,
): Site | undefined {
  if (!group.every((act) => /^(POST|PUT|PATCH)$/.test(act.op.method))) return undefined
  const isChange = /^(update|replace)$/.test(meaningOf(text) ?? '')
  if (words(text).length > 1 || !(isChange || (isActionWord(text) && meaningOf(text) === undefined))) return undefined
  if (LEAVES.test(text)) return undefined
  const above = tree.paths.get(keyOf(before))
  if (above === undefined || tree.at(keyOf(before), 'GET') === undefined) return undefined
  const { role, family, parts, target } = siteAt(above, tree, reader)
  if (role === 'item' && target === undefined && group.every((act) => saysKey(act, before.at(-1)?.text ?? '', reader)))
    return { role: 'item-verb', family, parts, verb: text }
  return role === 'singleton' ? { role: 'singleton-verb', family, parts: before, verb: text } : undefined
}

/** `/team/create` and `/team/destroy` of what there is one of, where its read knows that there may be none. */
function comesAndGoes(
  group: readonly Act[],
  before: readonly Part[],
  text: string,
  tree: Tree,
  reader: Reader,
): Site | undefined {
  const does = doneToOnly(group, before, text, tree, reader)
  const own = { family: keyOf(before), parts: before }
  if (does === undefined || siteAt(tree.paths.get(own.family) ?? [], tree, reader).role !== 'singleton')
    return undefined
  return does === 'verb' ? { role: 'singleton-verb', ...own, verb: text } : { role: 'singleton', ...own }
}

/** What is done with a thing and leaves it as it is. */
const LEAVES =
  /^(test|check|validate|preview|calculate|simulate|ping|render|convert|export|download|copy|clone|duplicate)$/i

/** `/documents/text` beside `/documents/{id}`, that answers with some of what is read there: one of the kinds of a document. */
function makesOfKind(
  group: readonly Act[],
  post: Act,
  before: readonly Part[],
  text: string,
  tree: Tree,
  reader: Reader,
): boolean {
  const item = tree.at(`${keyOf(before)}/{}`, 'GET')
  if (group.length > 1 || item === undefined || isPlural(text) || isActionWord(text) || !tree.isCollection(before))
    return false
  if (meaningOfId(post.op.id) !== 'create' && !/^(creates?|adds?|new|uploads?)\b/i.test(post.op.summary ?? ''))
    return false
  const hints = pathHints(before)
  const made = reader.properties(recordOf(post, hints, reader)?.schema)
  const read = reader.properties(recordOf(item, hints, reader)?.schema)
  const names = [...made.keys()]
  return names.length > 1 && names.some((name) => words(name).at(-1) === 'id') && names.every((name) => read.has(name))
}

/**
 * `/teams/list_members` beside `/teams/add_member`: about a thing of its own, where the answer shows it; what is only
 * put to a team, or taken from it, makes and deletes none.
 */
function ofAnother(
  group: readonly Act[],
  before: readonly Part[],
  text: string,
  tree: Tree,
  reader: Reader,
): Site | undefined {
  const around = before.at(-1)?.text ?? ''
  const noun = words(text).slice(1).join('_')
  const isOwn = plain(singularName(noun)).endsWith(plain(singularName(around)))
  if (noun === '' || isOwn || FILLER.test(noun) || meaningOf(text) === 'bulk' || !tree.isSpokenOf(before, noun))
    return undefined
  const shown = group.flatMap(({ answer }) => [...reader.properties(answer.media?.schema)])
  if (shown.some(([name]) => sameThing(name, noun))) return verbAndNoun(text, before, tree)
  const isData = shown.some(([, property]) => !reader.isScalar(property)) || /^v\d/.test(around)
  const lists = group.some(({ answer }) => answer.media !== undefined && reader.isArray(answer.media.schema))
  const parts = group[0]?.shape.parts ?? []
  const isPut = /^(create|delete)$/.test(meaningOf(text) ?? '')
  return isData || lists || !isPut ? undefined : { role: 'loose', family: keyOf(parts), parts }
}

/** Words after a verb that say how or which, and name no thing. */
const FILLER = /^(with|by|for|from|to|in|of|and|all|as)(_|$)/

/** `/createOrder`, `/search-invoices`: a verb and the thing it is about, in one segment. */
function verbAndNoun(text: string, before: readonly Part[], tree: Tree): Site | undefined {
  const [, ...noun] = words(text)
  const meaning = meaningOf(text)
  if (meaning === undefined || noun.length === 0 || FILLER.test(noun[0] ?? '')) return undefined
  const name = singularName(noun.join('_'))
  const sibling = tree.siblings(before).find((literal) => sameThing(literal, name))
  const parts = [...before, { param: false, text: sibling ?? name }]
  return { role: 'collection-verb', family: keyOf(parts), parts, verb: words(text)[0] ?? '' }
}
