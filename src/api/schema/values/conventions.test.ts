import { expect, it } from 'vitest'
import type { JsonObject } from '../../../support/json.ts'
import { generate } from '../generate.ts'
import { flagConvention, textConvention } from './conventions.ts'
import { contextOf, made, NOW } from './generate.fixture.ts'
import { deeds, typeOfDeed } from './words/deeds.ts'
import { namesByKind } from './words/things.ts'

it.each([
  ['enabled', true],
  ['isActive', true],
  ['is_enabled', true],
  ['isDeleted', false],
  ['is_draft', false],
  ['archived', false],
])('knows how a new record has %s', (name, usual) => {
  expect(flagConvention(name)).toBe(usual)
})

const one = (name: string, schema: object): unknown =>
  (made({ type: 'object', required: [name], properties: { [name]: schema } }) as Record<string, unknown>)[name]

it.each<[string, RegExp]>([
  ['target_url', /^https:\/\/example\.com\/[a-z-]+$/],
  ['avatarUrl', /^https:\/\/example\.com\/images\/[a-z-]+\.png$/],
  ['contactEmail', /^[a-z]+\.[a-z]+@example\.com$/],
  ['support_email', /^support@example\.com$/],
  ['time_zone', /^[A-Z][a-z]+\/[A-Z]/],
  ['locale', /^en-US$/],
  ['preferredLanguage', /^en$/],
  ['contentType', /^application\/pdf$/],
  ['file_name', /^[a-z-]+\.pdf$/],
  ['ipAddress', /^203\.0\.113\.\d+$/],
  ['commitSha', /^[0-9a-f]{40}$/],
  ['bank_name', /(Bank|Union)/],
  ['department', /^[A-Z]/],
  ['customer_name', /^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u],
  ['tax_id', /^00-0000000$/],
  ['order_item_id', /^[A-Za-z0-9]{16}$/],
  ['createdAt', /^2025-01-01T/],
  ['birth_date', /^(19[6-9]\d|200[0-3])-\d\d-\d\d$/],
  ['error_code', /^invalid_request$/],
  ['addressLine2', /^Suite \d+$/],
  ['log_level', /^info$/],
  ['account_status', /^active$/],
  ['first_name_kana', /^\p{Lu}\p{L}+$/u],
])('makes a %s like %s', (name, looks) => {
  expect(one(name, { type: 'string' })).toMatch(looks)
})

it.each<[string, object, (value: number) => boolean]>([
  ['confidence', { type: 'number' }, (v) => v > 0 && v < 1],
  ['latitude', { type: 'number' }, (v) => Math.abs(v) <= 90 && !Number.isInteger(v)],
  ['unit_price', { type: 'number' }, (v) => v >= 5 && v < 251 && (v * 4) % 1 === 0],
  ['unit_amount', { type: 'integer' }, (v) => v >= 500 && v % 100 === 0],
  ['view_count', { type: 'integer' }, (v) => v === 0],
  ['age', { type: 'integer' }, (v) => v >= 18 && v < 70],
  ['rating', { type: 'number', maximum: 5 }, (v) => v >= 3 && v <= 5],
  ['discount_percent', { type: 'integer', maximum: 100 }, (v) => v >= 0 && v <= 100],
  ['retry_count', { type: 'integer', minimum: 1 }, (v) => v === 1],
  ['founded_year', { type: 'integer' }, (v) => v >= 1985 && v <= 2018],
  ['exp_year', { type: 'integer' }, (v) => v === 2028],
])('makes a %s of its kind: %j', (name, schema, holds) => {
  expect(one(name, schema)).toSatisfy(holds)
})

