/** What the declared properties of an object say of what it is: a person, a company, a place. */
import type { Schema } from '../schema.ts'
import type { SchemaView } from '../view.ts'
import type { Beside } from './draw.ts'
import { isFactName } from './facts.ts'
import { snakeName } from './names.ts'
import { isPlaceholder } from './placeholders.ts'

const PERSON =
  /^(first_?name|given_name|last_?name|family_name|surname|birth_?day|birth_?date|date_of_birth|dob|gender|job_title|nick_?name|avatar(_url)?)$/
const COMPANY =
  /^(vat(_number|_id)?|tax_id|website|industry|number_of_employees|employee_count|registration_number|legal_name)$/
const PLACE = /^(address_)?(city|town|postal_?code|zip(_?code)?|postcode|line_?1|street|street_address)$/
/** Of a card or a bank account. */
const PAYMENT =
  /^(iban|iban_last_chars|bic|expiry|exp_(month|year)|expiration_(month|year)|card_number|account_number|routing_number|sort_code)$/

/** Of what lies on a shelf, or is told apart from others on it. */
const GOODS =
  /^(sku|(unit_)?price|prices|cost|stock|in_stock|inventory|weight|dimensions|package_dimensions|shippable|brand|manufacturer|barcode|gtin|upc|ean|variants?|colou?rs?|sizes?|quantity|images|categor(y|ies)(_id)?|tags|material|availability)$/

/** Properties of an object that is a phone number and nothing else. */
const PHONE =
  /^((country|dial(ing)?|calling|area)_?code|((national|local|subscriber|phone)_?)?number|extension(_?number)?|ext|type|kind|label)$/

export function besideOf(
  properties: ReadonlyMap<string, Schema>,
  viewOf: (schema: Schema | undefined) => SchemaView,
  component: string | undefined,
): Beside {
  const names = [...properties.keys()].map(snakeName)
  const some = (pattern: RegExp): boolean => names.some((name) => pattern.test(name))
  const isCompany = some(COMPANY)
  return {
    isPerson: some(PERSON) || (!isCompany && some(/^e_?mail(_address)?$/)),
    isCompany,
    isPlace: some(PLACE),
    isPaid: some(PAYMENT),
    isGoods: some(GOODS),
    kind: component === undefined ? '' : component.slice(component.lastIndexOf('/') + 1).replace(/^.*\./, ''),
    style: styleOf(properties, viewOf),
    isMoney: some(/^currency(_?code)?$/),
    isPhone: some(/^(country|dial(ing)?|calling)_?code$/) && some(/number$/) && names.every((name) => PHONE.test(name)),
    shown: shownBy(properties, viewOf),
  }
}

/** Of most of their enums that have words. */
function styleOf(
  properties: ReadonlyMap<string, Schema>,
  viewOf: (schema: Schema | undefined) => SchemaView,
): Beside['style'] {
  let [upper, capital, other] = [0, 0, 0]
  for (const [name, schema] of properties) {
    const values = viewOf(schema).keywords['enum']
    if (!Array.isArray(values) || CODE.test(snakeName(name))) continue
    const words = values.filter((value) => typeof value === 'string' && /[A-Za-z]{3}/.test(value))
    if (words.length === 0) continue
    if (words.every((word) => /^[A-Z][A-Z0-9_-]*$/.test(word))) upper++
    else if (words.every((word) => /^[A-Z][A-Za-z0-9]*$/.test(word))) capital++
    else other++
  }
  if (upper > other + capital) return 'upper'
  if (capital > other + upper) return 'capital'
  return upper + capital + other > 0 ? 'other' : undefined
}

/** Written in capitals everywhere. */
const CODE = /(^|_)(currency|country|language|locale|method|unit|code|region)(_code)?$/

/** Their examples of names, mail and places. */
function shownBy(properties: ReadonlyMap<string, Schema>, viewOf: (schema: Schema | undefined) => SchemaView): object {
  const shown: Record<string, unknown> = {}
  for (const [name, schema] of properties) {
    if (!isFactName(name)) continue
    const { example, examples } = viewOf(schema).keywords
    const value = example ?? (Array.isArray(examples) ? examples[0] : undefined)
    if (typeof value === 'string' && !isPlaceholder(value)) shown[name] = value
  }
  return shown
}
