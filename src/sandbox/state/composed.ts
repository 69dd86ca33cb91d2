/**
 * Texts that examples compose of a record's names: `full_name: ada/poems` beside `owner.login: ada` and
 * `name: poems`, `player: https://play.example/v1a2b3c4` beside `id: v1a2b3c4`. A record with other names
 * is called after those.
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { isEndOf } from '../../derive/naming/named-types.ts'
import { isPlural } from '../../derive/naming/words.ts'
import { at, type JsonObject, setOwn, withTexts } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { NO_VALUES } from './merge.ts'
import { idText } from './place.ts'
import { exampleAt, samplesOf } from './samples.ts'

interface Composed {
  /** The property of the surroundings. */
  readonly around: Place
  /** Surroundings and name, as the examples join them. */
  readonly joined: string
  readonly names: readonly string[]
}

/** The record with its composed texts made of its own names; those that were sent stay. */
export function composed(plan: ResourcePlan, value: JsonObject, sent: JsonObject, runtime: Runtime): JsonObject {
  return withEnd(plan, withIds(plan, withNames(plan, value, sent, runtime), sent, runtime), sent)
}

/** What is found by its path is called as the path ends. */
function withEnd(plan: ResourcePlan, value: JsonObject, sent: JsonObject): JsonObject {
  const path = isPath(plan) ? idText(at(value, plan.id.place)) : undefined
  const end = path?.split('/').findLast((step) => step !== '')
  if (end === undefined) return value
  const names = Object.keys(value).filter((name) => CALLED.test(name) && !Object.hasOwn(sent, name))
  const copy = { ...value }
  for (const name of names) if (typeof value[name] === 'string') setOwn(copy, name, end)
  return copy
}

const CALLED = /^((display|file)?_?name|basename)$/i

/** Some text of such records may be composed of their names. */
export function isComposed(plan: ResourcePlan, runtime: Runtime): boolean {
  if (isPath(plan)) return true
  return composedOf(plan, runtime) !== undefined || shownIds(plan, runtime).length > 0
}

/** Records are found by the paths that they are called. */
function isPath({ id: { place } }: ResourcePlan): boolean {
  return place.length === 1 && /^(file_?)?path$/i.test(place[0] ?? '')
}

function withNames(plan: ResourcePlan, value: JsonObject, sent: JsonObject, runtime: Runtime): JsonObject {
  const found = composedOf(plan, runtime)
  if (found === undefined) return value
  const [around, own] = [idText(at(value, found.around)), idText(at(value, plan.id.place))]
  if (around === undefined || own === undefined) return value
  const copy: Record<string, JsonObject[string]> = { ...value }
  for (const name of found.names) {
    const text = value[name]
    if (typeof text === 'string' && !Object.hasOwn(sent, name))
      setOwn(
        copy,
        name,
        text.replace(found.joined, () => `${around}/${own}`),
      )
  }
  return copy
}

const composedOf = oncePer(findComposed)

function findComposed(plan: ResourcePlan, runtime: Runtime): Composed | undefined {
  const [link] = plan.scope
  const around = plan.links.find((one) => one.link === link)?.property
  if (link === undefined || plan.scope.length !== 1 || around === undefined) return undefined
  const [first, last] = [exampleAt(plan, around, runtime), exampleAt(plan, plan.id.place, runtime)]
  if (first === undefined || last === undefined) return undefined
  const joined = `${first}/${last}`
  const names = [...runtime.view(plan.schema).properties.keys()].filter((name) =>
    exampleAt(plan, [name], runtime)?.includes(joined),
  )
  return names.length === 0 ? undefined : { around, joined, names }
}

/** What the examples call the record by, and where the record says its own. */
interface Shown {
  readonly place: Place
  readonly form: RegExp
  /** It has a dot in it, as domains have: what stands for it has one, too. */
  readonly isDomain: boolean
  /** Properties that repeat it. */
  readonly within: ReadonlySet<string>
  /** It is what people call it: the form of addresses is another. */
  readonly isName: boolean
}

interface Own {
  readonly within: ReadonlySet<string>
  readonly form: RegExp
  readonly text: string
  readonly isName: boolean
  readonly isDomain: boolean
}

