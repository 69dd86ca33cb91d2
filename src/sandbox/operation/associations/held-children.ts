/**
 * Records that their parent shows in an array inside an object, beside an amount that says what they come to:
 * `payments: {transactions, paid_amount}` of an invoice.
 */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, field, isObject, type JsonObject } from '../../../support/json.ts'
import type { Runtime } from '../../runtime.ts'
import { askedSchemas } from '../../state/asked.ts'
import { withAt } from '../../state/place.ts'
import { amountOf, rounded, withNumber } from '../money/amount-forms.ts'

export interface Held {
  readonly place: Place
  readonly items: Schema
  readonly sum?: Place
}

/** What an element says of how much it is. */
const AMOUNT = 'amount'

/** The array inside the object whose elements are what a request that makes such a record sends. */
export function heldInside(schema: Schema, plan: ResourcePlan, runtime: Runtime): readonly Held[] {
  const { properties } = runtime.view(schema)
  if (properties.size === 0) return []
  const sent = askedSchemas(plan, runtime, ({ plan: { kind } }) => kind === 'create').flatMap(
    (one) => runtime.view(one).references,
  )
  const arrays = [...properties].flatMap(([name, property]): Held[] => {
    const { items, keywords } = runtime.view(property)
    const isIt = items !== undefined && runtime.view(items).references.some((one) => sent.includes(one))
    // What clients may send there is theirs.
    return isIt && keywords['readOnly'] === true ? [{ place: [name], items }] : []
  })
  const [held] = arrays
  if (held === undefined || arrays.length > 1) return []
  const sum = allProperties(held.items, runtime).has(AMOUNT) ? sumIn(properties, plan, runtime) : undefined
  return [{ ...held, ...(sum !== undefined && { sum: [sum] }) }]
}

/** `paid_amount`, `refund_amount`, `total`: one that no client says. */
function sumIn(properties: ReadonlyMap<string, Schema>, plan: ResourcePlan, runtime: Runtime): string | undefined {
  const own = plain(plan.type)
  return [...properties].find(([name, schema]) => {
    const [, of] = /^(?:total)?(.*?)(?:amount|total)?$/.exec(plain(name)) ?? []
    const isSum = plain(name) !== of && (of === '' || of === own || (DEEDS.get(of ?? '')?.test(own) ?? false))
    return isSum && runtime.view(schema).keywords['readOnly'] === true
  })?.[0]
}

/** What was done with an amount, and records of that. */
const DEEDS: ReadonlyMap<string, RegExp> = new Map([
  ['paid', /payment$/],
  ['refunded', /refund$/],
  ['captured', /capture$/],
  ['credited', /credit$/],
])

/** The parent's value with what the elements come to, in the form of their amounts or of what stood there. */
export function withSum({ place, sum }: Held, value: JsonObject, elements: readonly unknown[]): JsonObject {
  if (sum === undefined) return value
  const around = place.slice(0, -1)
  const whole = [...around, ...sum]
  const amounts = elements.filter(isObject).map((one) => field(one, AMOUNT))
  const numbers = amounts.map(amountOf)
  const like = amounts[0] ?? at(value, whole)
  if (like === undefined || !numbers.every((one) => one !== undefined)) return value
  return withAt(value, whole, withNumber(like, rounded(numbers.reduce((all, one) => all + one, 0))))
}
