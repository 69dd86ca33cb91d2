/** What an object says of a person, a company or a place, so that what is made up beside it agrees. */
import { isObject } from '../../../support/json.ts'
import { snakeName } from './names.ts'
import { type Country, countries, type Town } from './words/places.ts'

/** What is known; a field is absent where the object does not say. */
export interface Facts {
  readonly given?: string
  readonly family?: string
  readonly email?: string
  /** The name by which the person logs in. */
  readonly user?: string
  readonly company?: string
  /** Of a person, a company or a thing. */
  readonly name?: string
  readonly title?: string
  readonly country?: Country
  readonly town?: Town
}

/** An object with more keys than this is not read. */
const MAX_KEYS = 256

const known = new WeakMap<object, Facts>()
const NONE: Facts = {}

/** Read once for each object. */
export function factsOf(object: unknown): Facts {
  if (!isObject(object)) return NONE
  let facts = known.get(object)
  if (facts === undefined) {
    facts = read(object)
    known.set(object, facts)
  }
  return facts
}

type Field =
  | 'given'
  | 'family'
  | 'email'
  | 'user'
  | 'company'
  | 'name'
  | 'title'
  | 'country'
  | 'city'
  | 'region'
  | 'postal'
  | 'currency'

const fields: ReadonlyMap<string, Field> = new Map(
  (
    [
      ['first_name given_name firstname forename', 'given'],
      ['last_name family_name surname lastname', 'family'],
      ['email email_address mail', 'email'],
      ['username user_name login screen_name', 'user'],
      ['company company_name organization organization_name business_name', 'company'],
      ['name full_name display_name', 'name'],
      ['title', 'title'],
      ['country country_code country_name address_country country_iso', 'country'],
      ['city town locality city_name address_city', 'city'],
      ['state state_code province province_code region region_code address_state', 'region'],
      ['zip zip_code postal_code postcode zipcode post_code postalcode address_zip', 'postal'],
      ['currency currency_code', 'currency'],
    ] as const
  ).flatMap(([names, field]) => names.split(' ').map((name) => [name, field] as const)),
)

const ADDRESS = /(^|_)(address|location|shipping|billing(_details)?)$/

/** True for the names whose examples say something of a person, a company or a place. */
export function isFactName(name: string): boolean {
  return fields.has(snakeName(name))
}

function read(object: object): Facts {
  const keys = Object.keys(object)
  if (keys.length > MAX_KEYS) return NONE
  const said: Partial<Record<Field, string>> = {}
  let inner: Facts | undefined
  for (const key of keys) {
    const field = fieldCalled(key)
    if (field === undefined) continue
    const value = (object as Record<string, unknown>)[key]
    if (field === 'address') {
      if (isObject(value) && inner?.country === undefined) inner = factsOf(value)
    } else if (typeof value === 'string' && value !== '' && value.length <= 200) said[field] ??= value
  }
  const { given, family, email, user, company, name, title } = said
  return { ...defined({ given, family, email, user, company, name, title }), ...(placeIn(said) ?? placeOf(inner)) }
}

const MOST_NAMES = 10_000
const called = new Map<string, Field | 'address' | undefined>()

/** What a property of this name says. Names recur, and few say anything. */
function fieldCalled(key: string): Field | 'address' | undefined {
  if (called.has(key)) return called.get(key)
  if (called.size >= MOST_NAMES) called.clear()
  const snake = snakeName(key)
  const field = fields.get(snake) ?? (ADDRESS.test(snake) ? 'address' : undefined)
  if (key.length <= 256) called.set(key, field)
  return field
}

function defined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const said: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(object)) if (value !== undefined) said[name] = value
  return said as never
}

function placeOf(facts: Facts | undefined): Pick<Facts, 'country' | 'town'> {
  return defined({ country: facts?.country, town: facts?.town })
}

type Place = { readonly country: Country; readonly town?: Town }

function placeIn(said: Partial<Record<Field, string>>): Place | undefined {
  const country = countryCalled(said.country)
  const { city, region, postal, currency } = said
  const within = country === undefined ? countries : [country]
  const isTown = city !== undefined || postal !== undefined
  const town = isTown ? townWhere(within, (one) => same(one.city, city) || same(one.postal, postal)) : undefined
  if (town !== undefined) return town
  const ofRegion =
    region === undefined
      ? undefined
      : townWhere(within, (one) => same(one.regionCode, region) || same(one.region, region))
  if (ofRegion !== undefined) return ofRegion
  if (country !== undefined) return { country }
  return currency === undefined ? undefined : countryWhere((one) => same(one.currency, currency))
}

function same(ours: string, said: string | undefined): boolean {
  return said !== undefined && ours.toLowerCase() === said.toLowerCase()
}

function townWhere(within: readonly Country[], holds: (town: Town) => boolean): Place | undefined {
  for (const country of within) for (const town of country.towns) if (holds(town)) return { country, town }
  return undefined
}

function countryWhere(holds: (country: Country) => boolean): Place | undefined {
  const country = countries.find(holds)
  return country === undefined ? undefined : { country }
}

function countryCalled(name: string | undefined): Country | undefined {
  if (name === undefined) return undefined
  return countries.find(({ code, code3, name: long }) => same(code, name) || same(code3, name) || same(long, name))
}
