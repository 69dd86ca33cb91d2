/** What the lines of a record come to: the amount of each, and the subtotal, the tax, the total and what is due of the record. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { ADDED, DISCOUNT, TAX } from '../../../derive/naming/amounts.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { Behaviour } from '../../../sandbox/behaviour.ts'
import { amountOf, decimalsOf, withNumber } from '../../../sandbox/operation/money/amount-forms.ts'
import type { Runtime } from '../../../sandbox/runtime.ts'
import { isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { KINDS, type LineTotals, lineTotals, type Sum } from './fact.ts'

export const behaviour: Behaviour = {
  name: 'line-totals',
  ofResource(plan, runtime) {
    const known = lineTotals.ofResource(plan)
    if (known === undefined) return undefined
    const lines = { ...known, ...schemasOf(plan, known, runtime) }
    return { complete: (_call, _plan, value, said) => withTotals(lines, value, said, runtime) }
  },
}

type Properties = ReadonlyMap<string, Schema>

interface Lines extends LineTotals {
  readonly line: Properties
  readonly own: Properties
}

const NONE: Properties = new Map()

function schemasOf({ schema }: ResourcePlan, { list }: LineTotals, runtime: Runtime): Pick<Lines, 'line' | 'own'> {
  const own = allProperties(schema, runtime)
  const { items } = runtime.view(own.get(list))
  return { own, line: items === undefined ? NONE : allProperties(items, runtime) }
}

const DISCOUNT_RATE = /^discount(rate|percent|percentage|pct)$/
const TAX_RATE = /^(tax|vat)(rate|percent|percentage|pct)$/

/**
 * The value of a record with the sums of the lines that a request sends, but for those that it says itself; the value as
 * it is where it sends none, or a line without a price.
 */
function withTotals(known: Lines, value: JsonObject, said: JsonObject, runtime: Runtime): JsonObject {
  const sent = said[known.list]
  if (!Array.isArray(sent) || sent.length === 0 || !sent.every(isObject)) return value
  const lines = (sent as readonly JsonObject[]).map((line) => counted(line, known))
  if (!lines.every((line) => line !== undefined)) return value
  const like = lines[0]?.like
  const result: Record<string, unknown> = { ...value }
  const summed = lines.map(({ line, net, like: own }) => filled(line, known.totals, known.line, net, own, runtime))
  setOwn(result, known.list, summed)
  const subtotal = sum(lines.map(({ net }) => net))
  const isChange = value !== said
  const about = isChange ? withoutSums(value, known) : said
  const tax = sum([...lines.map((line) => line.tax), numberIn(about, TAX)])
  const added = sum([numberIn(about, ADDED), -numberIn(about, DISCOUNT), isInclusive(about) ? 0 : tax])
  const total = subtotal + added
  const before = isChange ? known.sums.paid.map((name) => amountOf(value[name]) ?? 0)[0] : undefined
  const paid = before ?? 0
  if (![subtotal, tax, total].every(Number.isFinite)) return value
  const sums: Readonly<Record<Sum, number>> = { subtotal, tax, total, due: Math.max(0, total - paid), paid }
  for (const kind of KINDS)
    for (const name of known.sums[kind]) {
      const form = Object.hasOwn(said, name) ? undefined : formed(known.own.get(name), like, sums[kind], runtime)
      if (form !== undefined) setOwn(result, name, form)
    }
  return result as JsonObject
}

/** What the record says besides its sums, which are made anew. */
function withoutSums(value: JsonObject, { sums }: Lines): JsonObject {
  const made = new Set(Object.values(sums).flat())
  return Object.fromEntries(Object.entries(value).filter(([name]) => !made.has(name)))
}

interface Counted {
  readonly line: JsonObject
  readonly net: number
  readonly tax: number
  /** The unit price as it was sent. */
  readonly like: unknown
}

function counted(line: JsonObject, { quantity, price, totals }: Lines): Counted | undefined {
  const like = line[price]
  const each = amountOf(like)
  const many = line[quantity] === undefined ? 1 : amountOf(line[quantity])
  const told = totals.map((name) => amountOf(line[name])).find((amount) => amount !== undefined)
  if (told === undefined && (each === undefined || many === undefined)) return undefined
  const gross = (each ?? 0) * (many ?? 0)
  const net = told ?? gross - numberIn(line, DISCOUNT) - gross * share(numberIn(line, DISCOUNT_RATE))
  const tax = numberIn(line, TAX)
  return {
    line,
    net,
    tax: tax === 0 ? net * share(numberIn(line, TAX_RATE)) : tax,
    like: like ?? line[totals[0] ?? ''],
  }
}

/** 20 (per cent) and 0.2 are the same share; half of everything is nobody's. */
function share(rate: number): number {
  return rate >= 0.5 ? rate / 100 : rate
}

function numberIn(object: JsonObject, form: RegExp): number {
  for (const name of Object.keys(object)) if (form.test(plain(name))) return amountOf(object[name]) ?? 0
  return 0
}

/** Amounts are said to hold the tax already. */
function isInclusive(said: JsonObject): boolean {
  return Object.entries(said).some(([name, value]) =>
    value === true ? namesTaxIncluded(name.toLowerCase()) : typeof value === 'string' && /^inclusive$/i.test(value),
  )
}

function namesTaxIncluded(name: string): boolean {
  return name.includes('tax') && name.includes('inclu')
}

function filled(
  line: JsonObject,
  names: readonly string[],
  properties: Properties,
  amount: number,
  like: unknown,
  runtime: Runtime,
): JsonObject {
  const result: Record<string, unknown> = { ...line }
  for (const name of names) {
    const form = Object.hasOwn(line, name) ? undefined : formed(properties.get(name), like, amount, runtime)
    if (form !== undefined) setOwn(result, name, form)
  }
  return result as JsonObject
}

/** The amount in the form of a property: a number, a text, or an object like that of the unit price. */
function formed(schema: Schema | undefined, like: unknown, amount: number, runtime: Runtime): unknown {
  if (schema === undefined) return undefined
  const { types, properties } = runtime.view(schema)
  const whole = Math.round(amount * 100) / 100
  const number = types.includes('integer') && !types.includes('number') ? Math.round(whole) : whole
  const wanted = properties.size > 0 ? objectOf(like, number) : types.includes('string') ? textOf(like, number) : number
  return wanted !== undefined && runtime.accepts(schema, wanted) ? wanted : undefined
}

function objectOf(like: unknown, amount: number): unknown {
  if (!isObject(like)) return undefined
  const leaf = amountOf(like['value']) === undefined ? like['amount'] : like['value']
  return withNumber(like, typeof leaf === 'string' ? Number(textOf(leaf, amount)) : amount)
}

function textOf(like: unknown, amount: number): string {
  const decimals = typeof like === 'string' ? decimalsOf(like) : 2
  return amount.toFixed(Number.isInteger(amount) ? decimals : Math.max(2, decimals))
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((whole, one) => whole + one, 0)
}
