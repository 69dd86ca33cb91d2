/** The properties of an object by what they hold, worked out once per schema. */
import { snakeName } from '../names.ts'
import type { Property, Shape } from '../shape.ts'

/** Where a value stands: in the object itself, or one step below it (`{amount, currency}`, `{data: []}`). */
export interface Term {
  /** In snake case. */
  readonly name: string
  readonly property: Property
  readonly inner: Property | undefined
}

type Terms = ReadonlyMap<string, Term>

export interface Declared {
  readonly properties: readonly Property[]
  /** Numbers, decimal texts, and amounts with a currency. */
  readonly numbers: Terms
  readonly lists: Terms
  readonly flags: Terms
  /** All other texts and numbers: choices, times, names. */
  readonly texts: Terms
  /** Currencies of the object and of what is in it. */
  readonly currencies: readonly Term[]
}

export function declared(shape: Shape): Declared {
  const numbers = new Map<string, Term>()
  const lists = new Map<string, Term>()
  const flags = new Map<string, Term>()
  const texts = new Map<string, Term>()
  const currencies: Term[] = []
  for (const property of shape.properties) {
    const name = snakeName(property.name)
    const own: Term = { name, property, inner: undefined }
    for (const into of mapsFor(property, name, { numbers, lists, flags, texts }))
      if (!into.has(name)) into.set(name, own)
    if (CURRENCY.test(name)) currencies.push(own)
    if (property.shape.kind !== 'object' || property.shape.view.properties.size > FEW) continue
    const parts = property.shape.properties
    const at = (pattern: RegExp) => parts.find((part) => pattern.test(snakeName(part.name)))
    const currency = at(CURRENCY)
    if (currency !== undefined) currencies.push({ name, property, inner: currency })
    const amount = at(/^(amount|value|units)$/)
    if (amount !== undefined && isNumber(amount)) numbers.set(name, { name, property, inner: amount })
    const list = at(/^(data|items)$/)
    if (list?.shape.kind === 'array') lists.set(name, { name, property, inner: list })
  }
  return {
    properties: shape.properties,
    numbers,
    lists,
    flags,
    texts,
    currencies,
  }
}

/** Properties of an object that is one amount, or one list. */
const FEW = 5
const CURRENCY = /^currency(_code)?$/

interface Maps {
  readonly numbers: Map<string, Term>
  readonly lists: Map<string, Term>
  readonly flags: Map<string, Term>
  readonly texts: Map<string, Term>
}

function mapsFor(property: Property, name: string, maps: Maps): readonly Map<string, Term>[] {
  const { kind, view } = property.shape
  if (kind === 'array') return [maps.lists]
  if (kind !== 'scalar' || property.writeOnly || property.reference) return []
  if (view.types.includes('boolean')) return [maps.flags]
  if (!isNumber(property) || NO_QUANTITY.test(name)) return [maps.texts]
  if (!view.types.includes('string')) return [maps.numbers]
  return QUANTITY.test(name) ? [maps.numbers, maps.texts] : [maps.texts]
}

/** Of texts, those that may hold a number. */
const QUANTITY =
  /(^|_)(amount|amounts|total|subtotal|price|cost|fee|fees|tax|taxes|vat|net|gross|paid|due|balance|discount|discounts|shipping|tip|refunded|captured|received|remaining|outstanding|quantity|qty|count|value|size|bytes|limit|quota|used|usage|available|capacity|min|max|minimum|maximum|low|high|tokens|credits|points|minutes|hours|seconds|cents)(_|$)/

/** Digits that count nothing. */
const NO_QUANTITY =
  /(^|_)(id|ids|code|codes|phone|zip|postal|postcode|digits|last4|last_4|last_four|first_four|version|name|key|sha|hash|bin|iin|year|month|day)$|(^|_)number$/

function isNumber({ shape: { kind, view } }: Property): boolean {
  const { enum: choices, const: only, format } = view.keywords
  if (kind !== 'scalar' || choices !== undefined || only !== undefined) return false
  if (view.types.includes('integer') || view.types.includes('number')) return true
  return (
    view.types.includes('string') &&
    (format === undefined || !/^(date|date-time|time|uuid|uri|email)$/.test(String(format)))
  )
}
