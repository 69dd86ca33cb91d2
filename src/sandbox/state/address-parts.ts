/**
 * Parts of an address that a record shows of lines which were sent: `components: {primary_number, street_name}` beside
 * `primary_line`. They say what the lines say, and none of the example's address.
 */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, field, isObject, type Json, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { withAt } from './place.ts'
import { samplesOf } from './samples.ts'
import { apart, LONGEST_LINE, type Street, streetOf, type Town } from './street-line.ts'

type Part = Exclude<keyof Street, 'short'> | keyof Town

/** What the parts are called, plain. */
const NAMES: ReadonlyMap<string, Part> = new Map(
  (
    [
      ['number', 'primarynumber streetnumber housenumber buildingnumber'],
      ['before', 'streetpredirection predirection predirectional streetpredirectional'],
      ['name', 'streetname street thoroughfare'],
      ['suffix', 'streetsuffix streettype suffix'],
      ['after', 'streetpostdirection postdirection postdirectional streetpostdirectional'],
      ['designator', 'secondarydesignator unittype unitdesignator'],
      ['unit', 'secondarynumber unitnumber'],
      ['city', 'city cityname locality town'],
      ['state', 'state stateabbreviation statecode region province'],
      ['zip', 'zipcode zip postalcode postcode'],
      ['plus', 'zipcodeplus4 zipplus4 plus4 plus4code zip4'],
    ] as const
  ).flatMap(([part, names]) => names.split(' ').map((name) => [name, part] as const)),
)

/** The line of the street, and the line of the town. */
const LINE = /^(primaryline|addressline1|line1|streetaddress|streetline1?|deliveryline1?|address1)$/
const WHOLE = /^(address|fulladdress|singleline|singlelineaddress|freeform)$/
const LAST = /^(lastline|citystatezip|citystatezipcode)$/
/** What is known of a place, and not told by its address. */
const OF_PLACE =
  /^(county.*|.*fips.*|carrierroute.*|.*barcode|latitude|longitude|lat|lng|lon|congressional.*|elot.*|timezone|utcoffset|geohash|precision)$/

/** The properties of the record that hold the parts of an address. */
export const addressPartsOf: (plan: ResourcePlan, runtime: Runtime) => readonly string[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime) => {
    const all = [...allProperties(plan.schema, runtime)]
    if (!all.some(([name]) => LINE.test(plain(name)))) return []
    return all.flatMap(([name, schema]) => {
      const parts = new Set([...allProperties(schema, runtime).keys()].map((one) => NAMES.get(plain(one))))
      return OF_LINE.test(plain(name)) && parts.has('number') && parts.has('name') ? [name] : []
    })
  },
)

/** What holds the parts of the lines beside it; another object has an address of its own. */
const OF_LINE = /^(address)?(components?|parts?|parsed|structured|breakdown|details?)$/

/** The record with the parts of what was sent. */
export function withAddressParts(
  plan: ResourcePlan,
  value: JsonObject,
  sent: JsonObject,
  runtime: Runtime,
): JsonObject {
  const properties = allProperties(plan.schema, runtime)
  const [sample] = samplesOf(plan, runtime).single
  let whole = value
  for (const name of addressPartsOf(plan, runtime)) {
    const [own, schema] = [value[name], properties.get(name)]
    const given = isObject(sent[name]) ? (sent[name] as JsonObject) : {}
    const said = saidOf({ ...sent, ...given })
    if (!isObject(own) || schema === undefined || said === undefined || saysStreet(given)) continue
    const parts = { ...partsOf(own as JsonObject, said, at(sample, [name]), schema, runtime), ...given } as JsonObject
    if (!runtime.accepts(schema, parts)) continue
    whole = withLines(withAt(whole, [name], parts), parts, said, sent, properties, runtime)
  }
  return whole
}

/** The parts themselves were sent. */
function saysStreet(given: JsonObject): boolean {
  return Object.keys(given).some((name) => /^(number|name)$/.test(NAMES.get(plain(name)) ?? ''))
}

interface Said {
  readonly line: string
  readonly street: Street
  readonly town: Town
  /** The address came in one line. */
  readonly isWhole: boolean
}

