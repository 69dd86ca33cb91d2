/**
 * Answers of language models: the text that a sandbox makes up in the place of a model's refers to what it was asked,
 * and the numbers of tokens are those of both texts.
 */
import type { Place } from '../../../api/plan.ts'
import { generate } from '../../../api/schema/generate.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import type { Instant } from '../../../support/clock.ts'
import type { Dice } from '../../../support/dice.ts'
import { field, isObject, type Json, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Runtime } from '../../runtime.ts'
import { NO_VALUES } from '../../state/merge.ts'
import { mostTokens, promptIn, replyTo } from './prompt.ts'
import { tokensOf, usagesIn, withUsage } from './token-usage.ts'

/** What stands for every element of a list. */
export const EACH = '[]'

/** Where answers hold what a model wrote. */
export const REPLIES: readonly Place[] = [
  'choices.[].message.content',
  'choices.[].text',
  'output.[].content.[].text',
  'output.message.content.[].text',
  'output_text',
  'content.[].text',
  'message.content',
  'message.content.[].text',
  'candidates.[].content.parts.[].text',
  'generations.[].text',
  'results.[].outputText',
  'result.response',
  'completion',
  'response',
  'generated_text',
].map((place) => place.split('.'))

interface Replying {
  readonly places: readonly Place[]
  readonly usage: ReturnType<typeof usagesIn>
  /** The model writes nothing: it embeds, or judges. */
  readonly onlyReads: boolean
}

/** Where the schema has a place for what a model wrote. */
export const replyingIn: (schema: Schema & object, runtime: Runtime) => Replying | undefined = oncePer(
  (schema: Schema & object, runtime: Runtime): Replying | undefined => {
    const usage = usagesIn(schema, runtime)
    const places = placesIn(REPLIES, schema, runtime)
    const onlyReads = places.length === 0 && usage.length > 0 && usage.every(({ tellsWritten }) => !tellsWritten)
    return places.length === 0 && !onlyReads ? undefined : { places, usage, onlyReads }
  },
)

export function eachOf(
  list: unknown,
  schema: Schema,
  told: (one: JsonObject, schema: Schema, runtime: Runtime) => JsonObject,
  runtime: Runtime,
): unknown {
  const { items } = runtime.view(schema)
  if (!Array.isArray(list) || items === undefined) return list
  const each = list.map((one) => (isObject(one) ? told(one as JsonObject, items, runtime) : one))
  return each.some((one, index) => one !== list[index]) ? each : list
}

/** Those of the places at which the schema takes a text. */
export function placesIn(places: readonly Place[], schema: Schema, runtime: Runtime): readonly Place[] {
  return places.filter((place) => {
    const leaf = schemaOf(schema, place, runtime)
    return leaf !== undefined && runtime.accepts(leaf, 'Text.')
  })
}

function schemaOf(schema: Schema | undefined, place: Place, runtime: Runtime): Schema | undefined {
  let found = schema
  for (const step of place) {
    if (found === undefined) return undefined
    found = step === EACH ? runtime.view(found).items : allProperties(found, runtime).get(step)
  }
  return found
}

/** A request that a model answers says which, or the answer how much was read and written. */
export function isAsked(sent: JsonObject, usage: readonly unknown[]): boolean {
  return usage.length > 0 || ['model', 'model_id', 'modelId'].some((name) => typeof sent[name] === 'string')
}

/** A `response` may be anybody's, and what may be null may come later: something else has to tell of a model. */
function isSure([first, second]: Place, sent: JsonObject, schema: Schema, runtime: Runtime): boolean {
  const properties = allProperties(schema, runtime)
  const own = properties.get(first ?? '')
  if (second !== undefined || (first !== 'response' && (own === undefined || !runtime.accepts(own, null)))) return true
  return (
    [...properties.keys()].some((name) => name === 'done' || WHY.test(name)) || SAMPLING.some((name) => name in sent)
  )
}

const SAMPLING = [
  'temperature',
  'max_tokens',
  'max_output_tokens',
  'maxTokens',
  'top_p',
  'top_k',
  'topP',
  'topK',
  'stream',
]

export interface Asking {
  readonly sent: JsonObject
  readonly schema: Schema
  readonly dice: Dice
  readonly key: string
  readonly now: Instant
  /** What examples of such requests ask: what they answer is their own. */
  readonly shown?: ReadonlySet<string> | undefined
}

