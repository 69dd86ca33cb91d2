/**
 * The property of a record that a request means by a name of its own: `testEndpoint` is its `testedEndpoint`,
 * `estimateAmount` its `estimate`, `new_title` its `title`, `opts` its `options`, `role_name` the `name` of a role.
 */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { isMomentName } from '../../../api/schema/values/times.ts'
import type { SchemaView } from '../../../api/schema/view.ts'
import { plain, singular, words } from '../../../derive/naming/words.ts'
import { recordSchema } from '../../../derive/schemas/requests.ts'
import { isNumeric } from '../../../support/exact-number.ts'
import { at, isObject, type JsonObject, textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Runtime } from '../../runtime.ts'
import { samplesOf } from '../../state/samples.ts'
import type { CompiledOperation } from '../compiled.ts'

/** How the name of a request differs from that of the record. */
type Difference = 'words' | 'amount' | 'id' | 'number'

export interface Meant {
  /** The property of the record. */
  readonly own: string
  readonly differs: Difference
  /** The record has a property of the sent name too, that says the same. */
  readonly isTwin: boolean
}

type Properties = ReadonlyMap<string, Schema>
type Homes = ReadonlyMap<string, Meant>

interface Asking {
  readonly compiled: CompiledOperation
  readonly runtime: Runtime
}

/** What names of the request mean that the record does not have; worked out once for each operation and type. */
export function meantBy(compiled: CompiledOperation, plan: ResourcePlan, runtime: Runtime): Homes {
  return homesOf(compiled)(plan, { compiled, runtime })
}

const homesOf = oncePer((_compiled: CompiledOperation) => oncePer(findHomes))

const NO_HOMES: Homes = new Map()

function findHomes(plan: ResourcePlan, { compiled: { operation }, runtime }: Asking): Homes {
  const asked = recordSchema(operation, runtime)
  if (asked === undefined) return NO_HOMES
  const [sent, own] = [allProperties(asked, runtime), allProperties(plan.schema, runtime)]
  const known = new Set([...own.keys()].map(plain))
  const free = [...own].filter(([name]) => !isSaid(name, sent) && !isKept(name, plan))
  const found = new Map<string, Meant>()
  for (const [name, schema] of sent) {
    const isKnown = known.has(plain(name))
    const all = free.flatMap(([other, property]) => {
      const differs = difference(
        { name, schema },
        { name: other, schema: property },
        plan,
        operation.plan.kind,
        runtime,
      )
      if (differs === undefined || (isKnown && !isTwin(own.get(name), property, differs, runtime))) return []
      return [{ own: other, differs, isTwin: isKnown }]
    })
    const [only, ...others] = all
    if (only !== undefined && others.length === 0) found.set(name, only)
  }
  const counts = new Map<string, number>()
  for (const { own: one } of found.values()) counts.set(one, (counts.get(one) ?? 0) + 1)
  return new Map([...found].filter(([, { own: one }]) => counts.get(one) === 1))
}

/** Requests say it by its own name too. */
function isSaid(name: string, sent: Properties): boolean {
  return sent.has(name) || [...sent.keys()].some((one) => plain(one) === plain(name))
}

/** What the server keeps: the id, the state, the parents. */
function isKept(name: string, { id, status, links }: ResourcePlan): boolean {
  const kept = [id.place, status?.place, ...links.map(({ property }) => property)]
  return (
    kept.some((place) => place?.[0] === name) ||
    /^(id|version|revision|etag|_?links?|href|url|type|kind|object)$/i.test(name)
  )
}

/** `estimate` beside `estimateAmount`: two of the same schema, an amount with its currency. */
function isTwin(own: Schema | undefined, other: Schema, differs: Difference, runtime: Runtime): boolean {
  if (own === undefined || differs !== 'amount') return false
  const [mine, theirs] = [runtime.view(own), runtime.view(other)]
  return mine.references[0] !== undefined && mine.references[0] === theirs.references[0] && isMoney(theirs)
}

interface Named {
  readonly name: string
  readonly schema: Schema
}

