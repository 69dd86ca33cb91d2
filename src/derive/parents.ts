/** What a child's path (or query, or body) says of its parents, and the child's own property that says the same. */
import type { ResourceType } from '../api/description.ts'
import type { ParentPlan, Place } from '../api/plan.ts'
import { keyOf, type Part } from './paths.ts'
import type { Reader } from './reader.ts'
import type { TypeDraft } from './resources.ts'
import { meaningOf } from './verbs.ts'
import { flat, singularName, snake, stem } from './words.ts'

export interface ParentFinder {
  /** Parents named by the parameters of these parts, outermost first. */
  inPath(parts: readonly Part[], child: TypeDraft): readonly ParentPlan[]
  /** The type whose id a name such as `customer`, `customer_id` or `customerId` holds. */
  typeNamed(name: string): TypeDraft | undefined
}

export function parentFinder(drafts: readonly TypeDraft[], reader: Reader): ParentFinder {
  const byFamily = new Map<string, TypeDraft>()
  const byName = namesOf(drafts)
  for (const draft of drafts) if (!draft.singleton) for (const family of draft.families) byFamily.set(family.key, draft)
  const byNesting = nestingsOf(drafts)
  const typeNamed = (name: string): TypeDraft | undefined =>
    byName.get(flat(singularName(stem(name)))) ?? byName.get(flat(singularName(name)))
  return {
    typeNamed,
    inPath(parts, child) {
      const found: ParentPlan[] = []
      parts.forEach((part, index) => {
        if (!part.param) return
        const before = parts.slice(0, index)
        const type = byFamily.get(keyOf(before)) ?? byNesting.get(nestingOf(before) ?? '') ?? typeNamed(part.text)
        const literal = before.at(-1)?.param === false ? (before.at(-1)?.text ?? '') : ''
        const link = linkName(part.text, type, literal, found)
        const property = propertyOf(child, part.text, type, reader)
        found.push({
          in: 'path',
          name: part.text,
          link,
          ...(type !== undefined && { type: type.name }),
          ...(property !== undefined && { property }),
        })
      })
      return found
    },
  }
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

/** Types by the names they go by. A type that is read by an input of that name (`info?channel=`) goes before one that is only called so. */
function namesOf(drafts: readonly TypeDraft[]): ReadonlyMap<string, TypeDraft> {
  const called = new Map<string, TypeDraft>()
  const shown = new Map<string, TypeDraft>()
  const keep = (into: Map<string, TypeDraft>, name: string, draft: TypeDraft): void => {
    const key = flat(singularName(name))
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
        act.op.parameters.some((p) => p.in === 'query' && flat(p.name) === name),
    ),
  )
}

function linkName(param: string, type: TypeDraft | undefined, literal: string, before: readonly ParentPlan[]): string {
  const plain = snake(stem(param))
  const generic =
    plain === '' || plain === 'id' || plain === 'uuid' || plain === 'name' || plain === 'slug' || plain === 'key'
  const base = type?.name ?? (generic ? singularName(literal) || plain || 'parent' : plain)
  if (!before.some((p) => p.link === base)) return base
  return generic ? `${base}_${before.length + 1}` : plain === base ? `${base}_${before.length + 1}` : plain
}

/** Names for the id of a parent of any type. */
const ANY_PARENT = ['resourceid', 'entityid', 'targetid', 'parentid', 'subjectid']

/** The child's property that holds the id of the parent. */
export function propertyOf(
  child: TypeDraft,
  param: string,
  type: TypeDraft | undefined,
  reader: Reader,
): Place | undefined {
  const properties = reader.properties(child.schema)
  const names = new Set<string>()
  const isBare = /^(id|uuid|name|slug|key|sid|uid)$/i.test(param)
  if (!isBare)
    for (const name of [param, stem(param), `${stem(param)}_id`, `${stem(param)}_uuid`]) names.add(flat(name))
  if (type !== undefined)
    for (const name of [type.name as ResourceType as string, ...type.hints.names.map(singularName)])
      for (const suffix of ['', 'id', 'uuid', 'sid', 'uid', 'key', 'number']) names.add(flat(name) + suffix)
  for (const wanted of names)
    for (const [name, property] of properties) {
      if (flat(name) !== wanted || reader.isArray(property)) continue
      if (reader.isScalar(property) || !reader.isObject(property)) return [name]
      const inner = [...reader.view(property).properties.keys()].find((n) => /^(id|uuid|gid|sid)$/i.test(n))
      if (inner !== undefined) return [name, inner]
    }
  for (const [name, property] of properties) {
    if (name !== 'metadata' && name !== 'meta') continue
    const inner = [...reader.view(property).properties.keys()].find((n) => names.has(flat(n)))
    if (inner !== undefined) return [name, inner]
  }
  for (const wanted of ANY_PARENT)
    for (const [name, property] of properties) if (flat(name) === wanted && reader.isScalar(property)) return [name]
  return undefined
}