function withIds(plan: ResourcePlan, value: JsonObject, sent: JsonObject, runtime: Runtime): JsonObject {
  const shown = shownIds(plan, runtime)
  if (shown.length === 0) return value
  const own = shown.flatMap(({ place, form, isName, isDomain, within }): readonly Own[] => {
    const said = idText(at(value, place))
    const text = said !== undefined && isName ? inAddress(said) : said
    if (isDomain && text?.includes('.') !== true) return []
    return text === undefined || text === '' || `/${text}`.search(form) !== -1
      ? []
      : [{ form, text, isName, isDomain, within }]
  })
  if (own.length === 0) return value
  const properties = allProperties(plan.schema, runtime)
  const isSure = ({ isName, isDomain }: Own): boolean => !isName && !isDomain
  const [sure, others] = [own.filter(isSure), own.filter((one) => !isSure(one))]
  const copy: Record<string, JsonObject[string]> = {}
  for (const [name, old] of Object.entries(value)) {
    if (Object.hasOwn(sent, name) || !own.some(({ within }) => within.has(name))) {
      setOwn(copy, name, old)
      continue
    }
    const told = sure.length === 0 ? old : renamed(old, sure)
    const called = others.length === 0 ? told : renamed(told, others)
    const schema = properties.get(name)
    const isFit = called === told || schema === undefined || runtime.accepts(schema, called)
    setOwn(copy, name, (isFit ? called : told) as JsonObject[string])
  }
  return copy as JsonObject
}

