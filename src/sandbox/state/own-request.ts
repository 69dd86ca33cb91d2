/**
 * The example of a record holds what the request of the example said. A new record whose own request does not say it
 * does not take it over: only what the provider wrote by itself.
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { isByDefault, isByProvider, isOwnId, withoutPlaceholders } from '../../api/schema/generate.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { type SchemaView, schemaAt } from '../../api/schema/view.ts'
import { plain, snake } from '../../derive/naming/words.ts'
import { eachRecordSchema } from '../../derive/schemas/requests.ts'
import { at, isObject, type Json, type JsonObject } from '../../support/json.ts'
import { presetOf } from '../operation/creation/declared-defaults.ts'
import type { Runtime } from '../runtime.ts'
import { withAmountsFor } from './amounts-of-example.ts'
import { isRecordItself } from './asked.ts'
import { withAt, without } from './place.ts'
import { samplesOf, shownOf } from './samples.ts'

/** Objects are followed so far. */
const DEEPEST = 6
/** Properties that are looked at, and examples that are kept as requests left them. */
const MOST = 200
const MOST_KEPT = 64

/** What the example's request said and a request need not say; the outer before the inner. */
interface Said {
  readonly place: Place
  /** What is there where nobody says it. */
  readonly preset: Json | undefined
}

/** The examples of whole records, as far as `kept` keeps them, and which of them a new record takes over. */
export class ExamplesForRequest {
  /** What is taken out of some of them for some requests. */
  readonly places: readonly Place[]
  private readonly samples: readonly JsonObject[]
  private readonly own: readonly OwnRequest[]
  private readonly choices: readonly string[]

  constructor(kept: (sample: JsonObject) => JsonObject, plan: ResourcePlan, runtime: Runtime) {
    this.samples = samplesOf(plan, runtime).single.slice(0, MOST_SAMPLES)
    this.own = this.samples.map((one) => new OwnRequest(one, kept(one), plan, runtime))
    this.places = this.own.flatMap(({ said }) => said.map(({ place }) => place))
    this.choices = choicesAmong(this.samples, allProperties(plan.schema, runtime), runtime)
  }

  get first(): JsonObject | undefined {
    return this.own[0]?.sample
  }

  get dependsOnRequest(): boolean {
    return this.places.length > 0 || this.choices.length > 0
  }

  sampleFor(sent: JsonObject): JsonObject | undefined {
    const index = nearest(this.samples, this.choices, sent)
    const [sample, whole] = [this.own[index]?.sampleFor(sent), this.samples[index]]
    return sample === undefined || whole === undefined ? sample : withAmountsFor(sample, sent, whole)
  }
}

/** The example as it is for a request. */
class OwnRequest {
  readonly said: readonly Said[]
  readonly sample: JsonObject
  private readonly kept = new Map<string, JsonObject>()
  /** What the example shows of what is left out unless a request says it. */
  private readonly left: readonly (readonly [name: string, value: Json, schema: Schema])[]
  private readonly accepts: Runtime['accepts']

  constructor(whole: JsonObject, sample: JsonObject, plan: ResourcePlan, runtime: Runtime) {
    this.sample = sample
    this.said = saidIn(sample, plan, runtime)
    this.accepts = runtime.accepts
    const properties = allProperties(plan.schema, runtime)
    this.left = Object.entries(whole).flatMap(([name, value]) => {
      const schema = properties.get(name)
      const isLeft = schema !== undefined && typeof value !== 'object' && !Object.hasOwn(sample, name)
      return isLeft && runtime.accepts(schema, value) ? [[name, value as Json, schema] as const] : []
    })
  }

  /** Without what was said for the example and not for this record; with what stands for a word that the record has not. */
  sampleFor(sent: JsonObject): JsonObject {
    const own = this.ownFor(sent)
    const meant = this.left.filter(([name, , schema]) => {
      const said = Object.hasOwn(sent, name) ? sent[name] : undefined
      return typeof said === 'string' && !this.accepts(schema, said)
    })
    return meant.length === 0 ? own : { ...own, ...Object.fromEntries(meant.map(([name, value]) => [name, value])) }
  }