function difference(
  sent: Named,
  own: Named,
  plan: ResourcePlan,
  kind: string,
  runtime: Runtime,
): Difference | undefined {
  const [asked, kept] = [runtime.view(sent.schema), runtime.view(own.schema)]
  const [a, b] = [usual(sent.name), usual(own.name)]
  const isSame = agree(asked, kept)
  if (isSame && !isFlag(kept)) {
    if (a.join() === b.join()) return 'words'
    if (isSpoken(a, b) && isTold(kept, own.name)) return 'words'
    if (/^(update|replace|action)$/.test(kind) && isNew(a, b) && isTold(kept, own.name)) return 'words'
    if (inFront(plan.type).some((type) => isEnd(a, type, b) || isEnd(b, type, a))) return 'words'
  }
  if (isAmount(a, b) && isSum(asked) && (isSum(kept) || isMoney(kept))) return 'amount'
  if (kind === 'create' && isOneOf(a, b) && isHeld(asked, kept, own.name, runtime)) return 'number'
  if (isAfter(a, b, ID) || isAfter(b, a, ID)) return isIdBeside(asked, kept, isAfter(a, b, ID)) ? 'id' : undefined
  return undefined
}

const ID = new Set(['id'])
const AMOUNT = new Set(['amount', 'money'])

const USUAL: ReadonlyMap<string, string> = new Map([
  ['opts', 'options'],
  ['opt', 'option'],
  ['desc', 'description'],
  ['descr', 'description'],
  ['qty', 'quantity'],
  ['org', 'organization'],
  ['organisation', 'organization'],
  ['addr', 'address'],
  ['config', 'configuration'],
  ['conf', 'configuration'],
  ['env', 'environment'],
  ['msg', 'message'],
  ['lang', 'language'],
  ['params', 'parameters'],
  ['attrs', 'attributes'],
  ['img', 'image'],
  ['num', 'number'],
  ['pwd', 'password'],
  ['dept', 'department'],
  ['cancelled', 'canceled'],
  ['colour', 'color'],
  ['centre', 'center'],
  ['licence', 'license'],
])

/** The words of a name, each in its full form. */
const usual = (name: string): readonly string[] => words(name).map((word) => USUAL.get(word) ?? word)

/** `testEndpoint` and `testedEndpoint`: one word is a verb in the one, and what was done in the other. */
function isSpoken(a: readonly string[], b: readonly string[]): boolean {
  if (a.length < 2 || a.length !== b.length) return false
  const differing = a.flatMap((word, index) => (word === b[index] ? [] : [[word, b[index] ?? ''] as const]))
  const [one, ...others] = differing
  return one !== undefined && others.length === 0 && (isDone(one[0], one[1]) || isDone(one[1], one[0]))
}

/** `invited` of `invite`, `shipped` of `ship`, `applied` of `apply`. */
function isDone(verb: string, done: string): boolean {
  if (verb.length < 3 || !done.endsWith('ed')) return false
  const forms = [`${verb}ed`, `${verb}${verb.at(-1)}ed`]
  if (verb.endsWith('e')) forms.push(`${verb}d`)
  if (verb.endsWith('y')) forms.push(`${verb.slice(0, -1)}ied`)
  return forms.includes(done)
}

/** Whom or what something is about: neither when it is to be, nor how much of it. */
function isTold({ types, keywords }: SchemaView, name: string): boolean {
  if (isMomentName(name) || /^(date|date-time|time|duration)$/.test(String(keywords['format']))) return false
  return types.every((type) => type !== 'number' && type !== 'integer')
}

/** The first has one word more than the second, behind it. */
function isAfter(longer: readonly string[], shorter: readonly string[], extra: ReadonlySet<string>): boolean {
  if (shorter.length === 0 || longer.length !== shorter.length + 1) return false
  return extra.has(longer.at(-1) ?? '') && shorter.every((word, index) => word === longer[index])
}

/** `new_title` of `title`. */
function isNew([first, ...rest]: readonly string[], b: readonly string[]): boolean {
  return first === 'new' && b.length > 0 && rest.join() === b.join()
}

function isAmount(a: readonly string[], b: readonly string[]): boolean {
  return isAfter(a, b, AMOUNT) || isAfter(b, a, AMOUNT)
}

/** The words of the type, and the last of them. */
const inFront = (type: string): readonly (readonly string[])[] => {
  const all = [...words(type).slice(0, -1), singular(words(type).at(-1) ?? '')]
  return all.length > 1 ? [all, all.slice(-1)] : [all]
}

