/** What a job says of itself: what was done, to what, when it began and ended. */
import type { ResourcePlan } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain, sameThing } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { project } from '../../response/project.ts'
import type { Runtime } from '../../runtime.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { sameForm, timeFor } from '../../state/times.ts'
import { inputOf } from '../input.ts'

interface Known {
  /** What the answer's own example shows of the job. */
  readonly example: JsonObject
  /** What it was done to, or made. */
  readonly about: StoredRecord | undefined
}

/** The properties of a job that are known, by their names. */
export function tellingOf(call: Call, plan: ResourcePlan, known: Known): JsonObject {
  const { runtime } = call
  const told: Record<string, unknown> = {}
  for (const [name, schema] of runtime.view(plan.schema).properties) {
    const value = toldOf(call, { name, schema }, known)
    if (value !== undefined && runtime.accepts(schema, value)) setOwn(told, name, value)
  }
  return told as JsonObject
}

interface Property {
  readonly name: string
  readonly schema: Schema
}

const MOMENT = /^(started|finished|ended|completed)(at|on|time|date)?$|^(start|end|completion)(time|date)$/
const VERB = /^(command|verb|action|operation|type|actiontype|operationtype|jobtype|tasktype|event)$/
const SUBJECTS = /^(resources|targets|entities|subjects|objects)$/
const SUBJECT = /^(resource|target|entity|subject|object)(id|type)?$/

function toldOf(call: Call, { name, schema }: Property, known: Known): unknown {
  const word = plain(name)
  const { example } = known
  const now = call.resources.clock.now()
  if (/^(progress|percent(age)?(complete|completed|done)?)$/.test(word)) return 100
  if (MOMENT.test(word))
    return sameForm(example[name], now) ?? timeFor(call.runtime.view(schema), now, name) ?? textOf(schema, now, call)
  if (/^(error|errors|errormessage|errorcode|failure|failurereason)$/.test(word)) return null
  if (VERB.test(word)) return verbIn(call, { name, schema }, known)
  if (word === 'done') return true
  const { about } = known
  const plan = call.runtime.resource(about?.type)
  if (about === undefined || plan === undefined) return undefined
  if (word === 'response' && call.compiled.operation.plan.kind !== 'delete')
    return project(about.value, plan.schema, call.runtime)
  const subject: Subject = { type: plan.type, id: at(about.value, plan.id.place), links: about.links }
  if (SUBJECTS.test(word)) return subjectsIn(call, schema, subject, example[name])
  const [, , what] = SUBJECT.exec(word) ?? []
  if (what === 'id') return typed(subject.id, schema, call.runtime)
  if (what === 'type') return typeWord(call.runtime, schema, subject.type, example[name])
  return SUBJECT.test(word) ? subjectIn(call.runtime, schema, subject, undefined) : undefined
}

/** A moment where the schema shows one in an example of its own, or says no more than that it is a text. */
function textOf(schema: Schema, now: number, { runtime }: Call): unknown {
  const { types, keywords } = runtime.view(schema)
  return types.includes('string') ? sameForm(sampleOf(keywords), now) : undefined
}

function sampleOf({ example, examples }: Readonly<Record<string, unknown>>): unknown {
  return example ?? (Array.isArray(examples) ? examples[0] : undefined)
}

interface Subject {
  readonly type: string
  readonly id: unknown
  readonly links: Readonly<Record<string, string>>
}

/** `resources: [{id, type}]`: what the example names of each type, with the ids that there are. */
function subjectsIn({ runtime, body }: Call, schema: Schema, subject: Subject, example: unknown): unknown {
  const { items } = runtime.view(schema)
  if (items === undefined || !runtime.view(items).properties.has('id')) return undefined
  const shown = (Array.isArray(example) ? example : []).filter(isObject)
  const own = subjectIn(
    runtime,
    items,
    subject,
    shown.find((one) => isOf(one, subject.type)),
  )
  const others = shown.flatMap((one) => {
    const type = typeOf(one)
    const said = type === undefined || isOf(one, subject.type) ? undefined : namedIn(body, subject.links, type)
    return type === undefined || said === undefined
      ? []
      : (subjectIn(runtime, items, { ...subject, type, id: said }, one) ?? [])
  })
  return own === undefined ? undefined : [own, ...others]
}

