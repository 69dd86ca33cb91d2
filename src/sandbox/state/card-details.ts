/**
 * What a card shows of its number, which the request holds and the record does not: `last4`, `brand`, `bin`.
 * Source: ISO/IEC 7812-1 (check digit, issuer identification numbers).
 */

import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain, snake } from '../../derive/naming/words.ts'
import { hasCheckDigit } from '../../http/card-numbers.ts'
import { isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

const LAST_DIGITS = /^(card_)?last(_?4|_four|_digits|_four_digits|_4_digits)$/
const FIRST_DIGITS = /^(card_)?(bin|iin)$/
const BRAND = /^(card_)?(brand|network|scheme)$|^card_type$/
const NUMBER = /^((credit_)?card_)?number$|^pan$/
const CODE = /^(card_)?(cvc|cvv|cvn|csc|cvc2|cvv2|security_code|verification_code)$/
const OF_CARD =
  /^(card_)?(cvc|cvv|cvn|csc|cvc2|cvv2|security_code|exp|expiry|expiration|exp_month|exp_year|expiry_month|expiry_year|expiration_month|expiration_year|expiry_date|expiration_date|card_brand|card_number)$/
const DEEPEST = 5
const MOST_PROPERTIES = 2_000

/** Brands by the first digits of their numbers, with the plain forms of their names. */
const BRANDS: readonly (readonly [form: RegExp, names: readonly string[]])[] = [
  [/^4/, ['visa']],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, ['mastercard']],
  [/^3[47]/, ['amex', 'americanexpress']],
  [/^(6011|64[4-9]|65)/, ['discover']],
  [/^3(0[0-5]|[689])/, ['diners', 'dinersclub', 'discoverdiners']],
  [/^35/, ['jcb']],
  [/^62/, ['unionpay', 'chinaunionpay']],
]

/** A record of this type shows the last digits of a card. */
export const showsCardDigits: (plan: ResourcePlan, runtime: Runtime) => boolean = oncePer(
  (plan: ResourcePlan, runtime: Runtime): boolean => {
    const seen = new Set<Schema>()
    const shows = (schema: Schema, depth: number): boolean => {
      if (depth > DEEPEST || seen.has(schema) || seen.size > MOST_PROPERTIES) return false
      seen.add(schema)
      return [...allProperties(schema, runtime)].some(
        ([name, one]) => isLastDigits(name) || shows(runtime.view(one).items ?? one, depth + 1),
      )
    }
    return shows(plan.schema, 0)
  },
)

/** The record with what its cards show of the numbers that were sent, where the schema takes that; what was sent stays. */
export function withCardDetails(value: JsonObject, sent: JsonObject, plan: ResourcePlan, runtime: Runtime): JsonObject {
  const told = detailed(value, sent, plan.schema, runtime, { name: plan.type, depth: 0 })
  return told !== value && (runtime.accepts(plan.schema, told) || !runtime.accepts(plan.schema, value)) ? told : value
}

/** The property that an object stands in, or the type of the record. */
interface Where {
  readonly name: string
  readonly depth: number
}

function detailed(
  value: JsonObject,
  sent: JsonObject,
  schema: Schema,
  runtime: Runtime,
  { name: holder, depth }: Where,
): JsonObject {
  if (depth > DEEPEST) return value
  const known = allProperties(schema, runtime)
  const copy: Record<string, unknown> = {}
  const number = isCard(holder, sent, known) ? numberIn(sent) : undefined
  const last = [...known.keys()].find(isLastDigits)
  // The same digits are of the same card, of which a client may have said more since.
  if (number !== undefined && last !== undefined && value[last] !== number.slice(-4))
    for (const [name, one] of known) {
      const detail = Object.hasOwn(sent, name) ? undefined : detailOf(snake(name), number, one, runtime)
      if (detail !== undefined && detail !== value[name]) setOwn(copy, name, detail)
    }
  for (const [name, said] of Object.entries(sent)) {
    const [own, inner] = [value[name], known.get(name)]
    if (!(isObject(said) && isObject(own)) || inner === undefined) continue
    const told = detailed(own as JsonObject, said as JsonObject, inner, runtime, { name, depth: depth + 1 })
    if (told !== own) setOwn(copy, name, told)
  }
  const secret = number === undefined ? [] : Object.keys(value).filter((name) => !known.has(name) && isSecret(name))
  if (secret.length === 0) return Object.keys(copy).length === 0 ? value : ({ ...value, ...copy } as JsonObject)
  return Object.fromEntries(
    Object.entries({ ...value, ...copy }).filter(([name]) => !secret.includes(name)),
  ) as JsonObject
}

/** By what it is called, or by what stands beside the number. */
function isCard(holder: string, sent: JsonObject, known: ReadonlyMap<string, Schema>): boolean {
  return /card/i.test(holder) || [...Object.keys(sent), ...known.keys()].some((name) => OF_CARD.test(snake(name)))
}

/** What no record shows that does not declare it. */
function isSecret(name: string): boolean {
  return NUMBER.test(snake(name)) || CODE.test(snake(name))
}

function detailOf(word: string, number: string, schema: Schema, runtime: Runtime): unknown {
  const detail = LAST_DIGITS.test(word)
    ? number.slice(-4)
    : FIRST_DIGITS.test(word)
      ? number.slice(0, 6)
      : BRAND.test(word)
        ? brandOf(number, runtime.view(schema).keywords['enum'])
        : undefined
  return detail !== undefined && runtime.accepts(schema, detail) ? detail : undefined
}

function brandOf(number: string, choices: unknown): unknown {
  const [, names = []] = BRANDS.find(([form]) => form.test(number)) ?? []
  return Array.isArray(choices)
    ? choices.find((one) => typeof one === 'string' && names.includes(plain(one)))
    : names[0]
}

function isLastDigits(name: string): boolean {
  return LAST_DIGITS.test(snake(name))
}

/** The number of a card in what was sent, digits alone. */
function numberIn(sent: JsonObject): string | undefined {
  for (const [name, one] of Object.entries(sent)) {
    if (typeof one !== 'string' || one.length > 30 || !NUMBER.test(snake(name))) continue
    const digits = one.replace(/[ -]/g, '')
    if (/^\d{12,19}$/.test(digits) && hasCheckDigit(digits)) return digits
  }
  return undefined
}
