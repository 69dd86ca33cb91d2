/** The order that a request asks for, in the ways in which descriptions let it be asked. */
import type { ListPlan, Place } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { plain } from '../../../derive/naming/words.ts'
import { apart } from '../../../support/apart.ts'
import { at, isObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import type { CompiledOperation } from '../compiled.ts'
import { type Measured, measured, orderOf } from './compare-values.ts'
import { sent } from './filtering.ts'

/** The order that is asked for, by what is measured once of each record. */
export interface Sort {
  readonly measure: (record: StoredRecord) => readonly Measured[]
  readonly compare: (a: readonly Measured[], b: readonly Measured[]) => number
}

/** One thing to sort by; without a name, or with one that means the age, the order of making. */
interface Wish {
  readonly name: string
  /** Undefined where the wish says nothing of it. */
  readonly descending: boolean | undefined
}

/** Undefined when the request asks for no order that means anything. */
export function sortIn(call: Call, { sort }: ListPlan): Sort | undefined {
  if (sort === undefined || (call.query.length === 0 && call.body === undefined)) return undefined
  const wishes = sort.name === '' ? [] : wishesIn(said(call, sort.name))
  const direction = sort.order === undefined ? undefined : directionOf(sort.order, sent(call, sort.order))
  const all = wishes.length === 0 && direction !== undefined ? [{ name: '', descending: direction }] : wishes
  const steps = all.slice(0, MOST).flatMap(({ name, descending = direction }) => {
    const by = valueFor(call, name)
    return by === undefined ? [] : [{ by, sign: (descending ?? false) !== by.isReversed ? -1 : 1 }]
  })
  if (steps.length === 0) return undefined
  const signs = steps.map(({ sign }) => sign)
  return {
    measure: (record) => steps.map(({ by }) => measured(short(by.of(record)))),
    compare(a, b) {
      for (let i = 0; i < signs.length; i++) {
        const found = orderOf(a[i] as Measured, b[i] as Measured)
        if (found !== 0) return (signs[i] as number) * found
      }
      return 0
    },
  }
}

/** Characters of a text that tell where it stands: all records to be sorted are compared by what is in memory of them. */
const MOST_COMPARED = 1_024

function short(value: unknown): unknown {
  return typeof value === 'string' && value.length > MOST_COMPARED ? apart(value.slice(0, MOST_COMPARED)) : value
}

/** What the request asks to sort by, as it says it; [] where it names nothing. */
export function sortAsked(
  call: Call,
  { sort }: ListPlan,
): readonly { readonly name: string; readonly descending: boolean }[] {
  if (sort === undefined || sort.name === '' || (call.query.length === 0 && call.body === undefined)) return []
  const wishes = wishesIn(said(call, sort.name)).filter(({ name }) => name !== '')
  const direction = sort.order === undefined ? undefined : directionOf(sort.order, sent(call, sort.order))
  return wishes.slice(0, MOST).map(({ name, descending = direction ?? false }) => ({ name, descending }))
}

/** The records in the order that is asked for. */
export function sorted(records: readonly StoredRecord[], { measure, compare }: Sort): readonly StoredRecord[] {
  return records
    .map((record) => ({ record, measures: measure(record) }))
    .sort((a, b) => compare(a.measures, b.measures))
    .map(({ record }) => record)
}

/** What the request says under a name, members in brackets as an object: `sort[by]=name`. */
function said(call: Call, name: string): unknown {
  const whole = sent(call, name)
  if (whole !== undefined) return whole
  const members = call.query.filter(([own]) => own.startsWith(`${name}[`) && own.endsWith(']'))
  return members.length === 0
    ? undefined
    : Object.fromEntries(members.map(([own, value]) => [own.slice(name.length + 1, -1), value]))
}

/** Things sorted by, and how long the text that names them may be: every record is compared by each. */
const MOST = 16
const LONGEST = 1_000

function wishesIn(value: unknown): readonly Wish[] {
  if (Array.isArray(value)) return inPairs(value.slice(0, MOST).flatMap(wishesIn))
  if (isObject(value)) return ofObject(value as Readonly<Record<string, unknown>>)
  const text = (idText(value) ?? '').slice(0, LONGEST)
  return inPairs(
    text
      .split(/[,;]/)
      .slice(0, MOST)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(wishOf),
  )
}

/** `name,desc`: a direction behind a name that says none belongs to it. */
function inPairs(wishes: readonly Wish[]): readonly Wish[] {
  const paired: Wish[] = []
  for (const wish of wishes) {
    const last = paired.at(-1)
    if (wish.name === '' && last !== undefined && last.descending === undefined)
      paired[paired.length - 1] = { ...last, descending: wish.descending }
    else paired.push(wish)
  }
  return paired
}

const BY = /^(by|field|name|key|column|property)$/i
const DIRECTION = /^(direction|dir|order|sort|type)$/i

/** `{by, direction}`, or a direction under each name. */
function ofObject(value: Readonly<Record<string, unknown>>): readonly Wish[] {
  const names = Object.keys(value)
  const by = names.find((name) => BY.test(name) && !isDirection(value[name]))
  const direction = names.find((name) => DIRECTION.test(name) && isDirection(value[name]))
  if (by === undefined && direction !== undefined && names.length === 1)
    return [{ name: '', descending: directionOf(direction, value[direction]) }]
  if (by !== undefined) {
    const descending = direction === undefined ? undefined : directionOf(direction, value[direction])
    return wishesIn(value[by]).map((wish) => ({ ...wish, descending: wish.descending ?? descending }))
  }
  return names.flatMap((name) => (isDirection(value[name]) ? [{ name, descending: directionOf('', value[name]) }] : []))
}

const ASCENDING = /^(asc|ascending)$/i
const DESCENDING = /^(desc|descending)$/i

function isDirection(value: unknown): boolean {
  const text = idText(value) ?? ''
  return ASCENDING.test(text) || DESCENDING.test(text)
}

/** What a direction says: a word for it, or yes or no under a name that is one. */
function directionOf(name: string, value: unknown): boolean | undefined {
  const text = idText(Array.isArray(value) ? value[0] : value) ?? (typeof value === 'boolean' ? String(value) : '')
  if (/^desc|[._-]desc(ending)?$|^backwards?$/i.test(text)) return true
  if (/^asc|[._-]asc(ending)?$|^forwards?$/i.test(text)) return false
  const isYes = /^(true|1|y|yes)$/i.test(text)
  if (!isYes && !/^(false|0|n|no)$/i.test(text)) return undefined
  return isYes === !/asc/i.test(name)
}

/** `-name`, `name:desc`, `name DESC`, `NAME_DESCENDING`, `nameDesc`, `desc`. */
function wishOf(text: string): Wish {
  const sign = text.startsWith('-') ? true : text.startsWith('+') ? false : undefined
  const bare = sign === undefined ? text : text.slice(1).trim()
  const word = /^(?:(.*?)[\s:._|-]+)?(asc|desc|ascending|descending)$/i.exec(bare)
  if (word !== null) return { name: word[1] ?? '', descending: /^desc/i.test(word[2] ?? '') }
  const camel = /^(.*[a-z0-9])(Asc|Desc|Ascending|Descending)$/.exec(bare)
  if (camel !== null) return { name: camel[1] ?? '', descending: /^Desc/.test(camel[2] ?? '') }
  return { name: bare, descending: sign }
}

interface Value {
  readonly of: (record: StoredRecord) => unknown
  /** What comes last by its value comes first: `newest`. */
  readonly isReversed: boolean
}

const NEWEST = /^(newest|latest|recent|mostrecent|newestfirst|recentfirst)$/
const OLDEST = /^(oldest|earliest|oldestfirst)$/

/** What records are compared by under a name; undefined where it means nothing that they have. */
function valueFor(call: Call, name: string): Value | undefined {
  const word = plain(name)
  const known = propertiesOf(call.compiled, call.runtime)
  const [first = '', ...rest] = name.split('.')
  const own = known.exact.has(first) ? first : rest.length === 0 ? known.plain.get(word) : undefined
  if (own !== undefined) return { of: (record) => sortedBy(record, [own, ...rest]), isReversed: false }
  const moment = rest.length === 0 ? known.moments.get(word) : undefined
  if (moment !== undefined) return { of: momentOf(moment), isReversed: false }
  if (word === '' || OLDEST.test(word)) return { of: ({ position }) => position, isReversed: false }
  if (NEWEST.test(word)) return { of: ({ position }) => position, isReversed: true }
  return { of: (record) => sortedBy(record, name.split('.')), isReversed: false }
}

interface Known {
  readonly exact: ReadonlySet<string>
  /** By the name without case and separators, and, for times, also by what happened: `created` for `created_at`. */
  readonly plain: ReadonlyMap<string, string>
  /** Objects that hold a moment, by the name of that: `starttime` for `start: {dateTime, date}`. */
  readonly moments: ReadonlyMap<string, string>
}

const propertiesOf = oncePer(({ resource }: CompiledOperation, runtime: Runtime): Known => {
  const names = resource === undefined ? [] : [...allProperties(resource.schema, runtime).keys()]
  const words = new Map<string, string>()
  for (const name of names) if (!words.has(plain(name))) words.set(plain(name), name)
  for (const name of names) {
    const event = /^(.{4,})(at|on|date|time|datetime|timestamp)$/.exec(plain(name))?.[1]
    if (event === undefined) continue
    for (const said of [event, `${event}at`, `${event}on`, `${event}date`, `${event}time`])
      if (!words.has(said)) words.set(said, name)
  }
  const moments = new Map<string, string>()
  for (const [name, schema] of resource === undefined ? [] : allProperties(resource.schema, runtime))
    if ([...runtime.view(schema).properties.keys()].some((inner) => MOMENTS.includes(plain(inner))))
      for (const said of ['time', 'date', 'datetime']) moments.set(`${plain(name)}${said}`, name)
  return { exact: new Set(names), plain: words, moments }
})

const MOMENTS = ['datetime', 'date']

function momentOf(name: string): Value['of'] {
  return ({ value }) => {
    const own = value[name]
    if (!isObject(own)) return own
    const inner = Object.keys(own)
    const said = MOMENTS.map((word) => inner.find((one) => plain(one) === word && own[one] !== null))
    return own[said.find((one) => one !== undefined) ?? '']
  }
}

/** The value at the place, or inside the object in which records keep what is theirs. */
function sortedBy({ value }: StoredRecord, place: Place): unknown {
  return at(value, place) ?? at(value, ['attributes', ...place]) ?? at(value, ['fields', ...place])
}
