/**
 * What is sent at one path and searched at another: `POST /email` answers with a `MessageID`, and `/messages/outbound`,
 * where nothing is made, lists messages with that id and much of what was sent.
 */
import type { Schema } from '../../api/schema/schema.ts'
import { plain, words } from '../naming/words.ts'
import { type Act, Tree } from '../paths/path-tree.ts'
import { keyOf } from '../paths/paths.ts'
import type { Site } from '../paths/sites.ts'
import { findRecord } from '../schemas/bodies.ts'
import { findList } from '../schemas/find-list.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { listOf, pathHints } from '../schemas/shown.ts'

/** A collection that is listed and makes nothing. */
interface Listed {
  readonly site: Site
  readonly names: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
}

/** What becomes of records rather than what is sent, and what others send. */
const ASIDE =
  /inbound|received|incoming|draft|scheduled|template|bounce|click|open|event|complaint|suppress|block|reject/i

/** What a request and the records of a list have to share besides the id. */
const SHARED = 2

/** The sites of posts that make what is listed elsewhere. */
export function sentElsewhere(
  acts: readonly Act[],
  siteOf: (act: Act) => Site | undefined,
  reader: Reader,
): ReadonlyMap<Act, Site> {
  const tree = new Tree(acts)
  const posts = acts.filter((act) => act.op.method === 'POST' && mayMakeElsewhere(act, siteOf(act), tree))
  const found = new Map<Act, Site>()
  if (posts.length === 0) return found
  const lists = listedOnly(acts, siteOf, reader)
  for (const act of lists.length === 0 ? [] : posts) {
    const list = listFor(act, lists, reader)
    if (list !== undefined) found.set(act, { ...list.site, role: 'collection-verb', verb: 'create' })
  }
  return found
}

const SENDS = /(^|_)(send|e?mails?|sms|mms|messages?|fax(es)?|letters?|postcards?|notif(y|ications?)|push)(_|$)/

/** It sends something, stands at no record, and nothing is read where it stands. */
function mayMakeElsewhere({ op, shape, answer }: Act, site: Site | undefined, tree: Tree): boolean {
  if (answer.nature !== 'data' || site === undefined || !/^(loose|collection|collection-verb)$/.test(site.role))
    return false
  if (shape.parts.some((part) => part.param)) return false
  if (![op.id, ...shape.parts.map((part) => part.text)].some((text) => SENDS.test(words(text).join('_')))) return false
  return [shape.key, site.family].every((key) => tree.at(key, 'GET') === undefined && !tree.hasItem(key))
}

function listedOnly(acts: readonly Act[], siteOf: (act: Act) => Site | undefined, reader: Reader): readonly Listed[] {
  const tree = new Tree(acts)
  return acts.flatMap((act): readonly Listed[] => {
    const site = siteOf(act)
    if (act.op.method !== 'GET' || site?.role !== 'collection' || ASIDE.test(act.op.path)) return []
    if (site.parts.some((part) => part.param) || tree.at(act.shape.key, 'POST') !== undefined) return []
    const names = namesOf(listOf(act, pathHints(site.parts), reader)?.schema, reader)
    const ids = new Set([...names].filter(isLongId).map(plain))
    return ids.size === 0
      ? []
      : [{ site: { ...site, family: keyOf(site.parts) }, names: new Set([...names].map(plain)), ids }]
  })
}

function namesOf(schema: Schema | undefined, reader: Reader): ReadonlySet<string> {
  return new Set(reader.properties(schema).keys())
}

/** `MessageID`, `email_uuid`: the id of something named. */
function isLongId(name: string): boolean {
  const steps = words(name)
  return steps.length > 1 && /^(id|uuid|sid|uid)$/.test(steps.at(-1) ?? '')
}

/** The only list that shows the id that is answered, and most of what is sent. */
function listFor(act: Act, lists: readonly Listed[], reader: Reader): Listed | undefined {
  const answered = [...namesOf(one(act.answer.media?.schema, reader), reader)].filter(isLongId).map(plain)
  if (answered.length === 0) return undefined
  const sent = [...namesOf(one(requestSchema(act.op), reader), reader)].map(plain)
  const [best, next] = lists
    .filter(({ ids }) => answered.some((id) => ids.has(id)))
    .map((list) => ({ list, shared: sent.filter((name) => list.names.has(name)).length }))
    .filter(({ shared }) => shared >= SHARED)
    .sort((a, b) => b.shared - a.shared)
  return best === undefined || best.shared === next?.shared ? undefined : best.list
}

/** The one thing that a body holds, or each of the several. */
function one(schema: Schema | undefined, reader: Reader): Schema | undefined {
  const several = findList(schema, { names: [] }, reader)
  return several !== undefined && reader.isObject(several.schema) && several.place.length === 0
    ? several.schema
    : findRecord(schema, { names: [] }, reader)?.schema
}
