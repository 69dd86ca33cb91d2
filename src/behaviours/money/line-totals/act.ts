/** What the lines of a record come to: the amount of each, and the subtotal, the tax, the total and what is due of the record. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { isEqual } from '../../../api/schema/equal.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { SUBTOTAL, TOTAL_TAX } from '../../../derive/naming/amounts.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { Behaviour } from '../../../sandbox/behaviour.ts'
import { amountOf } from '../../../sandbox/operation/money/amount-forms.ts'
import type { Runtime } from '../../../sandbox/runtime.ts'
import { at, isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { KINDS, type Line, type Lines, type LineTotals, lineTotals, type Sum } from './fact.ts'
import { formed } from './forms.ts'
import { addedTo, netOf, sumOf, taxOf } from './sums.ts'

export const behaviour: Behaviour = {
  name: 'line-totals',
  ofResource(plan, runtime) {
    const known = lineTotals.ofResource(plan)
    if (known === undefined) return undefined
    const lines = linesOf(plan, known, runtime)
    const own = known.line === undefined ? undefined : { ...known.line, ...propertiesOf(plan, runtime) }
    return {
      complete(call, _plan, value, said, record) {
        const before = record?.value
        const whole = own === undefined ? value : withAmounts(own, { value, said, before }, runtime)
        if (lines === undefined) return whole
        const madeUp = () => (record === undefined ? undefined : call.resources.madeUp(plan, record))
        return withSums(lines, { value: whole, said, before, madeUp }, runtime)
      },
      // Lines that are records themselves come and go without a word of the record that shows them.
      ...(lines !== undefined && {
        maintain({ record, resources, sent }, value) {
          const said = sent()
          if (Object.hasOwn(said, lines.list)) return value
          const madeUp = () => resources.madeUp(plan, record)
          return withSums(lines, { value, said, before: record.value, madeUp }, runtime)
        },
      }),
    }
  },
}

type Properties = ReadonlyMap<string, Schema>

interface OwnLine extends Line {
  readonly properties: Properties
}

interface OwnLines extends Lines {
  /** All that is taken off, where requests list it or say it in shares. */
  readonly discounts: readonly string[]
  readonly ofLine: Properties
  readonly properties: Properties
}

const NONE: Properties = new Map()

function propertiesOf({ schema }: ResourcePlan, runtime: Runtime): { readonly properties: Properties } {
  return { properties: allProperties(schema, runtime) }
}

function linesOf(plan: ResourcePlan, { lines }: LineTotals, runtime: Runtime): OwnLines | undefined {
  if (lines === undefined) return undefined
  const { properties } = propertiesOf(plan, runtime)
  const { items } = runtime.view(properties.get(lines.list))
  const discounts = [...properties.keys()].filter((name) => TOTAL_DISCOUNT.test(plain(name)))
  return { ...lines, properties, discounts, ofLine: items === undefined ? NONE : allProperties(items, runtime) }
}

const TOTAL_DISCOUNT = /^(totaldiscounts?(amount|money|value)?|discountstotal)$/

/** A value that is to be completed: what is said of it, and what it was before. */
interface Asked {
  readonly value: JsonObject
  readonly said: JsonObject
  /** Absent: it is new. */
  readonly before: JsonObject | undefined
}

interface AskedRecord extends Asked {
  /** What it would say if nobody had said anything of it; undefined for a new one. */
  readonly madeUp: () => JsonObject | undefined
}

/** A line with its amounts, but for those that are the client's word. */
function withAmounts(known: OwnLine, { value, said, before }: Asked, runtime: Runtime): JsonObject {
  const net = netOf(known, value)
  const was = before === undefined ? undefined : netOf(known, before)
  // What was made up before stays while nothing is said of what it would come of.
  const isSame = before !== undefined && net === was && known.totals.every((name) => Object.hasOwn(value, name))
  if (net === undefined || !Number.isFinite(net) || (isSame && !sends(known.totals, said))) return value
  const result: Record<string, unknown> = { ...value }
  for (const name of known.totals) {
    if (isWord(name, known, { value, said, before }, was)) continue
    const form = formed(known.properties.get(name), value[known.price], net, runtime)
    if (form !== undefined) setOwn(result, name, form)
  }
  return result as JsonObject
}

function sends(names: readonly string[], said: JsonObject): boolean {
  return names.some((name) => Object.hasOwn(said, name))
}

/** The client says it, or said it before: it is not what the line came to then. */
function isWord(name: string, { sayable }: Line, { value, said, before }: Asked, was: number | undefined): boolean {
  if (!sayable.includes(name)) return false
  if (Object.hasOwn(said, name)) return true
  const old = amountOf(before?.[name])
  return old !== undefined && old === amountOf(value[name]) && was !== undefined && !isSameAmount(old, was)
}

/** Amounts are kept in whole hundredths. */
function isSameAmount(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.01 || one === Math.round(other)
}

/**
 * The value of a record with the sums of its lines, but for those that are the client's word; the value as it is where
 * nothing is said of what they come of, or where a line has no price.
 */
