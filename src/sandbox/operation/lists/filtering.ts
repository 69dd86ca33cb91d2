/** Filters and searching by query parameters that name a property. */

import type { FilterPlan, ListPlan, Place, ResourcePlan } from '../../../api/plan.ts'
import { isEqual } from '../../../api/schema/equal.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { namedTypes } from '../../../derive/naming/named-types.ts'
import { plain } from '../../../derive/naming/words.ts'
import { isCalled } from '../../../derive/paths/paths.ts'
import { isExact } from '../../../support/exact-number.ts'
import { at, isObject, textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { idText } from '../../state/place.ts'
import { isSeeded, type StoredRecord } from '../../state/stored-record.ts'
import { order } from './compare-values.ts'
import { EXPRESSION, expressionIn } from './filter-expression.ts'
import { selectorIn } from './label-selector.ts'

export interface Test {
  (record: StoredRecord): boolean
  /** Stands in the text of every record that passes; absent where nothing is known to. */
  readonly needle?: string
}

/** True where all tests hold; most records are refused by their text, before anything of them is parsed. */
export function allOf(tests: readonly Test[]): Test {
  const needles = tests.flatMap(({ needle }) => needle ?? [])
  return (record) => needles.every((needle) => record.text.includes(needle)) && tests.every((test) => test(record))
}

/** The tests that the request's parameters ask for; [] when it filters nothing. */
export function testsIn(call: Call, plan: ListPlan): readonly Test[] {
  const tests = plan.filters.flatMap((filter) => testFor(call, filter))
  const expressed = call.query.length === 0 ? undefined : expressionOf(call)
  if (expressed !== undefined) tests.push(expressed.test)
  const text = plan.search === undefined ? undefined : idText(sent(call, plan.search))
  const isPlain = !/pattern$/i.test(plan.search ?? '') || PLAIN.test(text ?? '')
  if (text !== undefined && text !== '' && isPlain && plan.search !== expressed?.name) tests.push(searchTest(text))
  return tests
}

/** A pattern that is nothing but words. */
const PLAIN = /^[\w\s.:/@-]*$/

/** A declared parameter that holds an expression about the records' properties. */
function expressionOf(call: Call): { readonly name: string; readonly test: Test } | undefined {
  const { operation, resource } = call.compiled
  const found = call.query.find(([name, value]) => EXPRESSION.test(name) && value !== '')
  if (found === undefined || resource === undefined) return undefined
  const [name] = found
  if (!operation.parameters.some((p) => p.in === 'query' && p.name === name)) return undefined
  const known = namesIn(resource, call.runtime)
  const all = call.query.filter(([own, said]) => own === name && said !== '').slice(0, MOST_SAID)
  const tests = all.map(([, said]) => expressionIn(said, (word) => known.get(plain(word))))
  const sure = tests.flatMap((test) => test ?? [])
  return sure.length < tests.length ? undefined : { name, test: (record) => sure.every((test) => test(record)) }
}

/** Properties by their plain names, also behind that of the type: `bookTitle` of a book is its `title`. */
const namesIn = oncePer((plan: ResourcePlan, runtime: Runtime): ReadonlyMap<string, string> => {
  const kind = plain(plan.type.split('_').at(-1) ?? '')
  const names = [...allProperties(plan.schema, runtime).keys()]
  return new Map([
    ...names.map((own) => [`${kind}${plain(own)}`, own] as const),
    ...names.map((own) => [plain(own), own] as const),
  ])
})

/** Expressions of one request that are heard. */
const MOST_SAID = 20

/** What the request says under a name: a typed parameter, a raw member of one, or a place in the body. */
export function sent(call: Call, name: string): unknown {
  const typed = call.parameters.get(`query:${name}`)
  if (typed !== undefined) return typed
  return call.query.find(([n]) => n === name)?.[1] ?? at(call.body, name.split('.'))
}

function testFor(call: Call, filter: FilterPlan): Test[] {
  const said = sent(call, filter.name)
  const wanted = said === undefined || said === '' ? filter.usual : said
  if (wanted === undefined || wanted === filter.all) return []
  const keyed = Array.isArray(wanted) ? amongKeys(call, filter, wanted) : undefined
  if (keyed !== undefined) return [keyed]
  const tests = testsOf(filter.compare === 'conditions' ? ofRecords(call, wanted) : wanted, filter)
  if (filter.ofMade === true) return tests.map((test) => (record) => isSeeded(record) || test(record))
  return namesSurroundings(call, filter) ? tests.map((test) => orOfNone(test, filter.property)) : tests
}

/** Records that operations called by name are asked for may be named by any of their keys. */
function amongKeys({ compiled }: Call, filter: FilterPlan, wanted: readonly unknown[]): Test | undefined {
  const { operation, resource } = compiled
  if (resource === undefined || filter.compare !== 'in' || !isCalled(operation.path)) return undefined
  if (filter.property.join('.') !== resource.id.place.join('.')) return undefined
  const tests = [filter.property, ...resource.alternateKeys].map((place) => among(place, wanted))
  return (record) => tests.some((test) => test(record))
}

/**
 * True for a parameter without which there is no list, and that chooses among things and not among words: the account
 * or the place that records belong to. One that was made without saying where would be in no list at all.
 */
function namesSurroundings(call: Call, { name, compare }: FilterPlan): boolean {
  const parameter = call.compiled.operation.parameters.find((p) => p.in === 'query' && p.name === name)
  if (compare !== 'equals' || parameter?.required !== true || OWN.test(name)) return false
  if (!REFERENCE.test(name) && !namesType(call, name)) return false
  const { types, keywords } = call.runtime.view(parameter.schema)
  return types.every((type) => type === 'string' || type === 'integer') && keywords['enum'] === undefined
}

/** Names the id of another thing. */
const REFERENCE = /[a-z]_id$|[a-z]Id$/
/** A client's own word for the record itself. */
const OWN =
  /^(external|client|customer_?ref|custom|remote|foreign|reference|merchant_?ref|correlation|request|idempotency|tracking)/i

/** `account` where there are accounts. */
function namesType({ runtime }: Call, name: string): boolean {
  return namedTypes(runtime).ending(name).length > 0
}

function orOfNone(test: Test, place: Place): Test {
  return (record) => (at(record.value, place) ?? null) === null || test(record)
}

/** What conditions say of properties that records have; other names (`search`, `created_after`) ask for something else. */
function ofRecords(call: Call, wanted: unknown): unknown {
  const schema = call.compiled.resource?.schema ?? {}
  const known = allProperties(schema, call.runtime)
  if (!isObject(wanted) || known.size === 0) return wanted
  const isOwn = (name: string): boolean => /^[$_]?(and|or)$/.test(name) || known.has(name.split('.', 1)[0] ?? '')
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => isOwn(name)))
}