/** The answer with a reply to what was asked; itself where it holds none, or what was asked is not known. */
export function replied(value: JsonObject, asking: Asking, runtime: Runtime): JsonObject {
  const { sent, schema } = asking
  const replying = typeof schema === 'object' ? replyingIn(schema, runtime) : undefined
  if (replying === undefined || !isAsked(sent, replying.usage)) return value
  const prompt = promptIn(sent)
  if (prompt === undefined || asking.shown?.has(prompt.asked) === true) return value
  const reply = replyTo(prompt, sent)
  const isTold = replying.usage.length > 0
  const places = replying.places.filter(
    (place) => !Object.hasOwn(sent, place[0] ?? '') && (isTold || isSure(place, sent, schema, runtime)),
  )
  const filling: Filling = { reply, runtime, making: asking, grown: { is: false } }
  const there = places.reduce((whole, place) => filled(whole, place, schema, filling) as JsonObject, value)
  const written = there === value ? withPlace(value, places, asking, filling) : there
  if (written === value && !replying.onlyReads) return value
  const read = tokensOf(prompt.read)
  const tokens = written === value ? 0 : Math.min(tokensOf(reply), mostTokens(sent))
  const whole = withUsage(written, sent, replying.usage, { read, written: tokens }, runtime)
  const done = ended(whole, sent, schema, runtime)
  // Texts and numbers stand where such stood before; what was made besides is judged.
  return filling.grown?.is !== true || runtime.accepts(schema, done) ? done : value
}

interface Filling {
  readonly reply: string
  readonly runtime: Runtime
  /** Absent: nothing is added to lists that hold nothing. */
  readonly making?: Asking
  /** Set where something was made or left out besides texts. */
  readonly grown?: { is: boolean }
}

/** The value with the reply at the place, in the first element of a list that takes it, and in each of several choices. */
export function filled(value: unknown, place: Place, schema: Schema | undefined, filling: Filling): unknown {
  const [step, ...rest] = place
  if (step === undefined || schema === undefined) return value
  const { runtime, reply } = filling
  if (step === EACH) return Array.isArray(value) ? filledList(value, rest, schema, filling) : value
  if (!isObject(value) || !speaks(value)) return value
  const inner = allProperties(schema, runtime).get(step)
  const own = value[step]
  if (inner === undefined) return value
  if (rest.length > 0) {
    const next = filled(own, rest, inner, filling)
    if (next === own) return value
    const bare = withoutCall(value, schema, runtime)
    if (bare !== value && filling.grown !== undefined) filling.grown.is = true
    return { ...bare, [step]: next }
  }
  const isText = (typeof own === 'string' || own === null) && own !== reply
  return isText && runtime.accepts(inner, reply) ? { ...value, [step]: reply } : value
}

function filledList(list: readonly unknown[], rest: Place, schema: Schema, filling: Filling): unknown {
  const { runtime } = filling
  const { items } = runtime.view(schema)
  const isAll = rest[0] === 'message' || rest.length === 1
  let next: unknown[] | undefined
  for (let index = 0; index < list.length; index++) {
    const one = filled(list[index], rest, items, filling)
    if (one === list[index]) continue
    next ??= [...list]
    next[index] = one
    if (!isAll) break
  }
  if (list.length > 0) return next ?? list
  const made = items === undefined ? undefined : elementOf(items, rest, filling)
  if (made !== undefined && filling.grown !== undefined) filling.grown.is = true
  return made === undefined ? list : [made]
}

/** A message is no call of a tool: what tells of one is left out of an item that may be either. */
function withoutCall(
  value: Readonly<Record<string, unknown>>,
  schema: Schema,
  runtime: Runtime,
): Readonly<Record<string, unknown>> {
  if (value['type'] !== 'message' || !Object.hasOwn(value, 'arguments')) return value
  const { required } = runtime.view(schema)
  const kept = Object.entries(value).filter(
    ([name]) => required.has(name) || !/^(call_?id|name|arguments)$/i.test(name),
  )
  return Object.fromEntries(kept)
}