function withSums(known: OwnLines, asked: AskedRecord, runtime: Runtime): JsonObject {
  const { value, said, before } = asked
  const old = before?.[known.list]
  // Lines that are taken away altogether come to nothing.
  const lines = objectsIn(value[known.list] ?? (Array.isArray(old) ? [] : undefined))
  if (lines === undefined) return value
  const summed = lines.map((line, index) => amounted(known, line, lineAsked(known, asked, line, index), runtime))
  const was = before === undefined ? undefined : sumsOf(known, before, isWordOnTax(known, { ...asked, value: before }))
  const whole = { ...value, [known.list]: summed } as JsonObject
  const sums = sumsOf(known, whole, before === undefined ? () => true : isWordOnTax(known, asked), before)
  if (sums === undefined) return value
  const hasLines = sends([known.list], said) || !isEqual(value[known.list], old)
  const isSame = !hasLines && was !== undefined && DERIVED.every((kind) => was[kind] === sums[kind])
  if (isSame && !sends(Object.values(known.sums).flat(), said)) return value
  const [first] = summed
  const like = first?.[known.price] ?? first?.[known.totals[0] ?? '']
  const result: Record<string, unknown> = { ...value }
  if (!isSame && Object.hasOwn(value, known.list) && lines.length > 0) setOwn(result, known.list, summed)
  return withSumsSet(known, asked, { result, sums, was, like, isSame }, runtime)
}

/** What follows from lines, and not from payments. */
const DERIVED = ['subtotal', 'tax', 'total'] as const

interface Summed {
  readonly result: Record<string, unknown>
  readonly sums: Sums
  /** What the lines came to before; undefined where nobody can tell. */
  readonly was: Sums | undefined
  /** A price as it was sent. */
  readonly like: unknown
  /** The lines come to the same as before: sums that were made up stay. */
  readonly isSame: boolean
}

function withSumsSet(
  known: OwnLines,
  asked: AskedRecord,
  { result, sums, was, like, isSame }: Summed,
  runtime: Runtime,
): JsonObject {
  const { value, said, before } = asked
  let told: number | undefined
  for (const kind of KINDS)
    for (const name of known.sums[kind]) {
      if (isClients(name, known, asked, was?.[kind])) {
        if (kind === 'total') told ??= amountOf(value[name])
        continue
      }
      const old = before?.[name]
      if (isSame && old !== undefined && !(kind === 'due' && told !== undefined)) {
        if (Object.hasOwn(said, name)) setOwn(result, name, old)
        continue
      }
      const amount = kind === 'due' && told !== undefined ? Math.max(0, told - sums.paid) : sums[kind]
      const form = formed(known.properties.get(name), like ?? value[name] ?? old, amount, runtime)
      const held =
        kind === 'total' ? withParts(known.properties.get(name), form, asked, { name, sums, like }, runtime) : form
      if (held !== undefined) setOwn(result, name, held)
    }
  for (const name of known.discounts) {
    const old = amountOf(before?.[name])
    if (Object.hasOwn(said, name) || (amountOf(value[name]) ?? 0) === sums.discount) continue
    if (old !== undefined && old !== (was?.discount ?? 0) && old === amountOf(value[name])) continue
    const form = formed(known.properties.get(name), like, sums.discount, runtime)
    if (form !== undefined) setOwn(result, name, form)
  }
  return result as JsonObject
}

interface Total {
  readonly name: string
  readonly sums: Sums
  readonly like: unknown
}

/** A total that says of what it is made up: with what was said of that, and the sums that follow from the lines. */
function withParts(
  schema: Schema | undefined,
  total: unknown,
  { value, said }: AskedRecord,
  { name, sums, like }: Total,
  runtime: Runtime,
): unknown {
  const place = runtime.view(schema).properties.get('breakdown')
  const old = value[name]
  if (schema === undefined || place === undefined || !isObject(total)) return total
  const parts: Record<string, unknown> = {
    ...(isObject(old) ? (at(old, ['breakdown']) as JsonObject | undefined) : {}),
  }
  for (const [part, property] of runtime.view(place).properties) {
    const kind = SUBTOTAL.test(plain(part)) ? 'subtotal' : TOTAL_TAX.test(plain(part)) ? 'tax' : undefined
    if (kind === undefined || at(said[name], ['breakdown', part]) !== undefined) continue
    const form = formed(property, like, sums[kind], runtime)
    if (form !== undefined) setOwn(parts, part, form)
  }
  const whole = { ...(isObject(old) ? old : {}), ...total, breakdown: parts }
  return runtime.accepts(schema, whole) ? whole : total
}

/** The client says this sum, or said it before: it is neither what the lines came to then nor made up. */
function isClients(
  name: string,
  { sayableSums }: Lines,
  { value, said, before, madeUp }: AskedRecord,
  was: number | undefined,
): boolean {
  if (!sayableSums.includes(name)) return false
  if (Object.hasOwn(said, name) && !isUncounted(said[name])) return true
  const old = amountOf(before?.[name])
  if (old === undefined || old !== amountOf(value[name])) return false
  return !(was !== undefined && isSameAmount(old, was)) && old !== amountOf(madeUp()?.[name])
}