/** The tests that a value sent for a filter asks for; one each for the comparisons of an object, as far as they are known. */
export function testsOf(wanted: unknown, filter: FilterPlan): Test[] {
  const place = filter.property
  if (filter.compare === 'conditions') return conditionsIn(wanted, [])
  if (filter.compare === 'labels') return [selectorIn(textOf(wanted), place)]
  if (filter.compare === 'flags') return flagTests([wanted].flat(), filter)
  if (filter.compare === 'happened')
    return [(record) => ((at(record.value, place) ?? null) !== null) === (textOf(wanted) !== 'false')]
  if (filter.compare === 'shows')
    return textOf(wanted) === 'false' ? [(record) => !equals(at(record.value, place), filter.hides)] : []
  if (isObject(wanted)) {
    return Object.entries(wanted).flatMap(([word, bound]) => {
      const bare = plain(word)
      const holds = comparisons.get(bare)
      if (holds !== undefined) return [(record: StoredRecord) => compareAt(record, place, bound, holds)]
      if (EXACT.test(bare)) return [(record: StoredRecord) => equals(at(record.value, place), bound)]
      if (FUZZY.test(bare)) return [(record: StoredRecord) => containsAt(record, place, bound)]
      const ends = endTest(place, bare, bound)
      if (ends !== undefined) return [ends]
      return Array.isArray(bound) && AMONG.test(bare) ? [among(place, bound)] : []
    })
  }
  if (Array.isArray(wanted)) return [among(place, wanted)]
  switch (filter.compare) {
    case 'in':
      return [among(place, textOf(wanted).split(','))]
    case 'contains':
      return [(record) => containsAt(record, place, wanted)]
    case 'begins':
      return [(record) => textOf(at(record.value, place)).startsWith(textOf(wanted))]
    case 'equals':
    case 'range':
      return [equalTo(place, wanted)]
    default: {
      const holds = comparisons.get(filter.compare)
      return holds === undefined ? [] : [(record) => compareAt(record, place, wanted, holds)]
    }
  }
}