/** What the request, or the place of the record, names of a type. */
function namedIn(body: unknown, links: Subject['links'], type: string): unknown {
  const sent = isObject(body) ? Object.entries(body) : []
  const names = [plain(type), `${plain(type)}id`]
  const said = sent.find(([name, value]) => names.includes(plain(name)) && idText(value) !== undefined)?.[1]
  return said ?? (Object.hasOwn(links, type) ? links[type] : undefined)
}

function typeOf(one: Readonly<Record<string, unknown>>): string | undefined {
  const name = Object.keys(one).find((key) => TYPE.test(plain(key)))
  const value = name === undefined ? undefined : one[name]
  return typeof value === 'string' ? value : undefined
}

const TYPE = /^(type|kind|resourcetype|entitytype|targettype)$/

function isOf(one: Readonly<Record<string, unknown>>, type: string): boolean {
  const said = typeOf(one)
  return said !== undefined && sameThing(said, type)
}

/** `{id, type}` of one record. */
function subjectIn(runtime: Runtime, schema: Schema, { type, id }: Subject, example: unknown): JsonObject | undefined {
  const { properties } = runtime.view(schema)
  const own = properties.get('id')
  if (own === undefined) return undefined
  const told: Record<string, unknown> = isObject(example) ? { ...example } : {}
  setOwn(told, 'id', typed(id, own, runtime))
  for (const [name, property] of properties)
    if (TYPE.test(plain(name))) setOwn(told, name, typeWord(runtime, property, type, told[name]))
  return told as JsonObject
}

function typed(id: unknown, schema: Schema, { view }: Runtime): unknown {
  const { types } = view(schema)
  const isText = types.includes('string') && !types.includes('integer')
  return isText && typeof id === 'number'
    ? String(id)
    : types.includes('integer') && typeof id === 'string' && /^\d{1,15}$/.test(id)
      ? Number(id)
      : id
}

/** A type in the description's own wording: a choice, or what an example shows; else its name. */
function typeWord({ view }: Runtime, schema: Schema, type: string, example: unknown): string {
  const choices = view(schema).keywords['enum']
  const said = [...(Array.isArray(choices) ? choices : []), example].find(
    (one) => typeof one === 'string' && sameThing(one, type),
  )
  return typeof said === 'string' ? said : type
}

/** What is done, where no verb says it. */
const USUAL: Readonly<Record<string, string>> = {
  create: 'create',
  delete: 'delete',
  update: 'update',
  replace: 'update',
}

/** What was done in the description's own wording: its example, a choice, or a text made as its example is. */
function verbIn(call: Call, { name, schema }: Property, { example, about }: Known): unknown {
  const sent = call.compiled.operation.plan.verb === undefined ? inputOf(call)[name] : undefined
  if (typeof sent === 'string') return sent
  if (typeof example[name] === 'string') return example[name]
  const { plan } = call.compiled.operation
  const verb = plan.verb ?? USUAL[plan.kind]
  const type = about?.type
  if (verb === undefined || type === undefined) return undefined
  const { keywords } = call.runtime.view(schema)
  const forms = new Set([verb, verb + type, type + verb].map(plain))
  const choices = keywords['enum']
  if (Array.isArray(choices)) return choices.find((one) => typeof one === 'string' && forms.has(plain(one)))
  const sample = sampleOf(keywords)
  const alike = typeof sample === 'string' ? madeAs(call.runtime, sample, verb, type) : undefined
  return alike ?? (/^(command|verb|action)$/.test(plain(name)) ? verb : undefined)
}

/** `delete_server` as `start_server` is made of a verb and a type. */
function madeAs({ api }: Runtime, sample: string, verb: string, type: string): string | undefined {
  for (const { type: other } of api.head.resources) {
    const [, mark] = new RegExp(`^[a-z]+([_.:-])${other}$`).exec(sample) ?? []
    if (mark !== undefined) return verb.endsWith(`_${type}`) ? verb : `${verb}${mark}${type}`
    const [, between] = new RegExp(`^${other}([_.:-])[a-z]+$`).exec(sample) ?? []
    if (between !== undefined) return `${type}${between}${verb}`
  }
  return undefined
}
