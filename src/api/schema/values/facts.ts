/** What an object says of a person, a company or a place, so that what is made up beside it agrees. */
import { isObject } from '../../../support/json.ts'
import { snakeName } from './names.ts'
import { type Country, countries, type Town } from './words/places.ts'

/** What is known; a field is undefined where the object does not say. */
export interface Facts {
  readonly given?: string | undefined
  readonly family?: string | undefined
  readonly email?: string | undefined
  /** The name by which the person logs in. */
  readonly user?: string | undefined
  readonly company?: string | undefined
  /** Of a person, a company or a thing. */
  readonly name?: string | undefined
  readonly title?: string | undefined
  readonly country?: Country | undefined
  readonly town?: Town | undefined
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
  const { country, town } = placeIn(said) ?? inner ?? NONE
  return { given, family, email, user, company, name, title, country, town }
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

interface Place {
  readonly country: Country
  readonly town?: Town
}

function placeIn(said: Partial<Record<Field, string>>): Place | undefined {
  const country = countryCalled(said.country)
  const { city, region, postal, currency } = said
  const town = townWhere(country, cities.get(plain(city)), postals.get(plain(postal)))
  if (town !== undefined) return town
  const ofRegion = townWhere(country, regions.get(plain(region)))
  if (ofRegion !== undefined) return ofRegion
  if (country !== undefined) return { country }
  const paying = byCurrency.get(plain(currency))?.[0]
  return paying === undefined ? undefined : { country: paying }
}

/** The first town, in the order of the list, that is called so. */
function townWhere(country: Country | undefined, ...found: readonly (readonly At[] | undefined)[]): At | undefined {
  let first: At | undefined
  for (const towns of found) {
    const one = country === undefined ? towns?.[0] : towns?.find((at) => at.country === country)
    if (one !== undefined && (first === undefined || one.order < first.order)) first = one
  }
  return first
}

interface At extends Place {
  readonly town: Town
  readonly order: number
}

const everywhere: readonly At[] = countries
  .flatMap((country) => country.towns.map((town) => ({ country, town })))
  .map((at, order) => ({ ...at, order }))
const cities = indexed(everywhere, ({ town }) => [town.city])
const postals = indexed(everywhere, ({ town }) => [town.postal])
const regions = indexed(everywhere, ({ town }) => [town.regionCode, town.region])
const byName = indexed(countries, ({ code, code3, name }) => [code, code3, name])
const byCurrency = indexed(countries, ({ currency }) => [currency])

/** By each of their names, in lower case. */
function indexed<T>(all: readonly T[], namesOf: (one: T) => readonly string[]): ReadonlyMap<string, readonly T[]> {
  const index = new Map<string, T[]>()
  for (const one of all)
    for (const name of new Set(namesOf(one).map(plain))) index.set(name, [...(index.get(name) ?? []), one])
  return index
}

function plain(said: string | undefined): string {
  return said === undefined ? '' : said.toLowerCase()
}

function countryCalled(name: string | undefined): Country | undefined {
  return byName.get(plain(name))?.[0]
}