/** A name as hosts and paths have it. */
function inAddress(name: string): string {
  if (/^[\w.@-]+$/.test(name)) return name
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

const DEPTH = 5

function renamed(value: unknown, own: readonly Own[]): unknown {
  const tell = (text: string, { form, text: now, isName, isDomain }: Own): string => {
    if (isName) return inNamedParts(text, form, now)
    const isProse = isDomain && /\s/.test(text)
    return text.replace(form, (all, before: string, place: number) =>
      isProse && isInHost(text, place + before.length) ? all : `${before}${now}`,
    )
  }
  return withTexts(value, (text) => own.reduce(tell, text), DEPTH)
}

/** What stands there is the host of a URL or its end: in a sentence that may be where the documentation is. */
function isInHost(text: string, place: number): boolean {
  return /\/\/[^\s/]*$/.test(text.slice(Math.max(0, place - 100), place))
}

/** A URL, a path, or a host of at least three labels. */
const ADDRESS = /^((?:[a-z][a-z0-9+.-]*:\/\/(?:[^\s/?#@]*@)?)?)([^\s/?#@]*)((?:[/?#]\S*)?)$/i

/** The name in the parts of an address that are called after things: the first label of a host, and the path. */
function inNamedParts(text: string, form: RegExp, now: string): string {
  const [, scheme = '', host = '', path = ''] = ADDRESS.exec(text) ?? []
  const isAddress = scheme !== '' || text.startsWith('/') || (path === '' && host.split('.').length > 2)
  if (!isAddress) return text
  const put = (part: string): string => part.replace(form, (_, before: string) => `${before}${now}`)
  const [first = '', ...labels] = host.split('.')
  const own = labels.length > 1 ? [put(first), ...labels].join('.') : host
  return `${scheme}${own}${put(path)}`
}

/** The ids of the examples, of the record and of its parents, and its name, that other texts of the examples repeat. */
const shownIds = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Shown[] => {
  const { properties } = runtime.view(plan.schema)
  const [sample = NO_VALUES] = samplesOf(plan, runtime).single
  const all = new Set([...properties.keys(), ...Object.keys(sample)])
  const parts = [...all].map((name) => [name, sample[name] ?? exampleAt(plan, [name], runtime)] as const)
  const parents = plan.links.flatMap(({ property }) => (property === undefined ? [] : [property]))
  const ids = [plan.id.place, ...parents]
  const isId = (name: string): boolean => ids.some(([first, second]) => first === name && second === undefined)
  const names = [...properties.keys()].filter((name) => NAMES.test(name) && !isId(name)).map((name): Place => [name])
  const strays = straysIn(plan, parts).map(inTexts)
  const others = strays.flatMap((form): readonly Shown[] => {
    const repeating = form === undefined ? [] : parts.filter(([, one]) => repeats(one, form, false, 0))
    const within = new Set(repeating.map(([name]) => name))
    return form === undefined ? [] : [{ place: plan.id.place, form, isDomain: false, isName: false, within }]
  })
  const own = [...ids, ...names].flatMap((place): readonly Shown[] => {
    const text = idText(at(sample, place)) ?? exampleAt(plan, place, runtime)
    const id = text === undefined || names.includes(place) ? undefined : inTexts(text)
    const form = text === undefined ? undefined : (id ?? inAddresses(text, place[0] ?? ''))
    const isDomain = id === undefined && text?.includes('.') === true
    const isName = id === undefined && !isDomain
    const repeating = form === undefined ? [] : parts.filter(([, one]) => repeats(one, form, isName, 0))
    const within = new Set(repeating.map(([name]) => name))
    return form === undefined || within.size === 0 ? [] : [{ place, form, isName, isDomain, within }]
  })
  return [...own, ...others]
})

/** Ids of other records of the type, where paths of the examples name one after them: `/boxes/5b7c7e2b992aa426/log`. */
function straysIn(plan: ResourcePlan, parts: readonly (readonly [name: string, shown: unknown])[]): readonly string[] {
  const found = new Set<string>()
  const [first] = plan.id.place
  const id = plan.id.place.length === 1 ? parts.find(([name]) => name === first)?.[1] : undefined
  if (typeof id !== 'string' || id.length < LONG || !/\d/.test(id)) return []
  for (const [name, text] of parts) {
    if (name === first || typeof text !== 'string' || text.length > LONGEST || !text.includes('/')) continue
    for (const [, above = '', below = ''] of text.matchAll(NAMED_STEP))
      if (below !== id && isEndOf(above, plan.type) && isPlural(above) && isOfForm(below, id)) found.add(below)
  }
  return [...found]
}

/** Shorter ids may be words. */
const LONG = 16
/** Longer texts are no addresses. */
const LONGEST = 2000
const NAMED_STEP = /(?<![\w-])([A-Za-z_-]{1,60})\/([\w-]{16,100})(?![\w-])/g

function isOfForm(one: string, other: string): boolean {
  const marks = (text: string): string => text.replace(/[0-9a-f]/g, 'x')
  return one.length === other.length && marks(one) === marks(other)
}

/** By what people call a thing that has an address made of it. */
const NAMES = /^(name|slug|username|user_?name|login|domain|domain_?name|subdomain|hostname|bucket)$/i

/** The id as a word of its own: a long one of letters and digits anywhere, another only as a step of a path or address. */
function inTexts(id: string): RegExp | undefined {
  if (!/^[\w-]{3,100}$/.test(id)) return undefined
  const before = id.length > 7 && /\d/.test(id) && /[a-z]/i.test(id) ? '[^A-Za-z0-9]' : '[/:=]'
  return new RegExp(`(${before})${id}(?![A-Za-z0-9])`, 'g')
}

/** A name as a part of an address. */
function inAddresses(name: string, property: string): RegExp | undefined {
  if (!/^[A-Za-z][\w.-]{2,100}$/.test(name)) return undefined
  if (/^sub_?domain$/i.test(property)) return new RegExp(`(^|[/@])${name}(?![A-Za-z0-9])`, 'g')
  if (name.length < 4 || COMMON.test(name)) return undefined
  return new RegExp(`(^|[^A-Za-z0-9])${name.replaceAll('.', '\\.')}(?![A-Za-z0-9])`, 'g')
}

/** Stands in addresses for other reasons. */
const COMMON = /^(https?|example|test|api|main|default|image|images|file|files|user|users|name|string|postgres|redis)$/i

function repeats(value: unknown, form: RegExp, isName: boolean, depth: number): boolean {
  if (typeof value === 'string') {
    const place = value.search(form)
    return place !== -1 && value.replace(form, '') !== '' && (!isName || inNamedParts(value, form, '') !== value)
  }
  return typeof value === 'object' && value !== null && depth <= DEPTH
    ? Object.values(value).some((one) => repeats(one, form, isName, depth + 1))
    : false
}
