/** What a child's path (or query, or body) says of its parents, and the child's own property that says the same. */
import type { ResourceType } from '../../api/description.ts'
import type { DescribedOperation } from '../../api/model.ts'
import type { IdPlan, ParentPlan, Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { PLAIN_NAMES } from '../identity/ids.ts'
import { isOwnReference, mayBeOther } from '../identity/own-reference.ts'
import { isOnly } from '../identity/usual-keys.ts'
import { meant, nameKey } from '../naming/named-types.ts'
import { meaningOf } from '../naming/verbs.ts'
import { plain, singularName, snake, stem, words } from '../naming/words.ts'
import { keyOf, type Part, pathShape } from '../paths/paths.ts'
import { isCreate } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { saysIdOf } from './parent-id-in-words.ts'

export interface ParentFinder {
  /** Parents named by the parameters of these parts of an operation's path, outermost first. */
  inPath(parts: readonly Part[], child: TypeDraft, op: DescribedOperation): readonly ParentPlan[]
  /** The type whose id a name such as `customer`, `customer_id` or `customerId` holds. */
  typeNamed(name: string): TypeDraft | undefined
}

export function parentFinder(
  drafts: readonly TypeDraft[],
  ids: ReadonlyMap<TypeDraft, { readonly plan: Pick<IdPlan, 'place'>; readonly alternateKeys?: readonly Place[] }>,
  reader: Reader,
): ParentFinder {
  const byFamily = new Map<string, TypeDraft>()
  const byName = namesOf(drafts)
  for (const draft of drafts) if (!draft.singleton) for (const family of draft.families) byFamily.set(family.key, draft)
  const byNesting = nestingsOf(drafts)
  const typeNamed = (name: string): TypeDraft | undefined => meant(name, byName) ?? ofArn(name)
  const ofArn = (name: string): TypeDraft | undefined => {
    const said = words(name)
    const type = said.at(-1) === 'arn' ? byName.get(nameKey(said.slice(0, -1).join('_'))) : undefined
    const { plan, alternateKeys = [] } = (type === undefined ? undefined : ids.get(type)) ?? {}
    return [plan?.place, ...alternateKeys].some((key) => /arn$/i.test(key?.at(-1) ?? '')) ? type : undefined
  }
  return {
    typeNamed,
    inPath(parts, child, op) {
      const found: ParentPlan[] = []
      const all = pathShape(op.path).parts
      parts.forEach((part, index) => {
        if (!part.param) return
        const before = parts.slice(0, index)
        const isLast = index === parts.length - 1 && index === all.length - 1
        const next = isLast || all[index + 1]?.param === true
        const isNone = isOfNone(byFamily, before, next)
        const held = isNone
          ? undefined
          : (byFamily.get(keyOf(before)) ?? byNesting.get(nestingOf(before) ?? '') ?? underSame(before, byFamily))
        const type = held ?? typeNamed(part.text)
        const literal = before.at(-1)?.param === false ? (before.at(-1)?.text ?? '') : ''
        const link = linkName(part.text, type, literal, found)
        const schema = op.parameters.find((p) => p.in === 'path' && p.name === part.text)?.schema
        const id = type === undefined ? undefined : ids.get(type)?.plan.place
        const named = propertyOf(
          child,
          {
            name: part.text,
            schema,
            id,
            isAbove: all[index + 1]?.param === false,
            isNearest: !all.slice(index + 1).some(({ param }) => param),
          },
          type,
          reader,
        )
        const property = holdsId(child, named, type, ids, reader) ? named : undefined
        found.push({
          in: 'path',
          name: part.text,
          link,
          ...(type !== undefined && { type: type.name }),
          ...(property !== undefined && { property }),
          ...(type !== undefined && selfWord(op, part.text)),
        })
      })
      return found
    },
  }
}

/** The word that the path may carry in the place of an id for whoever asks, where its parameter says so (`can be "me"`). */
export function selfWord(op: DescribedOperation, name: string): { readonly self?: string } {
  const { description } = op.parameters.find((p) => p.in === 'path' && p.name === name) ?? {}
  const sentences = (description ?? '').slice(0, 1_000).split(/(?<=[.!?])\s/)
  const found = sentences.find((sentence) => SELF.test(sentence) && !NOT_SELF.test(sentence))
  const self = SELF.exec(found ?? '')?.[1]
  return self === undefined ? {} : { self }
}

const SELF = /["'`“‘](@?me|@self|self)["'`”’]/i
/** Words of what may not stand there, or of something else that is called so. */
const NOT_SELF = /\b(reserved|not|cannot|never|refused|forbidden|invalid|except|links?|relation|rel)\b|n't\b/i

/** False where a number of the child would have to hold a name. */
function holdsId(
  child: TypeDraft,
  place: Place | undefined,
  type: TypeDraft | undefined,
  ids: ReadonlyMap<TypeDraft, { readonly plan: Pick<IdPlan, 'place'> }>,
  reader: Reader,
): boolean {
  const id = type === undefined ? undefined : ids.get(type)?.plan.place
  if (place === undefined || type === undefined || id === undefined) return true
  return !(
    isOnly('integer', reader.at(child.schema, place), reader) && isOnly('string', reader.at(type.schema, id), reader)
  )
}

/** `streams/{}/sinks` of a path, whatever stands before it; undefined where nothing is nested. */
function nestingOf(parts: readonly Part[]): string | undefined {
  const first = parts.findIndex((part) => part.param)
  return first < 1 ? undefined : keyOf(parts.slice(first - 1))
}

/** Types by how their collections are nested: `/auth/streams/{}/sinks/{}/token` is about sinks of `/streams/{}/sinks`. */
function nestingsOf(drafts: readonly TypeDraft[]): ReadonlyMap<string, TypeDraft> {
  const found = new Map<string, TypeDraft>()
  const doubtful = new Set<string>()
  for (const draft of drafts.filter((one) => !one.singleton))
    for (const { parts } of draft.families) {
      const nesting = nestingOf(parts)
      if (nesting === undefined) continue
      const other = found.get(nesting)
      if (other !== undefined && other !== draft) doubtful.add(nesting)
      found.set(nesting, draft)
    }
  for (const nesting of doubtful) found.delete(nesting)
  return found
}

/** `/apps/{}/attempts/endpoints/{}` is about endpoints of `/apps/{}/endpoints`, where that is a collection. */
function underSame(before: readonly Part[], byFamily: ReadonlyMap<string, TypeDraft>): TypeDraft | undefined {
  const last = before.at(-1)
  if (last === undefined || last.param) return undefined
  for (let end = before.length - 2; end > 0; end--) {
    if (before[end - 1]?.param !== true) continue
    const found = byFamily.get(keyOf([...before.slice(0, end), last]))
    if (found !== undefined) return found
  }
  return undefined
}

/** Types by the names they go by. A type that is read by an input of that name (`info?channel=`) goes before one that is only called so. */
function namesOf(drafts: readonly TypeDraft[]): ReadonlyMap<string, TypeDraft> {
  const called = new Map<string, TypeDraft>()
  const shown = new Map<string, TypeDraft>()
  const keep = (into: Map<string, TypeDraft>, name: string, draft: TypeDraft): void => {
    const key = nameKey(name)
    if (!into.has(key)) into.set(key, draft)
  }
  const busy = (draft: TypeDraft): number => draft.families.reduce((sum, family) => sum + family.members.length, 0)
  const all = drafts.filter((draft) => !draft.singleton)
  for (const draft of all) {
    keep(called, draft.name, draft)
    for (const family of draft.families) if (!family.parts.some((p) => p.param)) keep(called, family.literal, draft)
  }
  for (const draft of [...all].sort((a, b) => busy(b) - busy(a)))
    for (const name of draft.hints.names) keep(shown, name, draft)
  for (const [name, draft] of shown) {
    const own = called.get(name)
    if (own === undefined || (isReadBy(draft, name) && !isReadBy(own, name))) called.set(name, draft)
  }
  return called
}

function isReadBy(draft: TypeDraft, name: string): boolean {
  return draft.families.some((family) =>
    family.members.some(
      ({ act, site }) =>
        site.role === 'collection-verb' &&
        meaningOf(site.verb ?? '') === 'read' &&
        act.op.parameters.some((p) => p.in === 'query' && plain(p.name) === name),
    ),
  )
}

function linkName(param: string, type: TypeDraft | undefined, literal: string, before: readonly ParentPlan[]): string {
  const word = snake(stem(param))
  const generic =
    word === '' || word === 'id' || word === 'uuid' || word === 'name' || word === 'slug' || word === 'key'
  const base = type?.name ?? (generic ? singularName(literal) || word || 'parent' : word)
  if (!before.some((p) => p.link === base)) return base
  return generic ? `${base}_${before.length + 1}` : word === base ? `${base}_${before.length + 1}` : word
}

/**
 * In `/starred/{owner}/{repo}` the first of two names no record of a collection whose records have no address there, nor
 * does the one that ends `/repos/{owner}`, which is a list.
 */
function isOfNone(byFamily: ReadonlyMap<string, TypeDraft>, parts: readonly Part[], next: boolean): boolean {
  const key = keyOf(parts)
  const family = next ? byFamily.get(key)?.families.find((one) => one.key === key) : undefined
  return family !== undefined && !family.members.some(({ site }) => site.target !== undefined)
}

function isFlag(schema: Schema, reader: Reader): boolean {
  return isOnly('boolean', schema, reader)
}

/** What an object holds of a parent that a parameter names: its id, or where that is a number and the parameter a text, its name. */
function keyInside(object: Schema, { schema: param, id: own = [] }: Named, reader: Reader): string | undefined {
  const inner = reader.view(object).properties
  const [key = ''] = own
  if (own.length === 1 && /^(number|iid|index)$/i.test(key) && inner.has(key)) return key
  const id = [...inner.keys()].find((name) => /^(id|uuid|gid|sid)$/i.test(name))
  if (!isOnly('string', param, reader) || !isOnly('integer', id === undefined ? undefined : inner.get(id), reader))
    return id
  return PLAIN_NAMES.find((name) => isOnly('string', inner.get(name), reader)) ?? id
}

/** The child's properties; where no answer shows any, those that are sent when one is made. */
function knownOf(child: TypeDraft, reader: Reader): ReadonlyMap<string, Schema> {
  const shown = reader.properties(child.schema)
  if (shown.size > 0) return shown
  const creates = child.families.flatMap((family) => family.members.filter(isCreate))
  return new Map(creates.flatMap(({ act }) => [...reader.properties(requestSchema(act.op))]))
}

/** Names for the id of a parent of any type. */
const ANY_PARENT = ['resourceid', 'entityid', 'targetid', 'parentid', 'subjectid']

/** A parameter that names a parent, with what it takes and the property of the parent that is its id. */
interface Named {
  readonly name: string
  readonly schema: Schema | undefined
  readonly id?: Place | undefined
  /** Something else stands below it, and not its own name in several parts. */
  readonly isAbove?: boolean
  /** No other parameter stands below it. */
  readonly isNearest?: boolean
}

/** The child's property that holds the id of the parent. */
export function propertyOf(
  child: TypeDraft,
  named: Named,
  type: TypeDraft | undefined,
  reader: Reader,
): Place | undefined {
  const { name: param } = named
  const properties = knownOf(child, reader)
  const names = new Set<string>()
  const isBare = /^(id|uuid|name|slug|key|sid|uid)$/i.test(param)
  if (!isBare)
    for (const name of [param, stem(param), `${stem(param)}_id`, `${stem(param)}_uuid`]) names.add(plain(name))
  const said = new Set(names)
  if (type !== undefined)
    for (const name of [type.name as ResourceType as string, ...type.hints.names.map(singularName)])
      for (const suffix of ['', 'id', 'uuid', 'sid', 'uid', 'key', 'number']) names.add(plain(name) + suffix)
  const isOwn = type === child && named.isAbove === true && !/s$/i.test(param)
  const held = (wanted: string): Place | undefined => {
    for (const [name, property] of properties) {
      if (plain(name) !== wanted || reader.isArray(property)) continue
      if (isOwn && named.id?.length === 1 && named.id[0] === name) continue
      if (isFlag(property, reader)) continue
      if (reader.isScalar(property) || !reader.isObject(property)) return [name]
      const inner = keyInside(property, named, reader)
      if (inner !== undefined) return [name, inner]
    }
    return undefined
  }
  const byParam = firstOf(said, held)
  const own = byParam === undefined && isOwn ? aboveOwn(properties, names, named, reader) : byParam
  if (own !== undefined) return own
  const typed = firstOf(isOwn ? [...names].filter((name) => /(id|key|number)$/.test(name)) : names, held)
  if (typed !== undefined) return typed
  const isOf = (name: string): boolean =>
    isOwnReference(name, child.hints.names) && !mayBeOther(name, child.schema, reader)
  for (const [name, property] of properties) {
    if (name !== 'metadata' && name !== 'meta' && !isOf(name)) continue
    const inner = [...reader.view(property).properties.keys()].find((n) => names.has(plain(n)))
    if (inner !== undefined) return [name, inner]
  }
  if (child.singleton && type !== undefined)
    for (const [name, property] of properties)
      if (/^(id|uuid)$/i.test(name) && saysIdOf(property, type.hints.names, reader)) return [name]
  const shared = sharedName(child, named, type, reader)
  if (shared !== undefined) return shared
  for (const wanted of ANY_PARENT)
    for (const [name, property] of properties) if (plain(name) === wanted && reader.isScalar(property)) return [name]
  return undefined
}

/** The one record of a parent is called like it, in the same place: `metadata.name` of a scale. */
function sharedName(
  child: TypeDraft,
  { name, id = [], isAbove, isNearest }: Named,
  type: TypeDraft | undefined,
  reader: Reader,
): Place | undefined {
  const isOf = child.singleton && type !== undefined && type !== child && isAbove === true && isNearest === true
  if (!isOf || !/^(name|slug|key)$/i.test(name) || plain(id.at(-1) ?? '') !== plain(name)) return undefined
  return isOnly('string', reader.at(child.schema, id), reader) ? id : undefined
}

/** A record of the own type above this one: `parent`, `parent_id`, `parentAccountId`. */
function aboveOwn(
  properties: ReadonlyMap<string, Schema>,
  names: ReadonlySet<string>,
  named: Named,
  reader: Reader,
): Place | undefined {
  for (const [name, property] of properties) {
    const [, rest] = /^parent(.*)$/.exec(plain(name)) ?? []
    if (rest === undefined || reader.isArray(property) || isFlag(property, reader)) continue
    if (!/^(id|uuid|gid|sid)?$/.test(rest) && !names.has(rest)) continue
    if (!reader.isObject(property)) return [name]
    const inner = keyInside(property, named, reader)
    if (inner !== undefined) return [name, inner]
  }
  return undefined
}

function firstOf<T>(names: Iterable<string>, find: (name: string) => T | undefined): T | undefined {
  for (const name of names) {
    const found = find(name)
    if (found !== undefined) return found
  }
  return undefined
}
