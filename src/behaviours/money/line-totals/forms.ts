/** Sums in the forms that properties have. */
import type { Schema } from '../../../api/schema/schema.ts'
import { amountOf, decimalsOf, withNumber } from '../../../sandbox/operation/money/amount-forms.ts'
import type { Runtime } from '../../../sandbox/runtime.ts'
import { isObject } from '../../../support/json.ts'

/** The amount in the form of a property: a number, a text, or an object like that of the unit price. */
export function formed(schema: Schema | undefined, like: unknown, amount: number, runtime: Runtime): unknown {
  if (schema === undefined) return undefined
  const { types, properties } = runtime.view(schema)
  const whole = Math.round(amount * 100) / 100
  const leaf = properties.get('amount') ?? properties.get('value')
  const held = leaf === undefined ? types : runtime.view(leaf).types
  const number = held.includes('integer') && !held.includes('number') ? Math.round(whole) : whole
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
