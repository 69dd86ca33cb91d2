/** Lists of lines with a quantity and a price, and the properties that their sums stand in. */
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { DUE, LINE_TOTAL, PAID, SUBTOTAL, TOTAL, TOTAL_TAX, UNIT_PRICES } from '../../../derive/naming/amounts.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { Recogniser } from '../../../derive/recogniser.ts'
import { KINDS, type LineTotals, lineTotals, type Sum } from './fact.ts'

type Properties = ReadonlyMap<string, Schema>

const NONE: Properties = new Map()
const QUANTITY = /^(item)?(quantity|qty)$/
const SUMS: Readonly<Record<Sum, RegExp>> = {
  subtotal: SUBTOTAL,
  tax: TOTAL_TAX,
  total: TOTAL,
  due: DUE,
  paid: PAID,
}

export const recogniser: Recogniser<object, LineTotals> = {
  fact: lineTotals,
  resource(plan, model) {
    const own = allProperties(plan.schema, model)
    for (const [list, schema] of own) {
      const { types, items } = model.view(schema)
      if (!types.includes('array')) continue
      const line = items === undefined ? NONE : allProperties(items, model)
      const [quantity] = called(line, QUANTITY)
      const [price] = UNIT_PRICES.flatMap((form) => called(line, form))
      if (quantity === undefined || price === undefined) continue
      const totals = called(line, LINE_TOTAL).filter((name) => name !== price)
      const sums = Object.fromEntries(KINDS.map((kind) => [kind, called(own, SUMS[kind])])) as LineTotals['sums']
      const total = sums.total.length === 0 ? called(own, /^amount$/) : sums.total
      if (totals.length + total.length + sums.subtotal.length === 0) continue
      const why = `lines of ${list} have ${quantity} and ${price}, and their sums have names`
      return { list, quantity, price, totals, sums: { ...sums, total }, provenance: 'derived', why }
    }
    return undefined
  },
}

function called(properties: Properties, form: RegExp): readonly string[] {
  return [...properties.keys()].filter((name) => form.test(plain(name)))
}
