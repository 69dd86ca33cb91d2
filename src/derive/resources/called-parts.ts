/** `GetBookValue` that takes the id of a book, where nothing makes or lists such values: it is about the book. */
import type { Schema } from '../../api/schema/schema.ts'
import { meaningOf } from '../naming/verbs.ts'
import { isPlural, namesEnd, sameThing, singularName, stem } from '../naming/words.ts'
import type { Act } from '../paths/path-tree.ts'
import { isCalled, keyOf } from '../paths/paths.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'

/** Operations that are named in one path by a verb and a noun, those about a part of a record at the record. */
export function withCalledParts(acts: readonly Act[], reader: Reader): readonly Act[] {
  if (!acts.some(({ op }) => isCalled(op.path))) return acts
  return withParts(listedBy(acts), reader)
}

/** `ListTargetsByRule` of what `PutTargets` puts there: it lists targets. */
function listedBy(acts: readonly Act[]): readonly Act[] {
  const put = new Set(
    acts.flatMap((act) => (isCalled(act.op.path) && PUTS_SEVERAL.test(verbOf(act)) ? [nounOf(act)] : [])),
  )
  return acts.map((act) => {
    const [, noun = ''] = /^(\w+?)_by_\w+$/.exec(nounOf(act)) ?? []
    const own = singularName(noun)
    return isCalled(act.op.path) && verbOf(act) === 'list' && put.has(own) ? said(act, own, 'list') : act
  })
}

const PUTS_SEVERAL = /^(put|add|register|attach|associate)$/

function withParts(acts: readonly Act[], reader: Reader): readonly Act[] {
  const called = acts.filter(({ op }) => isCalled(op.path))
  const made = nounsOf(called, /^create$/)
  const single = singleNouns(called, reader)
  const listed = nounsOf(called, /^list$/)
  const put = new Set(called.flatMap((act) => (verbOf(act) === 'put' ? [nounOf(act)] : [])))
  const deeper = deeperNouns(called, reader)
  const own = new Set([...nounsOf(called, /^(create|list|bulk|upload)$/), ...single, ...deeper])
  const known = new Set([...own, ...nounsOf(called, /^read$/)])
  return acts.map((act) => {
    if (!isCalled(act.op.path)) return act
    const hidden = hiddenNoun(act, listed, made, reader)
    if (hidden !== undefined) return hidden
    const noun = nounOf(act)
    if (single.has(noun) && PUTS.test(verbOf(act))) return said(act, noun, 'create')
    const isPart = !listed.has(noun) && !deeper.has(noun) && [...own].some((other) => noun.startsWith(`${other}_`))
    const isPut = verbOf(act) !== 'put' && put.has(noun)
    if (MAKES.test(verbOf(act)) && !isPut && known.has(noun) && !made.has(noun) && !isPart)
      return said(act, noun, 'create')
    const several = readsSeveral(act, own, reader)
    if (several !== undefined) return said(act, several, 'list')
    const taken = takesSeveral(act, own, reader)
    if (taken !== undefined) return said(act, taken, 'delete')
    if (takesOut(act) && made.has(noun)) return said(act, noun, 'delete')
    return own.has(noun) ? act : atRecord(act, own, reader)
  })
}

/** Verbs that make what nothing is said to create. */
const MAKES = /^(put|start|run|launch|request|allocate|open|issue|publish)$/

/** Nouns of what is started and then read by a key of its own beside that of what it is started on: `{bookName, loanId}`. */
function deeperNouns(called: readonly Act[], reader: Reader): ReadonlySet<string> {
  const started = new Set(called.flatMap((act) => (STARTS.test(verbOf(act)) ? [nounOf(act)] : [])))
  return new Set(
    called.flatMap((act) => {
      const noun = nounOf(act)
      if (!started.has(noun) || meaningOf(verbOf(act)) !== 'read') return []
      const body = requestSchema(act.op)
      const properties = reader.properties(body)
      const keys = [...reader.view(body).required].filter((name) => reader.isScalar(properties.get(name)))
      const [own, ...others] = keys.filter((name) => sameThing(stem(name), noun) || noun.endsWith(`_${stem(name)}`))
      return keys.length > 1 && own !== undefined && others.length === 0 ? [noun] : []
    }),
  )
}

const STARTS = /^(start|run|launch|submit|issue|request)$/

/** `BatchGetBooks` of the names or ids that are sent: a list of those books. */
function readsSeveral(act: Act, nouns: ReadonlySet<string>, reader: Reader): string | undefined {
  const noun = /^(?:get|describe)_(.+)$/.exec(nounOf(act))?.[1]
  if (verbOf(act) !== 'batch' || noun === undefined || !nouns.has(noun)) return undefined
  const sent = [...reader.properties(requestSchema(act.op))]
  const isAsked = sent.some(([name, schema]) => {
    const [, of = ''] = /^(.*?)_?(name|id|arn)s$/i.exec(name) ?? [undefined, '-']
    return reader.isArray(schema) && (of === '' || sameThing(of, noun))
  })
  return isAsked ? noun : undefined
}

/** `BatchDeleteBooks` of the names, ids or objects that are sent. */
function takesSeveral(act: Act, nouns: ReadonlySet<string>, reader: Reader): string | undefined {
  const noun = /^delete_(.+)$/.exec(nounOf(act))?.[1]
  if (verbOf(act) !== 'batch' || noun === undefined || !nouns.has(noun)) return undefined
  const sent = [...reader.properties(requestSchema(act.op))]
  return sent.filter(([, schema]) => reader.isArray(schema)).length === 1 ? noun : undefined
}