/** An object that says of what a sum is made up, and not how much it is. */
function isUncounted(said: unknown): boolean {
  return isObject(said) && amountOf(said) === undefined
}

/** Whether a sum of taxes is the client's word, and what is to be paid comes of it. */
function isWordOnTax(known: Lines, asked: AskedRecord): (name: string) => boolean {
  const { before } = asked
  const was = before === undefined ? undefined : sumsOf(known, before, () => false)
  return (name) => known.sums.tax.includes(name) && isClients(name, known, asked, was?.tax)
}

function objectsIn(list: unknown): readonly JsonObject[] | undefined {
  return Array.isArray(list) && list.every(isObject) ? (list as readonly JsonObject[]) : undefined
}

/** What is said of one line; undefined where nothing is. */
function lineAsked(known: Lines, { said, before }: Asked, line: JsonObject, index: number): Asked | undefined {
  const all = said[known.list]
  const words: unknown = Array.isArray(all) ? all[index] : undefined
  if (!isObject(words) || Object.keys(words).length === 0) return undefined
  const old = objectsIn(before?.[known.list])?.[index]
  return { value: line, said: words as JsonObject, before: old }
}

/** The line with what it comes to; what nothing is said of keeps its amounts. */
function amounted(known: OwnLines, line: JsonObject, asked: Asked | undefined, runtime: Runtime): JsonObject {
  const was = asked?.before === undefined ? undefined : netOf(known, asked.before)
  const stays = (name: string): boolean =>
    asked === undefined ? Object.hasOwn(line, name) : isWord(name, known, asked, was)
  const told = known.totals.filter(stays)
  const net = told.map((name) => amountOf(line[name])).find((one) => one !== undefined) ?? netOf(known, line)
  if (net === undefined) return line
  const like = line[known.price] ?? line[told[0] ?? '']
  const result: Record<string, unknown> = { ...line }
  for (const name of known.totals) {
    const form = told.includes(name) ? undefined : formed(known.ofLine.get(name), like, net, runtime)
    if (form !== undefined) setOwn(result, name, form)
  }
  return result as JsonObject
}

interface Sums extends Readonly<Record<Sum, number>> {
  readonly discount: number
}

/**
 * What a record with these lines comes to; undefined where a line has no price. Its sums are made anew, but for those
 * that count. What was paid of it is kept.
 */
function sumsOf(
  known: Lines,
  value: JsonObject,
  counts: (name: string) => boolean,
  before: JsonObject | undefined = value,
): Sums | undefined {
  const lines = objectsIn(value[known.list] ?? [])
  const nets = lines?.map((line) => lineNet(known, line))
  if (lines === undefined || nets === undefined || !nets.every((net) => net !== undefined)) return undefined
  const subtotal = sumOf(nets)
  const made = new Set(Object.values(known.sums).flat())
  const own = Object.entries(value).filter(([name]) => !made.has(name) || counts(name))
  const about = Object.fromEntries([...own, ...brokenDown(known, value)])
  const ofLines = sumOf(lines.map((line, index) => taxOf(line, nets[index] ?? 0)))
  const { tax, added, discount } = addedTo(about, ofLines, subtotal)
  // What is taken off leaves nothing at least; a credit is less than nothing from the start.
  const total = Math.max(subtotal + added, subtotal < 0 ? Number.NEGATIVE_INFINITY : 0)
  const paid = before === undefined ? 0 : paidOf(known, value, before)
  const sums = { subtotal, tax, total, due: Math.max(0, total - paid), paid, discount }
  return Object.values(sums).every(Number.isFinite) ? sums : undefined
}

/** What a total that is an object says of its parts, but for what follows from lines: `amount: {value, breakdown: {shipping}}`. */
function brokenDown({ sums }: Lines, value: JsonObject): readonly (readonly [string, JsonObject[string]])[] {
  return sums.total.flatMap((name) => {
    const parts = at(value[name], ['breakdown'])
    if (!isObject(parts)) return []
    const all = Object.entries(parts) as [string, JsonObject[string]][]
    return all.filter(([part]) => !SUBTOTAL.test(plain(part)) && !TOTAL_TAX.test(plain(part)))
  })
}

/** What was paid: as the record says, or as what is due of it tells. */
function paidOf({ sums }: Lines, value: JsonObject, before: JsonObject): number {
  const [paid, total, due] = [sums.paid, sums.total, sums.due].map(([name]) => name)
  if (paid !== undefined) return amountOf(value[paid]) ?? 0
  const [all, left] = [total, due].map((name) => (name === undefined ? undefined : amountOf(before[name])))
  return all === undefined || left === undefined ? 0 : Math.max(0, all - left)
}

/** What a line says that it comes to; where it does not, what follows from its price. */
function lineNet(known: Line, line: JsonObject): number | undefined {
  const told = known.totals.map((name) => amountOf(line[name])).find((one) => one !== undefined)
  const net = netOf(known, line)
  // Shown amounts are rounded, and those that were not are summed.
  return told === undefined || (net !== undefined && isSameAmount(told, net)) ? net : told
}
