/** Lists of lines with a quantity and a price, and the properties that their sums stand in; lines that are records themselves. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { DUE, LINE_TOTAL, PAID, SUBTOTAL, TOTAL, TOTAL_TAX, UNIT_PRICES } from '../../../derive/naming/amounts.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { Model, Recogniser } from '../../../derive/recogniser.ts'
import { findRecord } from '../../../derive/schemas/bodies.ts'
import { requestSchema } from '../../../derive/schemas/requests.ts'
import { KINDS, type Line, type Lines, type LineTotals, lineTotals, type Sum } from './fact.ts'

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
    const lines = linesOf(plan, model)
    const line = lineShown(plan, model)
    if (lines === undefined && line === undefined) return undefined
    const { quantity, price } = lines ?? line ?? {}
    const whose = lines === undefined ? 'it is a line of another and has' : `lines of ${lines.list} have`
    return {
      ...(lines !== undefined && { lines }),
      ...(line !== undefined && { line }),
      provenance: 'derived',
      why: `${whose} ${quantity} and ${price}, and their sums have names`,
    }
  },
}

function linesOf(plan: ResourcePlan, model: Model): Lines | undefined {
  const own = allProperties(plan.schema, model)
  for (const [list, schema] of own) {
    const { types, items } = model.view(schema)
    if (!types.includes('array')) continue
    const line = lineIn(items === undefined ? NONE : allProperties(items, model))
    if (line === undefined) continue
    const sums = Object.fromEntries(KINDS.map((kind) => [kind, called(own, SUMS[kind])])) as Lines['sums']
    const total = sums.total.length === 0 ? called(own, /^amount$/) : sums.total
    if (line.totals.length + total.length + sums.subtotal.length === 0) continue
    const all = { ...sums, total }
    const asked = sayableIn(plan, model)
    const inLines = asked.flatMap((one) => [...model.reader.properties(model.view(one.get(list)).items)])
    return {
      list,
      ...line,
      sayable: sayableOf(line.totals, [new Map(inLines)], model),
      sums: all,
      sayableSums: sayableOf(Object.values(all).flat(), asked, model),
    }
  }
  return undefined
}

/** A record that another shows among its lines, and that has an amount of its own. */
function lineShown(plan: ResourcePlan, model: Model): Line | undefined {
  const line = lineIn(allProperties(plan.schema, model))
  if (line === undefined || line.totals.length === 0) return undefined
  const own = model.view(plan.schema).references
  const shown = model.api.head.resources.flatMap((other) => {
    const lines = other === plan ? undefined : linesOf(other, model)
    const list = lines === undefined ? undefined : allProperties(other.schema, model).get(lines.list)
    const [component = ''] = model.view(model.view(list).items).references
    return lines !== undefined && own.includes(component) ? [lines.sayable] : []
  })
  if (shown.length === 0) return undefined
  const said = [...sayableOf(line.totals, sayableIn(plan, model), model), ...shown.flat()]
  return { ...line, sayable: line.totals.filter((name) => said.includes(name)) }
}

function lineIn(properties: Properties): Omit<Line, 'sayable'> | undefined {
  const [quantity] = called(properties, QUANTITY)
  const [price] = UNIT_PRICES.flatMap((form) => called(properties, form))
  if (quantity === undefined || price === undefined) return undefined
  return { quantity, price, totals: called(properties, LINE_TOTAL).filter((name) => name !== price) }
}

/** The properties that requests describe for records of the type. */
function sayableIn({ type, schema }: ResourcePlan, model: Model): readonly Properties[] {
  const { reader, view } = model
  const hints = model.hints(type)
  return model.api.head.operations.flatMap(({ id, plan }) => {
    if (plan.type !== type && plan.makes?.type !== type) return []
    const body = requestSchema(model.operation(id).operation)
    if (body === undefined) return []
    const whole = view(body).items ?? body
    const said = [whole, findRecord(whole, hints, reader)?.schema].map((one) => reader.properties(one))
    // Of an object that is not described anything may be said.
    const isFree = plan.kind !== 'action' && said.every((one) => one.size === 0)
    return isFree ? [allProperties(schema, model)] : said
  })
}

function sayableOf(names: readonly string[], asked: readonly Properties[], { view }: Model): readonly string[] {
  return names.filter((name) => asked.some((one) => one.has(name) && view(one.get(name)).keywords['readOnly'] !== true))
}

function called(properties: Properties, form: RegExp): readonly string[] {
  return [...properties.keys()].filter((name) => form.test(plain(name)))
}