it('gives no thing the name of its type', () => {
  for (const type of ['customer', 'category', 'project', 'gadget', 'plan']) {
    const schema = {
      type: 'object',
      required: [type],
      properties: { [type]: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
    }
    const { name } = (made(schema) as Record<string, { name: string }>)[type] as { name: string }
    expect(name.toLowerCase()).not.toBe(type)
  }
})

it('begins in the first state of an enum, whatever else states are called', () => {
  for (const name of ['state', 'status']) expect(one(name, { type: 'string', enum: ['packed', 'sent'] })).toBe('packed')
  expect(one('currency_code', { type: 'string', enum: ['AED', 'USD'] })).toBe('USD')
})

it('takes, of an enum, what agrees with the record, and nothing that stands for not knowing', () => {
  expect(one('currency', { type: 'string', enum: ['cad', 'eur', 'usd'] })).toBe('usd')
  expect(one('entry_kind', { type: 'string', enum: ['ENTRY_UNSPECIFIED', 'WORK'] })).toBe('WORK')
})

it('ends what begins later than it began', () => {
  const time = { type: 'string', format: 'date-time' }
  const names = [
    'period_start',
    'period_end',
    'valid_from',
    'valid_until',
    'start_date',
    'end_date',
    'created_at',
    'expires_at',
  ]
  const value = made({ type: 'object', required: names, properties: Object.fromEntries(names.map((n) => [n, time])) })
  const at = (name: string): number => Date.parse((value as Record<string, string>)[name] ?? '')
  for (let i = 0; i < names.length; i += 2) expect(at(names[i] ?? '')).toBeLessThan(at(names[i + 1] ?? ''))
  expect(at('created_at')).toBe(NOW)
})

it('takes for a time what its words call a date, a start or an end', () => {
  const said = (name: string, description: string): unknown => one(name, { type: 'string', description })
  expect(said('placed', 'The date the order was placed')).toMatch(/^2025-01-01/)
  expect(said('start', 'Date and time of the first visit')).toMatch(/^2025-01-01T/)
  expect(said('end', 'When the last visit is over')).toMatch(/^2025-01-31T/)
  expect(said('end', 'The last character')).not.toMatch(/^2025/)
})

it('writes a time in the form that there is room for', () => {
  expect(one('due_date', { type: 'string', minLength: 10, maxLength: 10, description: 'A date and time' })).toBe(
    '2025-01-31',
  )
  expect(one('ts', { type: 'string', pattern: '^\\d{10}\\.\\d{6}$' })).toBe('1735689600.000100')
})

it.each([
  ['note_to_payer', 'note'],
  ['message_for_driver', 'message'],
  ['commentFromBuyer', 'comment'],
  ['amount_from_customer', 'amount'],
])('lets the first word of %s say that it is a %s', (name, head) => {
  expect(textConvention(name)).toBe(textConvention(head))
})

it.each([
  ['reply_to_email', /@example\.com$/],
  ['terms_of_service', /^https:/],
  ['place_of_birth', /^[A-Z][a-z]+/],
  ['message_to_customer_id', /^[A-Za-z0-9]{16}$/],
])('lets the end of %s speak, which says more', (name, looks) => {
  expect(one(name, { type: 'string' })).toMatch(looks)
})

it.each([
  ['received_credit', 'The ReceivedCredit being reversed.'],
  ['received_debit', 'This field contains a reference to the [ReceivedDebit](https://example.com) of it'],
  ['default_price', 'The ID of the price that is taken'],
  ['price', 'The price ID.'],
  ['meter', 'The [Billing Meter](/api/meter) ID whose usage is monitored.'],
  ['reversed_by', 'If it was reversed, this is the ID of the payout that reverses it'],
])('makes an id for %s, which is said to be: %s', (name, description) => {
  expect(one(name, { type: 'string', description })).toMatch(/^[A-Za-z0-9]{16}$/)
})

it.each([
  ['price', 'The price of the item', /^\d+\.\d\d$/],
  ['unitPrice', 'UnitPrice is the price of one', /^\d+\.\d\d$/],
  ['credit', 'The amount of credit that is left', /^\d+\.\d\d$/],
  ['timezone', 'The [IANA time zone](https://example.com) ID', /^[A-Z][a-z]+\//],
])('makes no id for %s, of which is said: %s', (name, description, looks) => {
  expect(one(name, { type: 'string', description })).toMatch(looks)
})

it("reads whose it is as part of the name: the recipient's email address", () => {
  expect(one('sent_to', { type: 'string', description: "The recipient's email address." })).toMatch(/@example\.com$/)
})

it('calls each thing of a population by another name', () => {
  const schema = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }
  for (const kind of namesByKind.keys()) {
    const [word = ''] = kind.replaceAll('=', '').split(' ')
    const titled = (ordinal: number): unknown =>
      (generate(schema, contextOf({}, { key: `${word}/${ordinal}`, ordinal })) as { readonly title: string }).title
    expect(new Set([0, 1, 2].map(titled)).size, word).toBe(3)
  }
})

it.each([
  ['The Morning Hour', 'TMH'],
  ['Deep Space Nine', 'DSN'],
  ['Voyager', 'VOY'],
  ['𝒜𝒷𝒸𝒹', '𝒜𝒷𝒸'],
  ['𝒜da 𝒷ob', '𝒜𝒷'],
])('abbreviates %s as %s', (title, abbreviation) => {
  const properties = { title: { type: 'string' }, abbreviation: { type: 'string' } }
  const schema = { type: 'object', required: ['title', 'abbreviation'], properties }
  expect(made(schema, { title })).toEqual({ title, abbreviation })
})

it('abbreviates units as ea', () => {
  expect(one('unit_abbreviation', { type: 'string' })).toBe('ea')
  const unit = { type: 'object', required: ['abbreviation'], properties: { abbreviation: { type: 'string' } } }
  expect(one('measurement_unit', unit)).toEqual({ abbreviation: 'ea' })
})

it('tells of one deed in one event: its type, what it was done to, and the sentence', () => {
  const names = ['event_type', 'resource_type', 'summary']
  const schema = {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  }
  const told = (key: string, ...sources: readonly JsonObject[]): unknown =>
    generate(schema, contextOf({}, { key: `webhook_event/${key}`, sources }))
  const seen = new Set<string>()
  for (let i = 0; i < 40; i++) {
    const event = told(String(i)) as Record<string, string>
    const deed = deeds.find((one) => typeOfDeed(one) === event['event_type'])
    expect(event).toMatchObject({ resource_type: deed?.resource, summary: deed?.summary })
    seen.add(event['event_type'] ?? '')
  }
  expect(seen.size).toBe(deeds.length)
  expect(told('a', { event_type: 'CHECKOUT.ORDER.APPROVED' })).toMatchObject({
    resource_type: 'order',
    summary: 'An order was approved',
  })
  expect(told('a', { event_type: 'shipped' })).toMatchObject({ event_type: 'shipped' })
})

it('leaves the type of a resource that is no event as it was', () => {
  expect(one('resource_type', { type: 'string' })).toBe('user')
})

it('calls types of events by what is done to what, and says when they are sent', () => {
  const schema = {
    type: 'object',
    required: ['name', 'description', 'status'],
    properties: { name: { type: 'string' }, description: { type: 'string' }, status: { type: 'string' } },
  }
  const made = generate(schema, contextOf({}, { key: 'event_type/1', ordinal: 0 })) as Record<string, string>
  const deed = deeds.find((one) => typeOfDeed(one) === made['name'])
  expect(made['status']).toBe('active')
  expect(made['description']?.toLowerCase()).toBe(`sent when ${deed?.summary.toLowerCase()}`)
})

it('takes the names of events that the description shows, and says when they are sent', () => {
  const schema = {
    type: 'object',
    required: ['name', 'description'],
    properties: { name: { type: 'string' }, description: { type: 'string' } },
  }
  const eventNames = ['PAYMENT.CAPTURE.COMPLETED', 'INVOICE.PAID', 'email.bounced']
  const told = [0, 1, 2].map((ordinal) => generate(schema, contextOf({}, { key: 'event_type/1', ordinal, eventNames })))
  expect(new Set(told)).toHaveLength(3)
  expect(told).toContainEqual({ name: 'PAYMENT.CAPTURE.COMPLETED', description: 'Sent when a capture was completed' })
  expect(told).toContainEqual({ name: 'email.bounced', description: 'Sent when an email bounced' })
  const event = { type: 'object', required: ['event_type'], properties: { event_type: { type: 'string' } } }
  const made = generate(event, contextOf({}, { key: 'webhook_event/1', eventNames })) as Record<string, string>
  expect(eventNames).toContain(made['event_type'])
})

it('calls a product goods where something says so, and else as services are called', () => {
  const product = (...names: string[]) => ({
    type: 'object',
    required: ['name', 'description', ...names],
    properties: Object.fromEntries(['name', 'description', ...names].map((name) => [name, { type: 'string' }])),
  })
  const called = (schema: ReturnType<typeof product>) =>
    (generate(schema, contextOf({}, { key: 'product/1' })) as Record<string, string>)['name'] ?? ''
  expect(called(product('sku'))).toMatch(/^\w+ \w+/)
  expect(called(product('capacity'))).toMatch(/^(Classic|Comfort|Express|Standard)$/)
})

it('takes a name from what its description says it is the name of, where nothing else tells', () => {
  const named = (key: string) => {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', description: 'Display name of the role.' } },
    }
    return (generate(schema, contextOf({}, { key: `${key}/1` })) as Record<string, string>)['name']
  }
  expect(['admin', 'editor', 'member', 'viewer']).toContain(named('thing'))
  expect(['admin', 'editor', 'member', 'viewer']).not.toContain(named('team'))
})

