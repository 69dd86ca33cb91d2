/** What operations called by name say of a record besides: its tags, and properties that they alone set and take away. */
import type { OperationId } from '../../api/description.ts'
import type { OperationPlan, Place, TagsPlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { listAt } from '../../support/list-at.ts'
import { snake } from '../naming/words.ts'
import type { Act } from '../paths/path-tree.ts'
import { isCalled } from '../paths/paths.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import type { Planner } from './planner.ts'

type Plans = ReadonlyMap<OperationId, OperationPlan>

/** The same plans; operations that belonged to no type, or only spoke of tags, say what they do to the record they name. */
export function withAsides(plans: Plans, acts: readonly Act[], drafts: readonly TypeDraft[], planner: Planner): Plans {
  const { reader } = planner
  const called = acts.filter(({ op }) => isCalled(op.path))
  const found = new Map(plans)
  for (const act of acts) {
    const tags = (isCalled(act.op.path) ? tagsOf(act, reader) : undefined) ?? tagsAtPath(act, reader)
    const plan = plans.get(act.op.id)
    if (tags === undefined || plan === undefined) continue
    const { provenance, success, why } = plan
    found.set(act.op.id, { kind: 'passthrough', parents: [], tags, success, provenance, why: `${why}; its tags` })
  }
  const loose = called.filter(({ op }) => isLoose(found.get(op.id)))
  const keys = loose.length === 0 ? [] : keysOf(drafts, plans, planner)
  const set = new Map<string, Set>()
  for (const act of loose) {
    const put = PUTS.test(verbOf(act)) ? setBy(act, keys, reader) : undefined
    const plan = found.get(act.op.id)
    if (put === undefined || plan === undefined) continue
    set.set(nounOf(act), put)
    found.set(act.op.id, { ...plan, ...changing(put), input: [] })
  }
  for (const act of loose) {
    const put = TAKES.test(verbOf(act)) ? set.get(nounOf(act)) : undefined
    const plan = found.get(act.op.id)
    if (put === undefined || plan === undefined || !namesAll(put.key, act, reader)) continue
    const { required } = reader.view(put.key.draft.schema)
    const clears = put.places.filter(([name = '']) => !required.has(name))
    if (clears.length > 0) found.set(act.op.id, { ...plan, ...changing(put), clears })
  }
  return found
}

/** It belongs to no type, and speaks of no tags. */
export function isLoose(plan: OperationPlan | undefined): boolean {
  return plan?.kind === 'passthrough' && plan.type === undefined && plan.tags === undefined
}

const PUTS = /^(put|set|associate|attach|update|modify|enable|increase|decrease)$/
const TAKES = /^(delete|remove|unset|disassociate|detach|clear|reset|disable)$/

function verbOf({ shape }: Act): string {
  return shape.parts.at(-1)?.text ?? ''
}

function nounOf({ shape }: Act): string {
  return shape.parts.at(-2)?.text ?? ''
}

/** How requests name a record of a type. */
interface Key {
  readonly draft: TypeDraft
  readonly plan: Pick<OperationPlan, 'type' | 'target' | 'parents'>
  readonly names: readonly string[]
}

interface Set {
  readonly key: Key
  readonly places: readonly Place[]
}

function changing({ key: { plan } }: Set): Pick<OperationPlan, 'kind' | 'type' | 'target' | 'parents'> {
  return { kind: 'update', ...plan }
}

/** What names the most goes first: a name inside something else before the name of that. */
function keysOf(drafts: readonly TypeDraft[], plans: Plans, { ids, parents: { typeNamed } }: Planner): readonly Key[] {
  const byType = new Map<string, OperationPlan[]>()
  for (const plan of plans.values()) if (plan.type !== undefined) listAt(byType, plan.type).push(plan)
  const isMade = (draft: TypeDraft): boolean =>
    (byType.get(draft.name) ?? []).some(({ kind }) => /^(create|replace|upload)$/.test(kind))
  const keys = drafts.filter(isMade).flatMap((draft) => {
    const id = ids.get(draft)?.plan.place.join('.')
    return (byType.get(draft.name) ?? []).flatMap(({ kind, type, target, parents }): Key[] => {
      if (target?.in !== 'body' || !/^(delete|read|update)$/.test(kind) || type === undefined) return []
      if (target.name !== id || (typeNamed(id) ?? draft) !== draft) return []
      if (parents.some((parent) => parent.in !== 'body')) return []
      return [{ draft, plan: { type, target, parents }, names: [target.name, ...parents.map(({ name }) => name)] }]
    })
  })
  return keys.sort((a, b) => b.names.length - a.names.length)
}

/** A plain `Name` may be that of anything, unless the operation is called after the record. */
function namesAll({ draft, names }: Key, act: Act, reader: Reader): boolean {
  const [own = ''] = names
  if (/^(id|name|arn|key|type)$/i.test(own) && !nounOf(act).startsWith(draft.name)) return false
  const sent = reader.properties(requestSchema(act.op))
  return names.every((name) => sent.has(name))
}

/** The properties of the record that the request says, where it says nothing else that it must. */
function setBy(act: Act, keys: readonly Key[], reader: Reader): Set | undefined {
  const body = requestSchema(act.op)
  const { required } = reader.view(body)
  for (const key of keys) {
    if (!namesAll(key, act, reader)) continue
    const own = reader.properties(key.draft.schema)
    const said = [...reader.properties(body).keys()].filter((name) => !key.names.includes(name))
    const known = said.filter((name) => own.has(name) && !/^(type|kind|status)$/i.test(name))
    if (known.length === 0 || said.some((name) => required.has(name) && !own.has(name))) continue
    return { key, places: known.map((name) => [name]) }
  }
  return undefined
}

const DOES: readonly (readonly [called: RegExp, does: TagsPlan['does']])[] = [
  [/^(tag|(add|put|create)_tags)(_|$)/, 'put'],
  [/^(untag|(remove|delete)_tags)(_|$)/, 'take'],
  [/^(list|get|describe)_(\w+_)?tags(_|$)/, 'list'],
  [/^change_tags(_|$)/, 'change'],
]

/** What an operation is called, in words; where GET and POST do the same, ids begin with the method. */
export function calledName({ id }: Act['op']): string {
  return snake(id.replace(/^(GET|POST)_/, ''))
}

/** `TagResource`, `RemoveTagsFromBook`, `ListTagsForBook`: the record that is named, and where its tags stand. */
function tagsOf({ op, answer }: Act, reader: Reader): TagsPlan | undefined {
  const called = calledName(op)
  const [, does] = DOES.find(([words]) => words.test(called)) ?? []
  if (does === undefined) return undefined
  const body = requestSchema(op)
  const { required } = reader.view(body)
  const sent = [...reader.properties(body)]
  const named = sent
    .filter(([name, schema]) => /(arn|id|identifier|name)$/i.test(name) && reader.isScalar(schema))
    .map(([name]) => name)
    .sort((a, b) => Number(required.has(b)) - Number(required.has(a)))
  const within = does === 'list' ? [...reader.properties(answer.media?.schema)] : sent
  const holds = within.find(([name, schema]) => TAGS.test(name) && holdsTags(schema, does, reader))?.[0]
  const [names] = named
  return names === undefined || holds === undefined ? undefined : { does, names, holds: [holds] }
}

/** `/tags/{thingArn}`, `/tag?thingArn=`: the thing is named by the one parameter whose name says so, or the last of the path. */
function tagsAtPath({ op, answer, shape }: Act, reader: Reader): TagsPlan | undefined {
  const [, does] = DOES.find(([words]) => words.test(snake(op.id))) ?? []
  const literal = shape.parts.some(({ param, text }) => !param && /^(un)?tag(s|ging)?$/i.test(text))
  if (does === undefined || !literal) return undefined
  const last = shape.parts.at(-1)
  const inPath = last?.param === true && THING.test(last.text) ? last.text : undefined
  const inQuery = op.parameters.find((one) => one.in === 'query' && one.required && ARN.test(one.name))?.name
  const names = inPath ?? inQuery
  if (names === undefined) return undefined
  const at = { names, in: inPath === undefined ? 'query' : 'path' } as const
  const body = requestSchema(op)
  const find = (schema: Schema | undefined, kind: TagsPlan['does'], words: RegExp): Place | undefined => {
    for (const [place, inner] of placesIn(schema, reader)) {
      if (!words.test(place.at(-1) ?? '')) continue
      const [list, ...others] = [...reader.properties(inner)].filter(([, property]) => reader.isArray(property))
      const isList = list !== undefined && others.length === 0
      if (holdsTags(isList ? list[1] : inner, kind, reader)) return isList ? [...place, list[0]] : place
    }
    return undefined
  }
  if (does === 'list') {
    const holds = find(answer.media?.schema, does, TAGS)
    return holds === undefined ? undefined : { does, ...at, holds }
  }
  if (does === 'change') {
    const [holds, takes] = [find(body, 'put', /^add_?tags?$/i), find(body, 'take', /^remove_?tag_?keys?$/i)]
    return holds === undefined || takes === undefined ? undefined : { does, ...at, holds, takes }
  }
  const sent = find(body, does, TAGS)
  if (sent !== undefined) return { does, ...at, holds: sent }
  const keys = op.parameters.find((one) => one.in === 'query' && /^tag_?keys?$/i.test(one.name))?.name
  return does !== 'take' || keys === undefined ? undefined : { does, ...at, holds: [keys], keysIn: 'query' }
}

const ARN = /^(resource|.*arn)$/i
/** A parameter that names the thing which is tagged, and no tag. */
const THING = /^(resource|.*arn|(?!tag)[a-z]\w*?_?(id|name))$/i

/** Properties, and those of objects among them. */
function placesIn(schema: Schema | undefined, reader: Reader): readonly (readonly [Place, Schema])[] {
  const own = [...reader.properties(schema)]
  const inner = own.flatMap(([name, property]) =>
    [...reader.properties(property)].map(([deep, one]) => [[name, deep], one] as const),
  )
  return [...own.map(([name, property]) => [[name], property] as const), ...inner]
}

const TAGS = /(tags?|tags?_?list|tags?_?set|tag_?keys?|tag_?key_?list|^keys)$/i

function holdsTags(schema: Schema, does: TagsPlan['does'], reader: Reader): boolean {
  if (does !== 'take' && reader.isObject(schema)) return true
  if (!reader.isArray(schema)) return false
  const { items } = reader.view(schema)
  return does === 'take' || (items !== undefined && reader.isObject(items))
}
