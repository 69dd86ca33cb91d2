/**
 * Amounts that an example shows beside the one that its own request said: where this request says another, those that
 * are the same as that are the new one too, and the rest of the bill is not this record's.
 */
import { isPlural, snake } from '../../derive/naming/words.ts'
import { isObject, type Json, type JsonObject, setOwn } from '../../support/json.ts'
import { withNumber } from '../operation/money/amount-forms.ts'

const DEEPEST = 4
const MOST = 200

/** An amount with its currency, and nothing else. */
interface Money {
  readonly name: string
  readonly amount: number | string
  /** The property that holds the currency. */
  readonly unit: string
}

/** Amounts of the example, each with the one that is said in its place. */
interface Said {
  readonly money: Map<string, JsonObject>
  readonly numbers: Map<string, Json>
  /** Currencies of what is said. */
  readonly currencies: Set<unknown>
  /** Lines of a bill are said that the example has not. */
  isOther: boolean
}

/** What a record takes over from an example, of which `whole` is all, where the request says `sent`. */
export function withAmountsFor(sample: JsonObject, sent: JsonObject, whole: JsonObject): JsonObject {
  const said: Said = { money: new Map(), numbers: new Map(), currencies: new Set(), isOther: false }
  collect(whole, sent, said, 0)
  if (said.money.size === 0 && said.numbers.size === 0 && said.currencies.size === 0 && !said.isOther) return sample
  return told(sample, sent, said, 0)
}

function collect(sample: JsonObject, sent: JsonObject, said: Said, depth: number): void {
  for (const [name, value] of Object.entries(sent).slice(0, MOST)) {
    const shown = Object.hasOwn(sample, name) ? sample[name] : undefined
    const [old, next] = [moneyIn(shown), moneyIn(value)]
    if (next !== undefined) said.currencies.add((value as JsonObject)[next.unit])
    if (old !== undefined && next !== undefined) {
      if (String(old.amount) !== String(next.amount)) said.money.set(String(old.amount), value as JsonObject)
    } else if (isObject(value) && isObject(shown) && depth < DEEPEST)
      collect(shown as JsonObject, value as JsonObject, said, depth + 1)
    else if (Array.isArray(value) && Array.isArray(shown)) said.isOther ||= hasMoney(value) && !isSame(value, shown)
    else if (typeof value === 'number' && isNumberElse(shown, value) && isAmount(name))
      said.numbers.set(String(shown), value)
  }
}

/** Another number; one that is 0 tells of nothing. */
function isNumberElse(shown: unknown, value: number): boolean {
  return typeof shown === 'number' && shown !== 0 && shown !== value
}

function told(sample: JsonObject, sent: JsonObject, said: Said, depth: number): JsonObject {
  const next: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(sample)) {
    const own = Object.hasOwn(sent, name) ? sent[name] : undefined
    const money = moneyIn(value)
    if (own !== undefined && !isObject(own)) setOwn(next, name, value)
    else if (money !== undefined) {
      const kept = own === undefined ? amountFor(snake(name), value as JsonObject, money, said) : value
      if (kept !== undefined) setOwn(next, name, kept)
    } else if (isObject(value) && depth < DEEPEST)
      setOwn(next, name, told(value as JsonObject, isObject(own) ? (own as JsonObject) : {}, said, depth + 1))
    else if (typeof value === 'number' && isAmount(name)) setOwn(next, name, said.numbers.get(String(value)) ?? value)
    else setOwn(next, name, value)
  }
  return next as JsonObject
}

/** Nothing stays nothing, and what is added to or taken off a bill is nothing where nobody says it. */
function amountFor(called: string, shown: JsonObject, money: Money, said: Said): JsonObject | undefined {
  const { name, amount, unit } = money
  const [currency, ...more] = said.currencies
  const value = typeof currency === 'string' && more.length === 0 ? { ...shown, [unit]: currency } : shown
  if (Number(amount) === 0) return value
  const next = said.money.get(String(amount))
  const other = next === undefined ? undefined : moneyIn(next)
  if (next === undefined || other === undefined) {
    if (!said.isOther && said.money.size === 0) return value
    return PART.test(called) ? ({ ...value, [name]: withNumber(amount, 0) } as JsonObject) : undefined
  }
  const same = inTypeOf(amount, other.amount)
  return same === undefined ? undefined : { ...value, [name]: same, [unit]: next[other.unit] as Json }
}

/** The amount as a number or a text, as the other is; undefined for part of one where the other is a whole number. */
function inTypeOf(old: number | string, next: number | string): number | string | undefined {
  if (typeof old === typeof next) return next
  if (typeof old === 'string') return String(next)
  return Number.isInteger(old) && !Number.isInteger(Number(next)) ? undefined : Number(next)
}

const PART = /(^|_)(discounts?|tax(es)?|tips?|fees?|charges?|shipping|surcharge|gratuity)(_|$)/

function moneyIn(value: unknown): Money | undefined {
  if (!isObject(value)) return undefined
  const names = Object.keys(value)
  const name = names.find((one) => /^(amount|value|units)$/.test(one))
  const amount = name === undefined ? undefined : value[name]
  const unit = names.find((one) => /^currency(_?code)?$/i.test(one))
  if (name === undefined || unit === undefined || names.length !== 2) return undefined
  const isNumber = typeof amount === 'number' || (typeof amount === 'string' && /^-?\d+(\.\d+)?$/.test(amount))
  return isNumber ? { name, amount, unit } : undefined
}

function hasMoney(list: readonly unknown[]): boolean {
  return list
    .slice(0, 5)
    .some((one) => isObject(one) && Object.values(one).some((inner) => moneyIn(inner) !== undefined))
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const AMOUNT = /(^|_)(amount|total|subtotal|balance|due|paid|captured|received|outstanding|remaining|net|gross)(_|$)/

/** Says how many there are: `total_items`, `remaining_count`. */
const COUNTED = /(^|_)(count|counts|number|numbers|num|no|qty|quantity|quantities|items|orders|pages|pieces|units)(_|$)/
/** Plurals that say how much. */
const SUMS =
  /(^|_)(cents?|dollars|euros|pounds|minor_units|gross|taxes|fees|sales|earnings|proceeds|funds|charges|costs)$/

/** The name says how much, and not how many: what it ends with in the plural is counted. */
function isAmount(name: string): boolean {
  const called = snake(name)
  if (!AMOUNT.test(called)) return false
  return SUMS.test(called) || (!COUNTED.test(called) && (AMOUNT_END.test(called) || !isPlural(name)))
}

const AMOUNT_END = /(^|_)(amounts?|totals?|subtotals?|balances?|dues?|gross|nets?)$/