it('does not make up what the schema requires and says nothing of, where something tells of the object', () => {
  const schema = {
    type: 'object',
    required: ['name', 'prefix'],
    properties: { prefix: { type: 'string' }, sequence: { type: 'string' }, start: { type: 'string' } },
  }
  const shown = { prefix: 'FA-', sequence: '0007', start: '2020-01-01' }
  expect(generate(schema, contextOf({}, { key: 'setting/1', sources: [shown] }))).toEqual({ ...shown, name: null })
  expect(generate(schema, contextOf({}, { key: 'setting/1' }))).toMatchObject({ name: expect.any(String) })
})

it('writes dates of digits alone, and arrays of one size', () => {
  const digits = (length: number) => ({ type: 'string', minLength: length, maxLength: length, pattern: '^[0-9]+$' })
  const dates = object({ date: digits(4), sent_date: digits(8), pin: digits(4) })
  const value = generate(dates, contextOf({}, { key: 'thing/1' })) as Record<string, string>
  expect(value['date']).toMatch(/^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/)
  expect(value['sent_date']).toMatch(/^20\d\d(0[1-9]|1[0-2])\d\d$/)
  const row = { type: 'array', minItems: 3, maxItems: 3, items: { type: 'string', enum: ['.', 'X'] } }
  const board = {
    type: 'object',
    properties: { board: { ...row, items: row }, some: { type: 'array', minItems: 2, items: { type: 'integer' } } },
  }
  const made = generate(board, contextOf({}, { key: 'game/1' })) as Record<string, unknown[]>
  expect(made['board']).toHaveLength(3)
  expect(made).not.toHaveProperty('some')
})

function object(properties: Readonly<Record<string, object>>) {
  return { type: 'object', required: Object.keys(properties), properties }
}
