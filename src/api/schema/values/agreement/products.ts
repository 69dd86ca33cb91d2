/** A line: so many pieces at a price. */
import type { Declared, Term } from './declared.ts'
import type { Held, Rule } from './held.ts'

const QUANTITY = /^(quantity|qty)$/
const PRICE = /^(unit_(price|amount|cost|value)|price_per_unit|(base_|item_)?price|price_money)(_money|_amount)?$/
const AMOUNT =
  /^(amount|line_(amount|total|price)|item_total|(total|extended)_(price|amount|cost|money)|total|subtotal|sub_total)$/
/** What stands between the product and the amount. */
const BETWEEN = /(^|_)(tax|taxes|vat|discount|discounts|fee|fees|shipping|markup)(_|$)/

export function products({ numbers }: Declared): readonly Rule[] {
  if (numbers.size < 3) return []
  const all = [...numbers.values()]
  const quantity = all.find(({ name }) => QUANTITY.test(name))
  const price =
    all.find(({ name }) => /^unit_/.test(name) && PRICE.test(name)) ?? all.find(({ name }) => PRICE.test(name))
  const amounts = all.filter((term) => term !== price && AMOUNT.test(term.name))
  if (quantity === undefined || price === undefined || amounts.length === 0) return []
  const between = all.filter(({ name }) => BETWEEN.test(name) && !/rate|percent|pct/.test(name))
  return amounts.map(
    (amount): Rule =>
      (held) =>
        multiply(held, { quantity, price, amount, between }),
  )
}

interface Line {
  readonly quantity: Term
  readonly price: Term
  readonly amount: Term
  readonly between: readonly Term[]
}

function multiply(held: Held, { quantity, price, amount, between }: Line): void {
  const [count, each, all] = [quantity, price, amount].map((term) => held.number(term))
  if (count === undefined || each === undefined || all === undefined) return
  if (Math.abs(count * each - all) < 0.01 || between.some((term) => (held.number(term) ?? 0) !== 0)) return
  if (held.set([amount, count * each])) return
  if (count > 0 && Number.isInteger((all * 100) / count) && held.set([price, all / count])) return
  held.set([quantity, 1], [price, all])
}