function saidOf(sent: JsonObject): Said | undefined {
  const texts = Object.entries(sent).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && one[1] !== '',
  )
  const line = texts.find(([name]) => LINE.test(plain(name)))?.[1]
  const address = texts.find(([name]) => WHOLE.test(plain(name)))?.[1]
  const text = line ?? address
  if (text === undefined || text.length > LONGEST_LINE) return undefined
  const [own, behind] = line === undefined ? apart(text) : [text, {}]
  const town: Record<string, string> = { ...behind }
  for (const [name, one] of texts) {
    const part = NAMES.get(plain(name))
    if (part === 'city' || part === 'state' || part === 'plus') town[part] = one
    if (part === 'zip') {
      const [, zip = one, plus] = /^(\d{5})-?(\d{4})$/.exec(one) ?? []
      Object.assign(town, { zip, ...(plus !== undefined && { plus }) })
    }
  }
  return { line: own, street: streetOf(own), town, isWhole: line === undefined }
}

function partsOf(
  made: JsonObject,
  { street, town }: Said,
  shown: unknown,
  schema: Schema,
  runtime: Runtime,
): JsonObject {
  const properties = allProperties(schema, runtime)
  const known = new Set([...properties.keys()].map((name) => NAMES.get(plain(name))))
  const old = isObject(shown) ? (shown as JsonObject) : made
  const isElsewhere = isAnother(old, town, 'zip') || (town.zip === undefined && isAnother(old, town, 'city'))
  const copy: Record<string, Json> = {}
  for (const [name, own] of Object.entries(made)) {
    const part = NAMES.get(plain(name))
    const text = part === undefined ? undefined : textOf(part, street, town, known)
    const isMadeUp = isElsewhere && (part === undefined ? OF_PLACE.test(plain(name)) : isOfTown(part))
    const property = properties.get(name)
    if (text !== undefined && typeof own !== 'number')
      setOwn(copy, name, part !== undefined && isOfTown(part) ? text : written(text, field(shown, name)))
    else if (!isMadeUp) setOwn(copy, name, own)
    else if (property === undefined || runtime.accepts(property, null)) setOwn(copy, name, null)
    else if (runtime.accepts(property, '')) setOwn(copy, name, '')
    else if (runtime.view(schema).required.has(name)) setOwn(copy, name, own)
  }
  return copy
}

/** The town of the example is another than the one that was sent. */
function isAnother(shown: JsonObject, town: Town, part: 'zip' | 'city'): boolean {
  const own = Object.entries(shown).find(([name]) => NAMES.get(plain(name)) === part)?.[1]
  const said = town[part]
  return said !== undefined && typeof own === 'string' && own.toLowerCase() !== said.toLowerCase()
}

function isOfTown(part: Part): part is keyof Town {
  return part === 'city' || part === 'state' || part === 'zip' || part === 'plus'
}

/** What the lines say of the part; undefined where they leave it open. */
function textOf(part: Part, street: Street, town: Town, known: ReadonlySet<Part | undefined>): string | undefined {
  if (isOfTown(part)) return town[part]
  if (part === 'suffix') return street.short
  if (part !== 'name' || known.has('suffix')) return street[part]
  return [street.before, street.name, street.suffix, street.after].filter((one) => one !== '').join(' ')
}

/** What is taken out of a line, in capitals where the example is. */
function written(text: string, shown: unknown): string {
  return typeof shown === 'string' && /[A-Z]{2}/.test(shown) && !/[a-z]/.test(shown) ? text.toUpperCase() : text
}

/** The lines that nobody sent, made of the parts. */
function withLines(
  value: JsonObject,
  parts: JsonObject,
  { line, isWhole }: Said,
  sent: JsonObject,
  properties: ReadonlyMap<string, Schema>,
  runtime: Runtime,
): JsonObject {
  const told = new Map(Object.entries(parts).map(([name, one]) => [NAMES.get(plain(name)), one]))
  const of = (part: Part): string => (typeof told.get(part) === 'string' ? String(told.get(part)) : '')
  const zip = [of('zip'), of('plus')].filter((one) => one !== '').join('-')
  const last = [of('city'), of('state'), zip].filter((one) => one !== '').join(' ')
  let whole = value
  for (const [name, schema] of properties) {
    if (Object.hasOwn(sent, name)) continue
    const text = LAST.test(plain(name)) ? last : isWhole && LINE.test(plain(name)) ? line : undefined
    if (text !== undefined && runtime.accepts(schema, text)) whole = withAt(whole, [name], text)
  }
  return whole
}
