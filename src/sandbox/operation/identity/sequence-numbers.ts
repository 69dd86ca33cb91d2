/** Numbers that count: those in keys of a parent's key (`SHOP-1`, `SHOP-2`, and `WEB-1`), and those of papers (`INV-0007`). */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { namedTypes } from '../../../derive/naming/named-types.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject, setOwn, textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { type Links, ownLink, scopedTo } from '../../state/links.ts'
import { NO_VALUES } from '../../state/merge.ts'
import { counted, countPast } from '../../state/new-ids.ts'
import { idText } from '../../state/place.ts'
import { samplesOf } from '../../state/samples.ts'
import type { StoredRecord } from '../../state/stored-record.ts'

const COMPOSED = /^[A-Z][A-Z0-9_]{0,15}-\d{1,9}$/
const PART = /^[A-Za-z][A-Za-z0-9_]{0,31}$/
const KEY = /^(key|prefix|short_?name|code|identifier|abbreviation)$/i

/** The next key of each property whose examples show such keys, where the request names what it stands in. */
export function countedKeys(call: Call, plan: ResourcePlan, sent: JsonObject, links: Links): JsonObject {
  const names = countedNames(plan, call.runtime).filter((name) => !Object.hasOwn(sent, name))
  const part = names.length === 0 ? undefined : partOf(call, plan, sent, links)
  if (part === undefined) return NO_VALUES
  const keys: Record<string, unknown> = {}
  for (const name of names) setOwn(keys, name, `${part}-${counted(call.resources, plan, `${name}/${part}`)}`)
  return keys as JsonObject
}

export const countedNames: (plan: ResourcePlan, runtime: Runtime) => readonly string[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly string[] => {
    const [sample] = samplesOf(plan, runtime).single
    return [...allProperties(plan.schema, runtime)].flatMap(([name, schema]) => {
      const { types, keywords } = runtime.view(schema)
      if (!types.includes('string') || keywords['enum'] !== undefined || name === plan.id.place[0]) return []
      const shown = sample?.[name] ?? keywords['example']
      return typeof shown === 'string' && COMPOSED.test(shown) ? [name] : []
    })
  },
)

const PAPER = /(^|_)(invoice|bill|quote|estimate|order|credit_note|receipt|proposal|ticket|case)$/

/** `invoice_number` of an invoice where nobody says one: like the example, and one higher for each, and than any that was said. */
export function countedNumbers(call: Call, plan: ResourcePlan, sent: JsonObject): JsonObject {
  let found: Record<string, unknown> | undefined
  for (const [name, shown] of numberedNames(plan, call.runtime)) {
    if (Object.hasOwn(sent, name)) {
      const ahead = aheadOf(shown, sent[name])
      if (ahead !== undefined) countPast(call.resources, plan, name, ahead)
      continue
    }
    const more = counted(call.resources, plan, name) - 1
    found ??= {}
    if (typeof shown === 'number') setOwn(found, name, shown + more)
    else
      setOwn(
        found,
        name,
        shown.replace(/\d+$/, (digits) => String(Number(digits) + more).padStart(digits.length, '0')),
      )
  }
  return (found as JsonObject | undefined) ?? NO_VALUES
}

/** Which of the count a number is that was said: 1 for the first; undefined where it is none of it. */
function aheadOf(first: string | number, said: unknown): number | undefined {
  const [own, other] = [first, said].map((one) => /^(.*?)(\d{1,9})$/.exec(textOf(one).slice(0, 64)))
  if (own == null || other == null || own[1] !== other[1]) return undefined
  const ahead = Number(other[2]) - Number(own[2]) + 1
  return ahead > 0 ? ahead : undefined
}

/** Properties that hold such numbers, with the first of them. */
export const numberedNames: (
  plan: ResourcePlan,
  runtime: Runtime,
) => readonly (readonly [name: string, first: string | number])[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly (readonly [name: string, first: string | number])[] => {
    const [sample] = samplesOf(plan, runtime).single
    const last = plain(plan.type.split('_').at(-1) ?? plan.type)
    return [...allProperties(plan.schema, runtime)].flatMap(([name, schema]): [string, string | number][] => {
      const { types, keywords } = runtime.view(schema)
      const word = plain(name)
      const isNumber = word === `${last}number` || word === `${last}no` || (word === 'number' && PAPER.test(plan.type))
      const isFree = keywords['enum'] === undefined && keywords['const'] === undefined && name !== plan.id.place[0]
      if (!isNumber || !isFree) return []
      const shown = sample?.[name] ?? keywords['example']
      if (types.includes('integer'))
        return [[name, typeof shown === 'number' && Number.isSafeInteger(shown) ? shown : 1]]
      return types.includes('string') && typeof shown === 'string' && /(?<!\d)\d{1,9}$/.test(shown)
        ? [[name, shown]]
        : []
    })
  },
)

/** The key of the first record with one that the new one stands under, or that the request names. */
function partOf(call: Call, plan: ResourcePlan, sent: JsonObject, links: Links): string | undefined {
  for (const { link, type } of plan.links) {
    const id = ownLink(links, link)
    const parent = id === undefined ? undefined : call.runtime.resource(type)
    const record = parent === undefined ? undefined : call.resources.find(parent, id ?? '', scopedTo(parent, links))
    const key = record === undefined ? undefined : keyIn(record)
    if (key !== undefined) return key
  }
  for (const [name, value] of membersOf(sent, 0)) {
    const record = recordCalled(call, name, value)
    const key = record === undefined ? undefined : keyIn(record)
    if (key !== undefined) return key
  }
  return undefined
}

function keyIn({ value }: StoredRecord): string | undefined {
  const found = Object.entries(value).find(([name, own]) => KEY.test(name) && typeof own === 'string' && PART.test(own))
  return found === undefined ? undefined : String(found[1])
}

/** How deep a request is looked through for what it names. */
const DEPTH = 2

function* membersOf(sent: JsonObject, depth: number): Generator<readonly [name: string, value: unknown]> {
  for (const [name, value] of Object.entries(sent)) {
    yield [name, value]
    if (isObject(value) && depth < DEPTH) yield* membersOf(value as JsonObject, depth + 1)
  }
}

/** The record of the type that a member is called after (`project`, `project_id`), by its id or another of its keys. */
function recordCalled(call: Call, name: string, value: unknown): StoredRecord | undefined {
  const plan = namedTypes(call.runtime).referred(name)
  if (plan === undefined || !standsAlone(plan)) return undefined
  for (const place of [plan.id.place, ...plan.alternateKeys]) {
    const key = idText(isObject(value) ? at(value, place) : value)
    const found = key === undefined || key === '' ? undefined : call.resources.find(plan, key, {}, place)
    if (found !== undefined) return found
  }
  return undefined
}

/** One of several that requests make, wherever it stands. */
function standsAlone({ creatable, singleton, scope }: ResourcePlan): boolean {
  return creatable && singleton !== true && scope.length === 0
}

/** An object that names a record by a key, with its other keys and its name, where the description says nothing of it. */
export function withNames(call: Call, name: string, value: Readonly<Record<string, unknown>>): unknown {
  const plan = namedTypes(call.runtime).called(name)
  const record = plan === undefined ? undefined : recordCalled(call, name, value)
  if (plan === undefined || record === undefined) return value
  const whole: Record<string, unknown> = { ...value }
  for (const [own] of [plan.id.place, ...plan.alternateKeys, ['name']]) {
    const told = own === undefined ? undefined : record.value[own]
    if (own !== undefined && typeof told !== 'object' && told !== undefined && !Object.hasOwn(whole, own))
      setOwn(whole, own, told)
  }
  return whole
}
