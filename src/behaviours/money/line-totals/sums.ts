/** What quantities and prices come to, with what is taken off and added. */
import { ADDED, DISCOUNT, TAX } from '../../../derive/naming/amounts.ts'
import { plain } from '../../../derive/naming/words.ts'
import { amountOf } from '../../../sandbox/operation/money/amount-forms.ts'
import type { JsonObject } from '../../../support/json.ts'
import type { Line } from './fact.ts'

const DISCOUNT_RATE = /^discount(rate|percent|percentage|pct)$/
const TAX_RATE = /^(tax|vat)(rate|percent|percentage|pct)$/

/** What the line comes to by its quantity and its price; undefined where it has none. */
export function netOf({ quantity, price }: Pick<Line, 'quantity' | 'price'>, line: JsonObject): number | undefined {
  const each = amountOf(line[price])
  const many = line[quantity] === undefined ? 1 : amountOf(line[quantity])
  if (each === undefined || many === undefined) return undefined
  const gross = each * many
  return gross - numberIn(line, DISCOUNT) - gross * share(numberIn(line, DISCOUNT_RATE))
}

export function taxOf(line: JsonObject, net: number): number {
  const tax = numberIn(line, TAX)
  return tax === 0 ? net * share(numberIn(line, TAX_RATE)) : tax
}

/** All tax of a record, and what comes to the sum of its lines; `about` is what it says besides its sums. */
export function addedTo(about: JsonObject, ofLines: number): { readonly tax: number; readonly added: number } {
  const tax = ofLines + numberIn(about, TAX)
  return { tax, added: numberIn(about, ADDED) - numberIn(about, DISCOUNT) + (isInclusive(about) ? 0 : tax) }
}

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