/** The answer with a reply at the first place that may hold one, where none of what is there does. */
export function withPlace(
  value: JsonObject,
  places: readonly Place[],
  making: Asking,
  { reply, runtime, grown }: Filling,
): JsonObject {
  const [place] = places
  const [name = ''] = place ?? []
  if (place === undefined) return value
  const whole = generate(making.schema, {
    ...runtime.generating,
    dice: making.dice,
    key: `${making.key}/reply`,
    now: making.now,
    sources: [{ ...value, ...(held(place, reply, making.schema, runtime) as JsonObject) }],
    fill: 'required',
  })
  const made = field(whole, name)
  if (grown !== undefined) grown.is = true
  return made !== undefined && holds(made, reply) ? { ...value, [name]: made as Json } : value
}

/** The reply at the place, and who says it. */
function held([step, ...rest]: Place, reply: string, schema: Schema | undefined, runtime: Runtime): Json {
  if (step === undefined) return reply
  if (step === EACH) return [held(rest, reply, runtime.view(schema).items, runtime)]
  const properties = allProperties(schema, runtime)
  const saysWho = step === 'content' && properties.has('role')
  return { ...(saysWho && { role: 'assistant' }), [step]: held(rest, reply, properties.get(step), runtime) }
}

/** What is no message of the assistant (a call of a tool, reasoning) holds no reply. */
function speaks({ type, role }: Readonly<Record<string, unknown>>): boolean {
  return (
    (typeof type !== 'string' || MESSAGES.has(type)) && (typeof role !== 'string' || MODELS.has(role.toLowerCase()))
  )
}

const MESSAGES = new Set([
  'message',
  'text',
  'output_text',
  'chat.completion',
  'text_completion',
  'completion',
  'response',
])
const MODELS = new Set(['assistant', 'model', 'bot', 'chatbot', 'ai'])

/** An element for a list that holds nothing yet. */
function elementOf(items: Schema, rest: Place, filling: Filling): unknown {
  const { runtime, reply, making } = filling
  if (making === undefined) return undefined
  const { dice, key, now } = making
  const said: JsonObject | undefined = rest.length === 1 ? { [rest[0] ?? '']: reply } : undefined
  const forms: JsonObject[] = ['text', 'output_text', 'message', undefined].map((type) => ({
    ...(type !== undefined && { type }),
    ...(rest.includes(EACH) && { role: 'assistant', status: 'completed' }),
    ...said,
  }))
  for (const form of forms) {
    const made = generate(items, {
      ...runtime.generating,
      dice,
      key: `${key}/reply`,
      now,
      sources: [form],
      fill: 'required',
    })
    const whole = filled(made, rest, items, filling)
    if (isObject(whole) && field(whole, 'type') === form['type'] && holds(whole, reply)) return whole
  }
  return undefined
}

function holds(value: unknown, reply: string): boolean {
  return JSON.stringify(value).includes(JSON.stringify(reply))
}

export const WHY: RegExp = /^(finish|stop|done)_?reason$/i
const WENT_WELL = ['stop', 'end_turn', 'STOP', 'COMPLETE', 'complete']

/** Where an answer says why the model stopped, or that it did. */
interface Ending {
  readonly name: string
  readonly schema: Schema
  /** What it says where nothing is said yet, or what it says of the choices in it. */
  readonly from?: null | false
  readonly to?: string | true
}

const endingsOf = oncePer((schema: Schema & object, runtime: Runtime): readonly Ending[] =>
  [...allProperties(schema, runtime)].flatMap(([name, declared]): readonly Ending[] => {
    if (name === 'choices') return [{ name, schema: declared }]
    if (name === 'done')
      return runtime.accepts(declared, true) ? [{ name, schema: declared, from: false, to: true }] : []
    const why = WHY.test(name) ? WENT_WELL.find((one) => runtime.accepts(declared, one)) : undefined
    return why === undefined ? [] : [{ name, schema: declared, from: null, to: why }]
  }),
)

/** Why the model stopped is told where it did: it had said all. */
export function ended(value: JsonObject, sent: JsonObject, schema: Schema, runtime: Runtime): JsonObject {
  if (typeof schema !== 'object') return value
  let told = value
  for (const { name, schema: declared, from, to } of endingsOf(schema, runtime)) {
    const own = told[name]
    if (own === undefined || Object.hasOwn(sent, name)) continue
    const next = to === undefined ? eachOf(own, declared, wellEnded, runtime) : own === from ? to : own
    if (next !== own) told = { ...told, [name]: next as Json }
  }
  return told
}

const wellEnded = (one: JsonObject, schema: Schema, runtime: Runtime): JsonObject =>
  ended(one, NO_VALUES, schema, runtime)