  private ownFor(sent: JsonObject): JsonObject {
    let key = ''
    for (const [index, { place }] of this.said.entries()) if (isLacking(sent, place)) key += `${index} `
    if (key === '') return this.sample
    const known = this.kept.get(key)
    if (known !== undefined) return known
    const sample = key
      .trim()
      .split(' ')
      .map((index) => this.said[Number(index)] as Said)
      .reduce(withoutOne, this.sample)
    if (this.kept.size < MOST_KEPT) this.kept.set(key, sample)
    return sample
  }
}

/** An object inside that is sent is another than the example's: it has not the id of that, nor its name. */
export function withoutOtherIds(sample: JsonObject, sent: JsonObject): JsonObject {
  let rest = sample
  for (const [name, said] of Object.entries(sent)) {
    const shown = Object.hasOwn(sample, name) ? sample[name] : undefined
    if (!isObject(said) || !isObject(shown)) continue
    const isOther = Object.entries(said).some(([key, one]) => typeof one !== 'object' && shown[key] !== one)
    const called = CODES.map((key) => said[key]).find((one) => typeof one === 'string')
    for (const key of isOther ? Object.keys(shown) : []) {
      if (Object.hasOwn(said, key)) continue
      if (isOwnId(key)) rest = without(rest, [name, key])
      else if (LABEL.test(key) && called !== undefined) rest = withAt(rest, [name, key], called as Json)
    }
  }
  return rest
}

/** The same where the example is that of the property: `region: {slug: fra1, name: New York 1}` where `nyc1` is called so. */
export function withOwnLabels(
  value: JsonObject,
  sent: JsonObject,
  { schema }: ResourcePlan,
  runtime: Runtime,
): JsonObject {
  let whole = value
  for (const [name, said] of Object.entries(sent)) {
    const made = Object.hasOwn(value, name) ? value[name] : undefined
    if (!isObject(said) || !isObject(made)) continue
    const code = CODES.find((key) => typeof said[key] === 'string')
    const shown =
      code === undefined ? undefined : runtime.view(schemaAt(runtime.view, schema, [name])).keywords['example']
    if (code === undefined || !isObject(shown) || shown[code] === said[code]) continue
    for (const key of Object.keys(made))
      if (LABEL.test(key) && !Object.hasOwn(said, key) && made[key] === shown[key])
        whole = withAt(whole, [name, key], said[code] as Json)
  }
  return whole
}

/** What a record is called. */
export const LABEL: RegExp = /^(name|title|label|display_?name)$/i
/** By what it is known beside its id. */
const CODES: readonly string[] = ['slug', 'code', 'key']

function withoutOne(sample: JsonObject, { place, preset }: Said): JsonObject {
  if (at(sample, place) === undefined) return sample
  return preset === undefined ? without(sample, place) : withAt(sample, place, preset)
}

/** It was not sent; what was sent as an id in the place of an object is known by the example. */
function isLacking(sent: JsonObject, place: Place): boolean {
  let value: unknown = sent
  for (const step of place) {
    if (!isObject(value)) return value === undefined
    value = Object.hasOwn(value, step) ? value[step] : undefined
  }
  return value === undefined
}

function saidIn(sample: JsonObject, plan: ResourcePlan, runtime: Runtime): readonly Said[] {
  const creates = runtime.operationsOn(plan.type).flatMap(({ id, plan: { kind, input = [], inputForm } }) => {
    const operation = kind === 'create' ? runtime.api.operation(id) : undefined
    const schema = operation === undefined ? undefined : eachRecordSchema(operation, runtime)
    if (operation === undefined || schema === undefined) return []
    const examples = Object.values(operation.requestBody?.content ?? {})
      .flatMap((media) => shownOf(media, runtime))
      .flatMap((one) => {
        const record = at(withoutPlaceholders(one), input)
        return inputForm === 'array' && Array.isArray(record) ? record : [record]
      })
    return [{ schema, examples: objectsIn(examples) }]
  })
  const asked = creates.map(({ schema }) => schema)
  const shown = creates.flatMap(({ examples }) => examples)
  const isWhole = asked.some((schema) => isRecordItself(schema, plan, runtime))
  if (asked.length === 0 || (isWhole && shown.length === 0)) return []
  return new Walk(plan, runtime, shown.length > 0).object({
    value: sample,
    schema: plan.schema,
    asked,
    shown,
    above: [],
  })
}

interface Where {
  readonly value: JsonObject
  readonly schema: Schema
  /** What requests may say in its place, and what examples of requests say there. */
  readonly asked: readonly Schema[]
  readonly shown: readonly JsonObject[]
  readonly above: Place
}