/** `DeregisterBook` that answers with nothing: the book is gone. */
function takesOut({ op, shape, answer }: Act): boolean {
  return shape.parts.at(-1)?.text === 'deregister' && answer.media === undefined && !isPlural(op.id)
}

const PUTS = /^(put|set)$/

/** Nouns of which there is one for each of something else: put, read and deleted by the one name of that. */
function singleNouns(called: readonly Act[], reader: Reader): ReadonlySet<string> {
  const shows = (act: Act, key: string): boolean => reader.properties(act.answer.media?.schema).has(key)
  const asked = (act: Act): string => [...reader.view(requestSchema(act.op)).required].join()
  const keys = (verbs: RegExp): ReadonlyMap<string, string> =>
    new Map(called.flatMap((act) => (verbs.test(verbOf(act)) ? [[nounOf(act), asked(act)] as const] : [])))
  const [put, read, deleted] = [keys(PUTS), keys(/^(get|describe)$/), keys(/^(delete|remove)$/)]
  const made = nounsOf(called, /^(create|list)$/)
  return new Set(
    [...put].flatMap(([noun, sent]) => {
      const key = read.get(noun) ?? ''
      const isOne = key !== '' && !key.includes(',') && deleted.get(noun) === key && sent.split(',').includes(key)
      const isShown = called.some((act) => nounOf(act) === noun && shows(act, key))
      return isOne && isShown && !made.has(noun) ? [noun] : []
    }),
  )
}

function nounsOf(called: readonly Act[], meaning: RegExp): ReadonlySet<string> {
  return new Set(called.flatMap((act) => (meaning.test(meaningOf(verbOf(act)) ?? '') ? [nounOf(act)] : [])))
}

/** The operation as one of this verb about the noun. */
function said(act: Act, noun: string, verb: string): Act {
  const parts = [...act.shape.parts.slice(0, -2), { param: false, text: noun }, { param: false, text: verb }]
  return { ...act, shape: { parts, key: keyOf(parts) } }
}

/** The record with what answers about a part of it show: requests say it, and it is read again. */
export function withPartsOf(schema: Schema, members: readonly { readonly act: Act }[], reader: Reader): Schema {
  const parts = members.filter(({ act }) => isCalled(act.op.path) && /^get_/.test(verbOf(act)))
  const known = reader.properties(schema)
  const more = parts.flatMap(({ act }) => [...reader.properties(act.answer.media?.schema)])
  const others = more.filter(([name]) => !known.has(name))
  if (others.length === 0 || others.length === more.length) return schema
  return { allOf: [schema, { type: 'object', properties: Object.fromEntries(others) }] }
}

function verbOf({ shape }: Act): string {
  return shape.parts.at(-1)?.text ?? ''
}

function nounOf({ shape }: Act): string {
  return shape.parts.at(-2)?.text ?? ''
}

/** `Subscribe` that answers with the name of a subscription, as `ListSubscriptions` shows them, and `Unsubscribe` of one. */
function hiddenNoun(
  act: Act,
  listed: ReadonlySet<string>,
  created: ReadonlySet<string>,
  reader: Reader,
): Act | undefined {
  if (act.shape.parts.length !== 1) return undefined
  const verb = verbOf(act).toLowerCase()
  const done = verb.replace(/^un/, '')
  const like = [...listed].filter((noun) => done.length >= ROOT && noun.startsWith(done.slice(0, ROOT)))
  const names = (properties: Iterable<string>, noun: string): boolean =>
    [...properties].some((name) => isKeyOf(name, noun))
  const taken =
    verb === done ? undefined : like.find((noun) => names(reader.view(requestSchema(act.op)).required, noun))
  if (taken !== undefined) return said(act, taken, 'delete')
  const shown = reader.properties(act.answer.media?.schema).keys()
  const made = like.find((noun) => !created.has(noun) && names(shown, noun))
  return made === undefined ? undefined : said(act, made, 'create')
}

/** `BookId`, `BookName`, `BookArn` of a book. */
function isKeyOf(name: string, noun: string): boolean {
  return isIdOf(name.replace(/arn$/i, 'Id'), noun)
}

function isIdOf(name: string, noun: string): boolean {
  return stem(name) !== name && sameThing(stem(name), noun)
}

/** Letters that a verb and its noun have in common. */
const ROOT = 6

/** `ScheduleBookDeletion`, `CancelBookDeletion`: done to the book. */
const DELETION = /^(.+)_(deletion|removal)$/

function atRecord(act: Act, nouns: ReadonlySet<string>, reader: Reader): Act {
  const [noun, meaning] = [nounOf(act), meaningOf(verbOf(act))]
  const [owner] = [...nouns].filter((one) => noun.startsWith(`${one}_`)).sort((a, b) => b.length - a.length)
  if (owner === undefined) return act
  const sent = [...reader.properties(requestSchema(act.op)).keys()]
  const what = noun.slice(owner.length + 1)
  const isNamed = (name: string): boolean => (what === 'attribute' ? isKeyOf(name, owner) : isIdOf(name, owner))
  if (!sent.some(isNamed)) return act
  const [, ended, end] = DELETION.exec(noun) ?? []
  if (ended === owner) return said(act, owner, `${verbOf(act)}_${end}`)
  if (!(meaning === 'read' || meaning === 'update' || meaning === 'replace')) return act
  const { required } = reader.view(requestSchema(act.op))
  if (PUTS.test(verbOf(act)) && [...required].some((name) => namesEnd(name, noun))) return act
  const verb = `${meaning === 'read' ? 'get' : 'update'}_${what}`
  return said(act, owner, verb)
}
