/** Amounts of a new record that are nothing yet: others pay them, or the provider works them out of nothing. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import {
  ADDED,
  APPROVED,
  BALANCE,
  DISCOUNT,
  DUE,
  SUBTOTAL,
  TOTAL,
  TOTAL_TAX,
  WHOLE,
  YET_TO_COME,
} from '../../derive/naming/amounts.ts'
import { plain, snake } from '../../derive/naming/words.ts'
import { at, isObject, type Json, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { amountCalled } from '../operation/lifecycle/state-machine.ts'
import type { Runtime } from '../runtime.ts'
import type { Birth } from './new-record.ts'
import type { Context } from './newborn.ts'
import { withAt } from './place.ts'
import { samplesOf } from './samples.ts'

export function isYetToCome(name: string, { asked, plan }: Context): boolean {
  if (asked.has(plain(name)) || DONE.test(plan.type)) return false
  return (
    YET_TO_COME.test(plain(name)) || (BALANCE.test(plain(name)) && HOLDS_MONEY.test(plan.type) && !asked.has('balance'))
  )
}

/** A total that the example shows as much of as of what is to come, where no request says a price: it comes with that. */
export function isSumOfLater(name: string, shown: Json | undefined, context: Context): boolean {
  const { asked, plan, runtime } = context
  if (!isObject(shown) || asked.has(plain(name)) || !TOTAL.test(plain(name))) return false
  if ([...asked].some((one) => PRICED.test(one))) return false
  const [sample = {}] = samplesOf(plan, runtime).single
  const text = JSON.stringify(shown)
  return Object.entries(sample).some(([other, one]) => isYetToCome(other, context) && JSON.stringify(one) === text)
}

/** Tax, discounts and charges of which nobody said anything, and no example shows any. */
export function isExtra(name: string, { keywords }: SchemaView, { asked, plan }: Context): boolean {
  if (asked.has(plain(name)) || DONE.test(plan.type) || keywords['example'] !== undefined) return false
  return [TOTAL_TAX, DISCOUNT, ADDED, CHARGES].some((pattern) => pattern.test(plain(name)))
}

/** What is paid or captured was approved: `approved_money` is the amount, where nobody says another. */
export function withApproved({ plan, sent, fits }: Birth, value: JsonObject, runtime: Runtime): JsonObject {
  const state = plan.status === undefined ? undefined : at(value, plan.status.place)
  const amount = amountCalled(WHOLE, value)
  if (typeof state !== 'string' || !AGREED.test(plain(state)) || amount === undefined) return value
  const names = approvedAmounts(plan, runtime).filter((name) => (sent[name] ?? value[name] ?? null) === null)
  const next = names.reduce((whole, name) => withAt(whole, [name], amount), value)
  return names.length > 0 && fits(next) ? next : value
}

export const approvedAmounts: (plan: ResourcePlan, runtime: Runtime) => readonly string[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime) =>
    plan.status === undefined
      ? []
      : [...allProperties(plan.schema, runtime).keys()].filter((name) => APPROVED.test(plain(name))),
)

const AGREED = /^(completed?|succeeded|paid|captured|settled|approved|authori[sz]ed)$/

const CHARGES = /^(total)?(servicecharge|surcharge|deduction)s?(amount|money)?$/

/**
 * Amounts that no request says, of a record that keeps accounts: they are nothing, but for what it comes to where
 * requests say amounts.
 */
export function amountsOf(
  properties: ReadonlyMap<string, Schema>,
  { asked, plan, runtime }: Context,
): ReadonlySet<string> {
  if (DONE.test(plan.type)) return new Set()
  const found = [...properties].flatMap(([name, schema]) => {
    const { types, keywords } = runtime.view(schema)
    const isNumber = types.includes('integer') || types.includes('number')
    const isOpen = isNumber && keywords['example'] === undefined && keywords['default'] === undefined
    return isOpen && !asked.has(plain(name)) && AMOUNT.test(snake(name)) ? [name] : []
  })
  if (found.length < KEEPS_ACCOUNTS) return new Set()
  const isPriced = [...asked].some((name) => PRICED.test(name))
  const follows = (name: string) => [TOTAL, WHOLE, SUBTOTAL, DUE].some((pattern) => pattern.test(plain(name)))
  return new Set(found.filter((name) => !isPriced || !follows(name)))
}

const KEEPS_ACCOUNTS = 3
const AMOUNT =
  /(^|_)(amount|amounts|balance|total|subtotal|credits?|debits?|fees?|tax|discount|due|remaining|outstanding|overpaid|underpaid|owed)(_|$)/
const PRICED = /amount|price|total|cost|lines|items|charges|value/

/** What begins with nothing in it. */
const HOLDS_MONEY = /(^|_)(account|wallet|purse|sub_?account|budget|customer|fund)$/

/** Records that tell of what was paid themselves. */
const DONE = /(^|_)(transaction|refund|receipt|event|report|statement|balance)$/

/** Nothing, as a number or as the number of an amount with the currency that the example has. */
export function withNothing(
  values: JsonObject,
  name: string,
  schema: Schema,
  shown: Json | undefined,
  runtime: Runtime,
): JsonObject {
  if (runtime.accepts(schema, 0)) return withAt(values, [name], 0)
  const { properties } = runtime.view(schema)
  const leaf = ['value', 'amount', 'units'].find((one) => properties.has(one))
  const own = leaf === undefined ? undefined : properties.get(leaf)
  const isWhole = leaf !== undefined && isObject(shown) && /^\d+$/.test(String(shown[leaf]))
  const zeros = isWhole ? [0, '0', '0.00'] : [0, '0.00', '0']
  const zero = own === undefined ? undefined : zeros.find((one) => runtime.accepts(own, one))
  if (leaf === undefined || zero === undefined) return values
  return withAt(values, [name], isObject(shown) ? { ...shown, [leaf]: zero } : { [leaf]: zero })
}
