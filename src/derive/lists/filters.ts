/** Parameters that narrow or order a list: filters by a property, ranges, sort orders, search. */
import type { FilterPlan, ListPlan, Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { textOf } from '../../support/json.ts'
import { isOnly } from '../identity/usual-keys.ts'
import { isPlural, plain, sameThing, words } from '../naming/words.ts'
import type { Reader } from '../schemas/reader.ts'
import { compareOf, isBound, PREFIXES, propertyNamed, SUFFIXES, timeNamed } from './filter-comparisons.ts'
import { byFlags, byMoment, stateInside } from './flag-filters.ts'
import { isDirection, ORDER, ordersBy, SORT } from './sort-parameters.ts'
import type { Input } from './style.ts'

const SEARCH =
  /^(.*[.[])?(q|query|search|(search|filter)_?(term|text|query|string)|keywords?|term|text|s|find|full_?text|fuzzy|filter_?pattern)\]?$/i

export type Compare = FilterPlan['compare']

export function narrowing(
  inputs: readonly Input[],
  record: Schema,
  id: Place,
  reader: Reader,
  whole: Schema = record,
  called = '',
): Pick<ListPlan, 'filters' | 'sort' | 'search'> {
  const properties = reader.properties(record)
  const sort = inputs.find((i) => SORT.test(i.name)) ?? inputs.find((i) => ordersBy(i, reader))
  const order = inputs.find((i) => ORDER.test(i.name) && isDirection(i, reader) && !isOwn(i, properties))
  const search = inputs.find((i) => SEARCH.test(i.name) && !properties.has(i.name))
  const rest = inputs.filter((i) => i !== sort && i !== order && i !== search)
  const inner = innerProperties(properties, reader)
  const filters = rest.flatMap(
    (input) =>
      byLabels(input, whole, reader) ??
      byOwnName(input, properties, reader) ??
      momentFilter(input, properties, reader) ??
      byBeginning(input, properties, reader) ??
      filterOf(input, properties, reader) ??
      innerFilter(input, inner, reader) ??
      toldFilter(input, properties, reader) ??
      byHeldId(input, properties, reader) ??
      byIds(input, id, reader, called) ??
      byNamed(input, properties, reader) ??
      byShown(input, properties, reader) ??
      byStatus(input, properties, reader) ??
      byMoment(input, reader.properties(whole), reader) ??
      byFlags(input, reader.properties(whole), reader) ??
      conditionsOf(input, reader) ??
      unshown(input, whole, properties, reader) ??
      [],
  )
  return {
    filters,
    ...((sort !== undefined || order !== undefined) && {
      sort: { name: sort?.name ?? '', ...(order !== undefined && { order: order.name }) },
    }),
    ...(search !== undefined && { search: search.name }),
  }
}

/** A flag or a choice that a list which shows its records in short does not show: `archived=true`. */
function unshown(
  input: Input,
  whole: Schema,
  shown: ReadonlyMap<string, Schema>,
  reader: Reader,
): FilterPlan | undefined {
  const own = reader.properties(whole).get(input.name)
  if (own === undefined || shown.has(input.name))
    return own === undefined ? unshownOther(input, whole, reader) : undefined
  const { types, keywords } = reader.view(own)
  return types.includes('boolean') || Array.isArray(keywords['enum'])
    ? { name: input.name, property: [input.name], compare: 'equals' }
    : undefined
}

/** `project` of tasks that name their `projects` only where they are shown in full. */
function unshownOther(input: Input, whole: Schema, reader: Reader): FilterPlan | undefined {
  const wanted = `${plain(input.name)}s`
  const found = [...reader.properties(whole)].find(
    ([name, schema]) => plain(name) === wanted && reader.isArray(schema) && reader.isObject(reader.view(schema).items),
  )
  if (found === undefined || !reader.isScalar(input.schema)) return undefined
  return { name: input.name, property: [found[0]], compare: 'contains', ofMade: true }
}

/** `label_selector`, where records have labels. */
function byLabels({ name }: Input, whole: Schema, reader: Reader): FilterPlan | undefined {
  if (!/^label_?selector$/i.test(name)) return undefined
  const place = [['labels'], ['metadata', 'labels']].find((one) => reader.at(whole, one) !== undefined)
  return place === undefined ? undefined : { name, property: place, compare: 'labels' }
}

/** `filter={"status": {"_eq": "open"}}`: an object of any form says which properties it is about. */
function conditionsOf(input: Input, reader: Reader): FilterPlan | undefined {
  const { types, properties, variants } = reader.view(input.schema)
  const isFree = types.length === 1 && types[0] === 'object' && properties.size === 0 && variants.length === 0
  if (!isFree || !/^(filters?|where|conditions?|criteria)$/i.test(input.name)) return undefined
  return { name: input.name, property: [], compare: 'conditions' }
}

/** `authorIds` of books that show their `author` as an object with an `authorId` or an `id`. */
function byHeldId({ name }: Input, properties: ReadonlyMap<string, Schema>, reader: Reader): FilterPlan | undefined {
  if (!/.ids?$/i.test(name)) return undefined
  const isMany = /s$/i.test(name)
  const wanted = plain(isMany ? name.slice(0, -1) : name)
  for (const [holder, schema] of properties) {
    if (!wanted.startsWith(plain(holder)) || reader.isArray(schema)) continue
    const own = [...reader.properties(schema)].find(
      ([inner, property]) =>
        reader.isScalar(property) && (plain(inner) === wanted || `${plain(holder)}${plain(inner)}` === wanted),
    )
    if (own !== undefined) return { name, property: [holder, own[0]], compare: isMany ? 'in' : 'equals' }
  }
  return undefined
}

/** `ids` and `names` where the id itself is called otherwise, and `racks` where it is the `rackName`. */
/** `bookIds` and `books` where the list is called `books`, and `ids` and `names`. */
function byIds({ name, schema }: Input, id: Place, reader: Reader, called: string): FilterPlan | undefined {
  const [, noun = '', key = ''] = /^(.+?)_?(name|id|arn)s$/i.exec(name) ?? []
  const isKey = id.length === 1 && plain(id[0] ?? '').endsWith(plain(key))
  if (noun !== '' && called !== '' && isKey && reader.isArray(schema ?? true) && sameThing(noun, called))
    return { name, property: id, compare: 'in' }
  const own = id.length === 1 ? /^(.+?)_?(name|id|arn)$/i.exec(id[0] ?? '')?.[1] : undefined
  if (own !== undefined && isPlural(name) && reader.isArray(schema ?? true) && sameThing(name, own))
    return { name, property: id, compare: 'in' }
  const isNamed = /^names$/i.test(name) && id.length === 1 && /name$/i.test(id[0] ?? '')
  return isNamed || /^ids$/i.test(name) ? { name, property: id, compare: 'in' } : undefined
}

/** `zone`, "the name of a zone": records are asked for by their own name. */
function byOwnName(
  { name, description }: Input,
  properties: ReadonlyMap<string, Schema>,
  reader: Reader,
): FilterPlan | undefined {
  const noun = /\bname of (?:an?|the) (\w+)\b[^.]{0,20}\bonly (?:this|that)\b/i.exec(description.slice(0, 200))?.[1]
  const isOwn = noun !== undefined && plain(noun) === plain(name) && reader.isScalar(properties.get('name'))
  return isOwn ? { name, property: ['name'], compare: 'equals' } : undefined
}

/** `tag_name` of records that have `tags`: one of the texts, or of the names, in the array. */
function byNamed(
  { name, schema }: Input,
  properties: ReadonlyMap<string, Schema>,
  reader: Reader,
): FilterPlan | undefined {
  const noun = /^(.+?)_?name$/i.exec(name)?.[1]
  if (noun === undefined || !reader.isScalar(schema)) return undefined
  const found = [...properties].find(([own, property]) => plain(own) === `${plain(noun)}s` && reader.isArray(property))
  return found === undefined ? undefined : { name, property: [found[0]], compare: 'contains' }
}

/**
 * `showCompleted=false`, `include_archived`: a flag that says whether records of a status, or with a flag of their own,
 * are shown.
 */
function byShown(
  { name, schema, description }: Input,
  properties: ReadonlyMap<string, Schema>,
  reader: Reader,
): FilterPlan | undefined {
  const word = /^(?:show|include|with|return)_?([A-Za-z].*)$/.exec(name)?.[1]
  const { types, keywords } = reader.view(schema)
  if (word === undefined || types.length !== 1 || types[0] !== 'boolean') return undefined
  const wanted = plain(word)
  const preset =
    keywords['default'] ?? /\bdefaults?(?: value)?(?: is| to|:)? [`'"]?(true|false)\b/i.exec(description)?.[1]
  const leftOut = /^include/i.test(name) && GONE.test(plain(word)) ? 'false' : undefined
  const said = preset ?? leftOut
  const usual = said === undefined ? undefined : { usual: textOf(said).toLowerCase() }
  for (const [property, own] of properties) {
    const isFlag = plain(property) === `is${wanted}` || (plain(property) === wanted && STATE.test(wanted))
    if (isOnly('boolean', own, reader) && isFlag)
      return { name, property: [property], compare: 'shows', hides: 'true', ...usual }
    if (!/(^|[a-z_])(status|state)$/i.test(property) || !isOnly('string', own, reader)) continue
    const hides = valuesOf(own, reader).find((value) => plain(value) === wanted)
    if (hides !== undefined) return { name, property: [property], compare: 'shows', hides, ...usual }
  }
  return undefined
}

/** What lists leave out that can be told to include it. */
const GONE = /^(archived|deleted|trashed|removed)$/

/** Words of what a record is, and not of what it has: a list `with_cover` shows covers. */
const STATE = /(ed|en|ive|able|ible)$|^(draft|spam|private|public|internal|test|trash|done|paid|sold|read|sent)s?$/

/** The values of a status, from its enum or as its words quote them. */
function valuesOf(schema: Schema, reader: Reader): readonly string[] {
  const { enum: values, description } = reader.view(schema).keywords
  if (Array.isArray(values)) return values.filter((value) => typeof value === 'string')
  if (typeof description !== 'string' || description.length > 1_000) return []
  return [...description.matchAll(/[`'"]([A-Za-z]\w*)[`'"]/g)].map((match) => match[1] ?? '')
}

/**
 * `states` where the record has a `status`, `status` where it has an `assetStatus`, and no other like it; values that
 * are none of it ask for something else.
 */
function byStatus(
  { name, schema: asked }: Input,
  properties: ReadonlyMap<string, Schema>,
  reader: Reader,
): FilterPlan | undefined {
  if (!/^(status|state)(es|s)?$/i.test(name)) return undefined
  const [only, ...others] = [...properties].filter(
    ([property, schema]) => /(^|[a-z_])(status|state)$/i.test(property) && reader.isScalar(schema),
  )
  const known = only === undefined ? undefined : reader.view(only[1]).keywords['enum']
  if (only === undefined || others.length > 0 || !Array.isArray(known)) return undefined
  const { items, keywords } = reader.view(asked)
  const choices = keywords['enum'] ?? reader.view(items).keywords['enum'] ?? []
  const own = new Set(known.map((value) => plain(textOf(value))))
  if (Array.isArray(choices) && choices.some((value) => !own.has(plain(textOf(value))))) return undefined
  return { name, property: [only[0]], compare: isPlural(name) ? 'in' : 'equals' }
}

interface Inner {
  readonly place: Place
  readonly properties: ReadonlyMap<string, Schema>
}

/** Objects in which records keep what is theirs (JSON:API's attributes), and the ids of those they relate to. */
function innerProperties(properties: ReadonlyMap<string, Schema>, reader: Reader): readonly Inner[] {
  return ['attributes', 'fields', 'properties', 'relationships'].flatMap((name) => {
    const own = reader.properties(properties.get(name))
    return own.size === 0 ? [] : [{ place: [name], properties: own }]
  })
}

function innerFilter(input: Input, inner: readonly Inner[], reader: Reader): FilterPlan | undefined {
  for (const { place, properties } of inner) {
    const found = filterOf(input, properties, reader)
    if (found === undefined) continue
    const related = place[0] === 'relationships' ? ['data', 'id'] : []
    return { ...found, property: [...place, ...found.property, ...related] }
  }
  return undefined
}

/** What a parameter asks of the record itself, or of the answer. */
const OF_ITSELF = /(^|filter)(types?|kinds?|names?|ids?|status|states?|titles?|values?|details?|\w*unit)$/

/** `email`, "recipients with this email in their metadata": the object of the record that the words name has the property. */
function toldFilter(input: Input, properties: ReadonlyMap<string, Schema>, reader: Reader): FilterPlan | undefined {
  if (OF_ITSELF.test(plain(input.name))) return undefined
  const said = new Set(words(input.description.slice(0, 500)))
  for (const [holder, schema] of properties) {
    const own = reader.isArray(schema) ? new Map() : reader.properties(schema)
    if (own.size === 0 || !words(holder).every((word) => said.has(word))) continue
    const found = filterOf(input, own, reader)
    if (found !== undefined) return { ...found, property: [holder, ...found.property] }
  }
  return undefined
}

/** `desc` that stands for the description of a record. */
function isOwn({ name }: Input, properties: ReadonlyMap<string, Schema>): boolean {
  return /^(asc|desc)$/i.test(name) && properties.has(name)
}

function filterOf(input: Input, properties: ReadonlyMap<string, Schema>, reader: Reader): FilterPlan | undefined {
  const exact = isBound(input) ? undefined : propertyNamed(input.name, properties, reader)
  if (exact !== undefined && isForeign(input, properties.get(exact), reader)) return undefined
  if (exact !== undefined) {
    const compare = compareOf(input, exact, properties.get(exact), reader)
    const inside = stateInside(input, exact, properties.get(exact), reader)
    if (inside !== undefined)
      return { name: input.name, property: [exact, inside], compare: compare === 'in' ? 'in' : 'equals' }
    return { name: input.name, property: [exact], compare, ...choiceOf(input, properties.get(exact), reader) }
  }
  for (const [pattern, compare] of [...SUFFIXES, ...PREFIXES]) {
    if (!pattern.test(input.name)) continue
    const bare = input.name.replace(pattern, '')
    const property =
      (isBound(input) ? propertyNamed(input.name, properties, reader) : undefined) ??
      propertyNamed(bare, properties, reader) ??
      (compare === 'begins' ? propertyNamed(words(bare).at(-1) ?? '', properties, reader) : timeNamed(bare, properties))
    if (property !== undefined) return { name: input.name, property: [property], compare }
  }
  return undefined
}

/** `prefix`, "Filter results to shelves whose names begin with this prefix". */
function byBeginning(input: Input, properties: ReadonlyMap<string, Schema>, reader: Reader): FilterPlan | undefined {
  if (!/^(.*[_-])?prefix$/i.test(input.name)) return undefined
  const said = /\b(\w+?)s?\b (?:that |which )?(?:begin|start)s?\b/i.exec(input.description.slice(0, 400))?.[1] ?? ''
  const property = said === '' ? undefined : propertyNamed(said, properties, reader)
  if (property === undefined || !reader.view(properties.get(property)).types.includes('string')) return undefined
  return { name: input.name, property: [property], compare: 'begins' }
}

/** `timeMax`, "Upper bound for an event's start time": the object of the record that the words name holds the moment. */
function momentFilter(input: Input, properties: ReadonlyMap<string, Schema>, reader: Reader): FilterPlan | undefined {
  const [, compare] = SUFFIXES.find(([pattern]) => pattern.test(input.name)) ?? []
  const said = /\b(\w+) (?:time|date)\b/i.exec(input.description.slice(0, 200))?.[1]
  if (compare === undefined || said === undefined || !/^(time|date)/i.test(input.name)) return undefined
  const holder = [...properties.keys()].find((name) => plain(name) === plain(said))
  const inner = holder === undefined ? [] : [...reader.properties(properties.get(holder)).keys()]
  const moment = ['datetime', 'date'].flatMap((word) => inner.filter((name) => plain(name) === word))[0]
  return holder === undefined || moment === undefined
    ? undefined
    : { name: input.name, property: [holder, moment], compare }
}

/** A choice of words cannot be that of a number: `type=live|past` of records whose `type` is 1 or 2. */
function isForeign(input: Input, property: Schema | undefined, reader: Reader): boolean {
  const { enum: choices } = reader.view(input.schema).keywords
  const { types } = reader.view(property)
  const isNumber = types.length > 0 && types.every((type) => type === 'integer' || type === 'number')
  return isNumber && Array.isArray(choices) && choices.length > 0 && choices.every((one) => Number.isNaN(Number(one)))
}

/** `state=open|closed|all` over records that are open or closed: one value asks for all, and the default leaves some out. */
function choiceOf(input: Input, property: Schema | undefined, reader: Reader): Pick<FilterPlan, 'usual' | 'all'> {
  const { enum: choices, default: preset } = reader.view(input.schema).keywords
  if (!Array.isArray(choices)) return {}
  const known = reader.view(property).keywords['enum']
  const isOwn = (value: string): boolean =>
    Array.isArray(known) ? known.includes(value) : isToldOf(property, value, reader)
  const all = choices.find((one): one is string => typeof one === 'string' && /^(all|any|both|everything)$/i.test(one))
  if (all === undefined || (Array.isArray(known) && known.includes(all))) return {}
  if (typeof preset === 'string') return { all, ...(preset !== all && isOwn(preset) && { usual: preset }) }
  const isOpen = isOpenOrClosed(choices, all) && (!Array.isArray(known) || known.includes('open'))
  return { all, ...(isOpen && !EVERYTHING.test(input.description) && { usual: 'open' }) }
}

/** `open`, `closed` and `all`: who asks for nothing is shown what is open, unless words say otherwise. */
function isOpenOrClosed(choices: readonly unknown[], all: string): boolean {
  const others = choices.filter((one) => one !== all)
  return others.length === 2 && others.includes('open') && others.includes('closed')
}

const EVERYTHING = /\bdefaults?\b[^.]{0,20}\b(all|both|any)\b|\b(all|both)\b[^.]{0,20}\bdefault\b/i

/** True where the property's own words or examples have the value: others may be of the choice alone. */
function isToldOf(property: Schema | undefined, value: string, reader: Reader): boolean {
  const { description, example, examples, default: preset } = reader.view(property).keywords
  const isShown = [example, preset, ...(Array.isArray(examples) ? examples : [])].includes(value)
  return isShown || (typeof description === 'string' && description.split(/[^\w-]+/).includes(value))
}