/** Of the words that name a flag one must be so. */
function flagTests(wanted: readonly unknown[], { words = {} }: FilterPlan): Test[] {
  const known = wanted.map(textOf).flatMap((word) => (Object.hasOwn(words, word) ? (words[word] ?? []) : []))
  return known.length === 0
    ? []
    : [(record) => known.some(({ property, is }) => (at(record.value, property) === true) === is)]
}

/** How deep conditions on what is inside of records are looked through. */
const DEEPEST = 6

/** `{status: {_eq: 'open'}, $or: [...]}`: what each property must be; words that are not known ask for nothing. */
function conditionsIn(wanted: unknown, around: Place): Test[] {
  if (!isObject(wanted) || around.length > DEEPEST) return []
  return Object.entries(wanted).flatMap(([name, said]): Test[] => {
    const joins = Array.isArray(said) ? /^[$_]?(and|or)$/.exec(name)?.[1] : undefined
    if (joins !== undefined) return joined(joins, said as readonly unknown[], around)
    const word = /^[$_](\w+)$/.exec(name)?.[1]
    if (word !== undefined) return around.length === 0 ? [] : compared(around, word, said)
    const place = [...around, ...name.split('.')]
    return isObject(said) ? conditionsIn(said, place) : [(record) => equals(at(record.value, place), said)]
  })
}

/** Of several, one that asks for nothing leaves nothing to ask for. */
function joined(by: string, all: readonly unknown[], around: Place): Test[] {
  const groups = all.map((one) => conditionsIn(one, around))
  if (by === 'and') return groups.flat()
  if (groups.length === 0 || groups.some((tests) => tests.length === 0)) return []
  return [(record) => groups.some((tests) => tests.every((test) => test(record)))]
}

function compared(place: Place, word: string, bound: unknown): Test[] {
  const is = (record: StoredRecord): boolean => equals(at(record.value, place), bound)
  const one = typeof bound === 'string' ? bound.split(',') : []
  const listed = among(place, Array.isArray(bound) ? bound : one)
  const holds = comparisons.get(word)
  switch (word) {
    case 'eq':
      return [is]
    case 'ne':
    case 'neq':
      return [(record) => !is(record)]
    case 'in':
      return [listed]
    case 'nin':
      return [(record) => !listed(record)]
    case 'contains':
    case 'icontains':
      return [(record) => containsAt(record, place, bound)]
    case 'ncontains':
      return [(record) => !containsAt(record, place, bound)]
    case 'null':
    case 'nnull':
      return [
        (record) =>
          (((at(record.value, place) ?? null) === null) === (word === 'null')) === (textOf(bound) !== 'false'),
      ]
    default: {
      const ends = endTest(place, plain(word), bound)
      if (ends !== undefined) return [ends]
      return holds === undefined ? [] : [(record) => compareAt(record, place, bound, holds)]
    }
  }
}

/** `startsWith`, `_iends_with`, `_like`: how a text begins or ends; undefined for any other word. */
function endTest(place: Place, word: string, bound: unknown): Test | undefined {
  const [, not = '', side] = /^(n?)i?(startswith|endswith|beginswith|prefix|suffix|like)$/.exec(word) ?? []
  const wanted = textOf(bound).toLowerCase()
  if (side === undefined || (typeof bound === 'object' && bound !== null)) return undefined
  const pattern = side === 'like' ? likePattern(wanted) : undefined
  const holds = (text: string): boolean => {
    if (pattern !== undefined) return pattern(text)
    return /^(ends|suffix)/.test(side) ? text.endsWith(wanted) : text.startsWith(wanted)
  }
  return (record) => holds(textOf(at(record.value, place)).toLowerCase()) === (not === '')
}

