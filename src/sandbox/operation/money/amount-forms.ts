/** Amounts in the forms that descriptions give them: 1050, "10.50", {value: "10.50", currency: "EUR"}. */
import { doubleOf, isNumeric, isPlainText } from '../../../support/exact-number.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'

/** The number of an amount; undefined for what is none. */
export function amountOf(value: unknown): number | undefined {
  if (isNumeric(value)) return doubleOf(value)
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  return amountOf(at(value, ['value'])) ?? amountOf(at(value, ['amount']))
}

/** The amount with another number, as precise as it was. */
export function withNumber(like: unknown, amount: number): unknown {
  if (isPlainText(like)) return amount.toFixed(decimalsOf(like))
  if (!isObject(like)) return amount
  const name = amountOf(like['value']) === undefined ? 'amount' : 'value'
  return { ...like, [name]: withNumber(like[name], amount) } as JsonObject
}

/** Decimal places beyond these are no money. */
const MOST_DECIMALS = 20

/** How many decimal places a text has. */
export function decimalsOf(text: string): number {
  const point = text.lastIndexOf('.')
  return point < 0 ? 0 : Math.min(text.length - point - 1, MOST_DECIMALS)
}

/** Sums of decimal fractions, without what binary ones leave: 0.1 + 0.2 is 0.3. */
export function rounded(amount: number): number {
  return Math.round(amount * 1e6) / 1e6
}
