import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diceFor } from '../../../support/dice.ts'
import type { JsonObject } from '../../../support/json.ts'
import { generate } from '../generate.ts'
import { contextOf } from './generate.fixture.ts'
import { countries } from './words/places.ts'

const NAMES = [
  'first_name',
  'lastName',
  'full_name',
  'email',
  'username',
  'city',
  'state_code',
  'country',
  'country_name',
  'postal_code',
  'phone',
  'currency',
  'timezone',
  'latitude',
  'company_name',
]

const text = { type: 'string' }

function record(names: readonly string[], seed: string, key: string, ...sources: readonly JsonObject[]) {
  const properties = Object.fromEntries(names.map((name) => [name, text]))
  const schema = { type: 'object', required: names, properties }
  const context = contextOf({}, { sources, key, dice: diceFor(seed) })
  const value = generate(schema, context) as Record<string, string>
  expect(context.accepts(schema, value)).toBe(true)
  expect(generate(schema, context)).toEqual(value)
  return value
}

const plain = (word: string | undefined): string =>
  (word ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** All that is said of one person and one place agrees. */
function agrees(value: Record<string, string>): void {
  const { first_name, lastName, full_name, email, username, country, country_name } = value
  if (first_name !== undefined && lastName !== undefined) {
    if (full_name !== undefined) expect(full_name).toBe(`${first_name} ${lastName}`)
    if (email !== undefined) expect(email).toBe(`${plain(first_name)}.${plain(lastName)}@example.com`)
  }
  if (email !== undefined && username !== undefined) expect(plain(username)).toBe(plain(email.split('@')[0]))
  const home = countries.find(({ code, name }) => code === country || name === country_name)
  if (home === undefined) return
  if (country_name !== undefined && country !== undefined) expect(country_name).toBe(home.name)
  if (value['currency'] !== undefined) expect(value['currency']).toBe(home.currency)
  if (value['phone'] !== undefined) expect(value['phone']).toMatch(new RegExp(`^\\+${home.dial}\\d+$`))
  const town = home.towns.find(({ city }) => city === value['city'])
  if (value['city'] === undefined) return
  expect(town).toBeDefined()
  if (value['state_code'] !== undefined) expect(value['state_code']).toBe(town?.regionCode)
  if (value['postal_code'] !== undefined) expect(value['postal_code']).toBe(town?.postal)
  if (value['timezone'] !== undefined) expect(value['timezone']).toBe(town?.timezone)
  if (value['latitude'] !== undefined) expect(value['latitude']).toBe(town?.latitude.toFixed(4))
}

const seeds = fc.constantFrom('5eed', 'a1', 'ff00', '12')
const keys = fc.nat(10_000).map((n) => `person/${n}`)

it('tells of one person and one place in a record', () => {
  fc.assert(
    fc.property(seeds, keys, fc.subarray(NAMES, { minLength: 2 }), (seed, key, names) => {
      agrees(record(names, seed, key))
    }),
    { numRuns: 150 },
  )
})

it('agrees with the country that was sent, and leaves it as sent', () => {
  fc.assert(
    fc.property(seeds, keys, fc.constantFrom(...countries), fc.boolean(), (seed, key, home, short) => {
      const country = short ? home.code : home.code3.toLowerCase()
      const value = record(NAMES, seed, key, { country })
      expect(value['country']).toBe(country)
      agrees({ ...value, country: home.code })
    }),
    { numRuns: 100 },
  )
})

it('agrees with the name or the mail that was sent', () => {
  expect(record(NAMES, '5eed', 'person/1', { full_name: 'Jane Doe' })).toMatchObject({
    first_name: 'Jane',
    lastName: 'Doe',
    email: 'jane.doe@example.com',
  })
  expect(record(NAMES, '5eed', 'person/1', { email: 'john.roe@corp.test' })).toMatchObject({
    first_name: 'John',
    lastName: 'Roe',
    email: 'john.roe@corp.test',
  })
})

it('tells of others in other records, in elements of lists and in other parts', () => {
  const person = { type: 'object', required: ['name', 'email'], properties: { name: text, email: text } }
  const schema = {
    type: 'object',
    required: ['sender', 'recipient', 'members'],
    properties: { sender: person, recipient: person, members: { type: 'array', minItems: 3, items: person } },
  }
  const value = generate(schema, contextOf()) as Record<'sender' | 'recipient', { name: string; email: string }> & {
    members: readonly { name: string; email: string }[]
  }
  const all = [value.sender, value.recipient, ...value.members]
  expect(new Set(all.map(({ email }) => email)).size).toBe(5)
  for (const { name, email } of all)
    expect(email).toBe(`${plain(name.split(' ')[0])}.${plain(name.split(' ')[1])}@example.com`)
  const mails = Array.from({ length: 200 }, (_, i) => record(['email'], '5eed', `person/${i}`)['email'])
  expect(new Set(mails).size).toBeGreaterThan(180)
})

it('gives the records of a population different names', () => {
  const schema = { type: 'object', required: ['name'], properties: { name: text } }
  const names = [1, 2, 3].map((ordinal) => {
    const context = contextOf({}, { key: `plan/p${ordinal}`, ordinal })
    return (generate(schema, context) as { name: string }).name
  })
  expect(new Set(names).size).toBe(3)
})