function isEnd(whole: readonly string[], front: readonly string[], end: readonly string[]): boolean {
  return end.length > 0 && whole.join() === [...front, ...end].join()
}

function isOneOf(a: readonly string[], b: readonly string[]): boolean {
  const single = (all: readonly string[]) => [...all.slice(0, -1), singular(all.at(-1) ?? '')].join()
  return a.join() !== b.join() && single(a) === single(b)
}

/** One is an array of what the other is; of several that are sent, a record tells which one it is about by a name for that. */
function isHeld(asked: SchemaView, kept: SchemaView, name: string, { view }: Runtime): boolean {
  if (kept.types.join() === 'array' && !asked.types.includes('array')) return agree(asked, view(kept.items))
  if (!/(id|uuid|email|name|code|slug)$/i.test(name)) return false
  return asked.types.join() === 'array' && !kept.types.includes('array') && agree(view(asked.items), kept)
}

function isIdBeside(asked: SchemaView, kept: SchemaView, isShorter: boolean): boolean {
  if (asked.types.join() === 'object') return !isShorter && asked.properties.has('id')
  if (kept.types.join() === 'object') return isShorter && kept.properties.has('id')
  const bare = isShorter ? kept : asked
  if (isFlag(kept) || bare.keywords['enum'] !== undefined || !agree(asked, kept)) return false
  return SAYS_ID.test(textOf(bare.keywords['description']).slice(0, 200)) || bare.keywords['format'] === 'uuid'
}

/** A text without a name for it is an id where its words say so. */
const SAYS_ID = /\b(id|ids|uuid|identifier)\b/i

function agree(asked: SchemaView, kept: SchemaView): boolean {
  return (
    asked.types.length > 0 &&
    kept.types.length > 0 &&
    asked.types.some((type) => type !== 'null' && kept.types.includes(type))
  )
}

function isFlag({ types }: SchemaView): boolean {
  return types.includes('boolean')
}

function isSum(view: SchemaView): boolean {
  return view.types.some((type) => type === 'number' || type === 'integer' || type === 'string') || isMoney(view)
}

/** An amount with its currency. */
function isMoney({ properties }: SchemaView): boolean {
  const names = [...properties.keys()].map(plain)
  return names.some((name) => /^(amount|value)$/.test(name)) && names.some((name) => CURRENCY.test(name))
}

interface Told {
  readonly input: JsonObject
  readonly plan: ResourcePlan
}

/** The value in the form that the record has for it; undefined where it has none. */
export function formedFor(meant: Meant, value: unknown, record: Told, runtime: Runtime): unknown {
  const schema = allProperties(record.plan.schema, runtime).get(meant.own) ?? false
  const view = runtime.view(schema)
  const forms =
    meant.differs === 'amount' && !isObject(value) && view.properties.size > 0
      ? inMoney(meant, value, view, record, runtime)
      : formsOf(meant.differs, value, view)
  return forms.find((one) => one !== undefined && runtime.accepts(schema, one))
}

function formsOf(differs: Difference, value: unknown, { properties }: SchemaView): readonly unknown[] {
  if (differs === 'number') return Array.isArray(value) ? (value.length === 1 ? value : []) : [[value]]
  if (differs === 'id') return isObject(value) ? [value['id']] : properties.has('id') ? [{ id: value }] : [value]
  return [value]
}

/** A number with the currency that the request says, or else the one that examples show. */
function inMoney(
  { own }: Meant,
  value: unknown,
  { properties }: SchemaView,
  { input, plan }: Told,
  runtime: Runtime,
): readonly unknown[] {
  const names = [...properties.keys()]
  const amount = names.find((name) => /^(amount|value)$/i.test(name))
  const currency = names.find((name) => CURRENCY.test(plain(name)))
  if (amount === undefined || currency === undefined) return []
  const [sample] = samplesOf(plan, runtime).single
  const said = [currencyIn(input), at(sample, [own, currency]), currencyIn(sample)].find((one) => one !== undefined)
  const numbers = isNumeric(value) ? [value, String(value)] : [value]
  return numbers.map((one) => ({ [amount]: one, ...(said !== undefined && { [currency]: said }) }))
}

function currencyIn(value: JsonObject | undefined): unknown {
  return Object.entries(value ?? {}).find(([name]) => CURRENCY.test(plain(name)))?.[1]
}

const CURRENCY = /^currency(code)?$/
