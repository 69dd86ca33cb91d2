/**
 * Records made elsewhere that a verb puts with its record, or takes from it, by their ids: `POST /tasks/{id}/addTag`
 * with `{tag}`, `/teams/{id}/remove_users` with `{user_ids: [...]}`. They stand in its array of that name, in the list
 * of that name below it, and it in the list that they have of records of its type.
 */
import type { Operation } from '../../../api/description.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { namedTypes } from '../../../derive/naming/named-types.ts'
import { gathers } from '../../../derive/naming/verbs.ts'
import { sameThing } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import { project } from '../../response/project.ts'
import type { Runtime } from '../../runtime.ts'
import { scopedTo } from '../../state/links.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { seated } from '../creation/input-coercion.ts'
import { inputOf } from '../input.ts'
import { afterwards, setUnder } from './joins.ts'

/** What the verb is about, and whether that is put with the record; undefined for other verbs. */
const verbOf = oncePer(({ plan, path }: Operation) => (path.includes('{') ? gathers(plan.verb ?? '') : undefined))

/** The record with what the verb puts into its array, or without what it takes out. */
export function gathered(call: Call, plan: ResourcePlan, before: JsonObject, after: JsonObject): JsonObject {
  const properties = allProperties(plan.schema, call.runtime)
  const told = toldOf(call) ?? attachedOf(call, properties)
  if (told === undefined) return after
  const [name, schema] = [...properties].find(([one]) => isCalled(one, told.noun) && !sameThing(one, plan.type)) ?? []
  if (name === undefined || schema === undefined || !call.runtime.view(schema).types.includes('array')) return after
  const held = Array.isArray(before[name]) ? (before[name] as readonly unknown[]) : []
  const rest = held.filter((one) => !told.ids.some((id) => names(one, id)))
  const value = withAt(after, [name], told.puts ? [...rest, ...elements(call, name, schema, told)] : rest)
  return call.runtime.accepts(plan.schema, value) ? value : withAt(after, [name], before[name] ?? [])
}

/**
 * Puts the named records under the record, or the record under them, where the description lists the ones under the
 * others; the record as it then is.
 */
export function settleGathered(call: Call, plan: ResourcePlan, record: StoredRecord): StoredRecord {
  const told = toldOf(call)
  const own = idText(at(record.value, plan.id.place))
  if (told === undefined || own === undefined) return record
  for (const { type, link, back } of sidesOf(call.compiled.operation, call.runtime)) {
    const other = call.runtime.resource(type)
    if (other === undefined) continue
    for (const id of told.ids) {
      const found = call.resources.find(other, id, {})
      if (found === undefined) continue
      if (link !== undefined)
        setUnder(call, other, found, { link, links: { ...scopedTo(plan, record.links), [link]: own } }, told.puts)
      if (back !== undefined) {
        const links = { ...scopedTo(other, found.links), [back]: id }
        setUnder(call, plan, afterwards(call, record), { link: back, links }, told.puts)
      }
      if (call.trace.on)
        call.trace.note('store', `${type} ${id} ${told.puts ? 'put with' : 'taken from'} ${record.key}`)
    }
  }
  return afterwards(call, record)
}

/** What is put, in the form that elements have. */
function elements(call: Call, name: string, schema: Schema, { ids, values }: Told): readonly unknown[] {
  const { items } = call.runtime.view(schema)
  const seats = seated(call, name, values, schema)
  const types = sidesOf(call.compiled.operation, call.runtime).flatMap(({ type }) => call.runtime.resource(type) ?? [])
  const isRecords = call.runtime.view(items).properties.size > 0
  return (Array.isArray(seats) ? seats : []).map((seat, at) => {
    const id = isRecords ? ids[at] : undefined
    const found = id === undefined ? [] : types.flatMap((type) => call.resources.find(type, id, {}) ?? [])
    const shown = found[0] === undefined ? undefined : project(found[0].value, items ?? true, call.runtime)
    return shown !== undefined && call.runtime.accepts(items ?? true, shown) ? shown : seat
  })
}

