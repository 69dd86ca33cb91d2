/** What quantities and prices come to, with what is taken off and added. */
import { ADDED, DISCOUNT, TAX } from '../../../derive/naming/amounts.ts'
import { plain } from '../../../derive/naming/words.ts'
import { amountOf } from '../../../sandbox/operation/money/amount-forms.ts'
import { isObject, type JsonObject } from '../../../support/json.ts'
import type { Line } from './fact.ts'

const DISCOUNT_RATE = /^discount(rate|percent|percentage|pct)$/
const TAX_RATE = /^(tax|vat)(rate|percent|percentage|pct)$/

/** What the line comes to by its quantity and its price; undefined where it has none. */
export function netOf({ quantity, price }: Pick<Line, 'quantity' | 'price'>, line: JsonObject): number | undefined {
  const each = amountOf(line[price])
  const many = line[quantity] === undefined ? 1 : amountOf(line[quantity])
  if (each === undefined || many === undefined) return undefined
  const gross = each * many
  return gross - partIn(line, DISCOUNT, gross) - gross * share(numberIn(line, DISCOUNT_RATE))
}

export function taxOf(line: JsonObject, net: number): number {
  const tax = numberIn(line, TAX)
  return tax === 0 ? net * share(numberIn(line, TAX_RATE)) + heldIn(line, TAXES, net) : tax
}

interface Added {
  readonly tax: number
  /** What is taken off all lines together. */
  readonly discount: number
  readonly added: number
}

/** All tax of a record, and what comes to the sum of its lines; `about` is what it says besides its sums. */
export function addedTo(about: JsonObject, ofLines: number, subtotal: number): Added {
  const discount = partIn(about, DISCOUNT, subtotal)
  const tax = ofLines + numberIn(about, TAX) + heldIn(about, TAXES, subtotal - discount)
  return { tax, discount, added: numberIn(about, ADDED) - discount + (isInclusive(about) ? 0 : tax) }
}

/** What is taken off or added as a list, or by an object that says how much; a plain amount where there is neither. */
function partIn(object: JsonObject, form: RegExp, whole: number): number {
  const shares = sharesIn(object, form)
  return shares.length > 0 ? sumOf(shares.map((one) => partOf(one, whole))) : numberIn(object, form)
}

/** The sum of what lists and objects of such a name say, each a share or an amount. */
function heldIn(object: JsonObject, form: RegExp, whole: number): number {
  return sumOf(sharesIn(object, form).map((one) => partOf(one, whole)))
}

function sharesIn(object: JsonObject, form: RegExp): readonly JsonObject[] {
  let found: readonly JsonObject[] = []
  for (const name of Object.keys(object)) {
    const value = object[name]
    if (typeof value === 'object' && value !== null && form.test(plain(name))) found = [...found, ...sharesOf(value)]
  }
  return found
}

const TAXES = /^(tax|vat)(es)?$/

/** Each of several, but for those that are only of some lines or stand in the price already; one that says how much; those inside a summary. */
function sharesOf(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value))
    return value.filter(isObject).filter((one) => !isElsewhere(one as JsonObject)) as JsonObject[]
  if (!isObject(value)) return []
  if (rateIn(value as JsonObject) !== undefined) return [value as JsonObject]
  const inner = Object.entries(value).flatMap(([name, one]) => (/discount/i.test(name) && isObject(one) ? [one] : []))
  return inner as unknown as readonly JsonObject[]
}

function isElsewhere(one: JsonObject): boolean {
  return Object.entries(one).some(
    ([name, value]) =>
      (name === 'scope' && typeof value === 'string' && /line|item/i.test(value)) ||
      (typeof value === 'string' && /^inclusive$/i.test(value)),
  )
}

function partOf(one: JsonObject, whole: number): number {
  const rate = rateIn(one)
  if (rate !== undefined) return Math.round(whole * rate) / 100
  for (const [name, value] of Object.entries(one))
    if (AMOUNT.test(plain(name))) return amountOf(value) ?? amountOf(one) ?? 0
  return 0
}

/** Per cent, as those that are called so say. */
function rateIn(one: JsonObject): number | undefined {
  for (const [name, value] of Object.entries(one)) if (PERCENT.test(plain(name))) return amountOf(value)
  return undefined
}

const PERCENT = /^(percent|percentage|percentoff|ratepercent(age)?)$/
const AMOUNT = /^(amount|value|amountmoney|amountoff|fixedamount|money)$/

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((whole, one) => whole + one, 0)
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