/** `%` stands for anything, at either end; in the middle it is taken as it is. */
function likePattern(wanted: string): (text: string) => boolean {
  const [, head, bare = '', tail] = /^(%?)(.*?)(%?)$/s.exec(wanted) ?? []
  if (head === '' && tail === '') return (text) => text === bare
  if (head === '') return (text) => text.startsWith(bare)
  return tail === '' ? (text) => text.endsWith(bare) : (text) => text.includes(bare)
}

const EXACT = /^(exact|equals?|equalto|is)$/
const FUZZY = /^(fuzzy|contains)$/
const AMONG = /^(in|any|anyof|oneof)$/

const comparisons: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['gt', (order: number) => order > 0],
  ['gte', (order: number) => order >= 0],
  ['lt', (order: number) => order < 0],
  ['lte', (order: number) => order <= 0],
  ['eq', (order: number) => order === 0],
  ['after', (order: number) => order > 0],
  ['before', (order: number) => order < 0],
  ['startat', (order: number) => order >= 0],
  ['endat', (order: number) => order < 0],
])

/** Of several values one is enough: an event on some of its dates. */
function compareAt(record: StoredRecord, place: Place, bound: unknown, holds: (order: number) => boolean): boolean {
  const value = at(record.value, place)
  if (Array.isArray(value)) return value.some((one) => !isObject(one) && one !== null && holds(order(one, bound)))
  return value !== undefined && value !== null && holds(order(value, bound))
}

function among(place: Place, wanted: readonly unknown[]): Test {
  const texts = wanted.length > FEW ? new Set(wanted.map(textOf)) : undefined
  if (texts !== undefined)
    return (record) => {
      const value = at(record.value, place)
      return [value].flat().some((one) => !isObject(one) && one !== undefined && texts.has(textOf(one)))
    }
  return (record) => wanted.some((one) => equals(at(record.value, place), one))
}

/** Values that are held one by one against each record; of more, only the texts are asked for. */
const FEW = 100

function equalTo(place: Place, wanted: unknown): Test {
  const test = (record: StoredRecord): boolean => equals(at(record.value, place), wanted)
  const text = textOf(wanted)
  return typeof wanted === 'object' || isExact(wanted) || CAPITALS.test(text) || !SHOWN.test(text)
    ? test
    : Object.assign(test, { needle: text })
}

/** What stands in JSON as it is. */
const SHOWN = /^[\w .:/@-]+$/

function equals(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => equals(item, wanted))
  if (isObject(value)) return NAMES.some((name) => !isObject(value[name]) && equals(value[name], wanted))
  if (value === undefined || typeof wanted === 'object') return value === null && wanted === null
  const text = textOf(wanted)
  if (isExact(value) || isExact(wanted)) return textOf(value) === text || isEqual(value, wanted)
  return String(value) === text || (CAPITALS.test(text) && typeof value === 'string' && value.toUpperCase() === text)
}

/** A value of a closed list as some write it in a query: `DRAFT` for `Draft`. */
const CAPITALS = /^[A-Z][A-Z_]+$/

/** Members of an object by which others name it. */
const NAMES = ['id', 'number', 'uid', 'uuid', 'gid', 'sid', 'username', 'login', 'slug', 'name', 'key', 'code', 'email']

function containsAt(record: StoredRecord, place: Place, wanted: unknown): boolean {
  const value = at(record.value, place)
  if (Array.isArray(value)) return equals(value, wanted)
  return textOf(value).toLowerCase().includes(textOf(wanted).toLowerCase())
}

/** Characters of a search that are heard. */
const LONGEST_SEARCH = 1_000

function searchTest(text: string): Test {
  const words = [...new Set(text.slice(0, LONGEST_SEARCH).toLowerCase().split(/\s+/))]
  return (record) => {
    const hay = record.text.toLowerCase()
    return words.every((word) => hay.includes(word))
  }
}