interface Told {
  readonly noun: string
  readonly puts: boolean
  readonly ids: readonly string[]
  readonly values: readonly unknown[]
}

/** What the request says under the name of what the verb is about: one id, or several. */
function toldOf(call: Call): Told | undefined {
  const verb = verbOf(call.compiled.operation)
  if (verb === undefined) return undefined
  const said = Object.entries(inputOf(call)).find(([name]) => isCalled(name, verb.noun))
  if (said === undefined) return undefined
  const values = Array.isArray(said[1]) ? (said[1] as readonly unknown[]) : [said[1]]
  const ids = values.flatMap((value) => idIn(value) ?? [])
  return ids.length === 0 || ids.length < values.length ? undefined : { ...verb, ids, values }
}

const ATTACHES: ReadonlyMap<string, boolean> = new Map([
  ['attach', true],
  ['assign', true],
  ['detach', false],
  ['unassign', false],
])

/** `attach` with a `droplet_id`, where the record has an array `droplet_ids`. */
function attachedOf(call: Call, properties: ReadonlyMap<string, Schema>): Told | undefined {
  const puts = ATTACHES.get(call.compiled.operation.plan.verb ?? '')
  if (puts === undefined) return undefined
  for (const [name, value] of Object.entries(inputOf(call))) {
    const noun = /^(.+?)[-_]?ids?$/i.exec(name)?.[1]
    const id = idIn(value)
    const isHeld = (own: string): boolean => noun !== undefined && /s$/i.test(own) && isCalled(own, noun)
    if (noun !== undefined && id !== undefined && [...properties.keys()].some(isHeld))
      return { noun, puts, ids: [id], values: [value] }
  }
  return undefined
}

/** `tag`, `tags`, `tag_id`, `tagIds` */
function isCalled(name: string, noun: string): boolean {
  const [own = ''] = /^.+?(?=[-_]?(g|u|uu)?ids?$)/i.exec(name) ?? []
  return sameThing(name, noun) || sameThing(own, noun)
}

const KEYS = ['id', 'gid', 'uuid', 'sid', 'key', 'name']

function idIn(value: unknown): string | undefined {
  if (!isObject(value)) return idText(value)
  const key = KEYS.find((one) => idText(value[one]) !== undefined)
  return key === undefined ? undefined : idText(value[key])
}

function names(element: unknown, id: string): boolean {
  return isObject(element) ? KEYS.some((key) => idText(element[key]) === id) : idText(element) === id
}

interface Side {
  readonly type: string
  /** The link by which those of the type are listed below the record. */
  readonly link?: string
  /** The link by which the record is listed below those of the type. */
  readonly back?: string
}

const sidesOf = oncePer((operation: Operation, runtime: Runtime): readonly Side[] => {
  const noun = verbOf(operation)?.noun ?? ''
  const own = operation.plan.type ?? ''
  const base = operation.path.slice(0, operation.path.lastIndexOf('/') + 1)
  const lists = runtime.api.head.operations.filter(({ plan }) => plan.kind === 'list')
  const below = lists.flatMap(({ path, plan: { type, parents } }): readonly Side[] => {
    const link = parents.at(-1)?.link
    const isBelow = path.startsWith(base) && sameThing(path.slice(base.length), noun)
    return isBelow && type !== undefined && link !== undefined ? [{ type, link }] : []
  })
  const type =
    below[0]?.type ??
    namedTypes(runtime)
      .ending(noun)
      .find((one) => sameThing(one.type, noun))?.type
  const back = lists
    .find(({ plan }) => plan.type === own && plan.parents.at(-1)?.type === type)
    ?.plan.parents.at(-1)?.link
  return type === undefined || type === own || back === undefined ? below : [...below, { type, back }]
})