class Walk {
  private budget = MOST
  private readonly plan: ResourcePlan
  private readonly runtime: Runtime
  /** There are examples of requests. */
  private readonly isShown: boolean

  constructor(plan: ResourcePlan, runtime: Runtime, isShown: boolean) {
    this.plan = plan
    this.runtime = runtime
    this.isShown = isShown
  }

  object({ value, schema, asked, shown, above }: Where): readonly Said[] {
    const properties = allProperties(schema, this.runtime)
    const { required } = this.runtime.view(schema)
    return Object.entries(value).flatMap(([name, own]): readonly Said[] => {
      const property = properties.get(name)
      const sayable = property === undefined ? [] : this.sayable(asked, name)
      const place = [...above, name]
      if (property === undefined || sayable.length === 0 || this.isFixed(place) || this.budget-- <= 0) return []
      const view = this.runtime.view(property)
      const said = shown.flatMap((example) => valuesAt(example, name))
      const isSaid = this.isShown ? said.length > 0 : !isUsual(name, view)
      const isName = above.length === 0 && NAMES.test(snake(name))
      const found = isSaid && !required.has(name) && !isName ? [{ place, preset: presetOf(view) }] : []
      if (!isObject(own) || place.length >= DEEPEST) return found
      const inner = { value: own as JsonObject, schema: property, asked: sayable, shown: objectsIn(said), above: place }
      const within = this.object(inner)
      // What has to be there is not left empty.
      const isEmptied =
        found.length === 0 && Object.keys(own).every((key) => within.some((one) => isOf(one, place, key)))
      return isEmptied ? found : [...found, ...within]
    })
  }

  /** What requests may say in the place of a property. */
  private sayable(asked: readonly Schema[], name: string): readonly Schema[] {
    const word = plain(name)
    return asked.flatMap((schema) =>
      [...allProperties(schema, this.runtime)].flatMap(([other, one]) =>
        plain(other) === word && this.runtime.view(one).keywords['readOnly'] !== true ? [one] : [],
      ),
    )
  }

  /** What says which record it is, or where it stands, and what the provider writes into every record. */
  private isFixed(place: Place): boolean {
    const { id, status, links } = this.plan
    const fixed = [id.place, status?.place, ...links.map(({ property }) => property)]
    const isOne = fixed.some((one) => one !== undefined && place.every((step, index) => one[index] === step))
    return isOne || isByProvider(snake(place.at(-1) ?? ''))
  }
}

/** The property itself is taken out, and nothing stands in its place. */
function isOf({ place, preset }: Said, above: Place, key: string): boolean {
  return preset === undefined && place.length === above.length + 1 && place.at(-1) === key
}

function valuesAt(example: JsonObject, name: string): readonly unknown[] {
  const word = plain(name)
  return Object.entries(example).flatMap(([other, one]) => (plain(other) === word ? [one] : []))
}

function objectsIn(values: readonly unknown[]): readonly JsonObject[] {
  return values.filter(isObject) as JsonObject[]
}

/** What a provider often chooses where nobody says it. */
function isUsual(name: string, { types, keywords }: SchemaView): boolean {
  return isByDefault(snake(name)) || keywords['enum'] !== undefined || types.includes('boolean')
}

/** What a record is called by is there. */
const NAMES = /^(name|title|label|subject|display_name|full_name|first_name|last_name|user_?name|email)$/

/** Examples of whole records that are compared with a request. */
const MOST_SAMPLES = 8

/** The choices in which the examples differ: the `type` of a ticket. */
function choicesAmong(
  samples: readonly JsonObject[],
  properties: ReadonlyMap<string, Schema>,
  runtime: Runtime,
): readonly string[] {
  const [first, ...others] = samples
  if (first === undefined || others.length === 0) return []
  return [...properties].flatMap(([name, schema]) =>
    runtime.view(schema).keywords['enum'] !== undefined && others.some((one) => one[name] !== first[name])
      ? [name]
      : [],
  )
}

/** The example that agrees most with what the request chooses; the first of several. */
function nearest(samples: readonly JsonObject[], choices: readonly string[], sent: JsonObject): number {
  let [best, most] = [0, 0]
  if (choices.length === 0) return best
  for (const [index, sample] of samples.entries()) {
    const count = choices.filter((name) => Object.hasOwn(sent, name) && sent[name] === sample[name]).length
    if (count > most) [best, most] = [index, count]
  }
  return best
}
