import { expect, it } from 'vitest'
import { generate } from '../generate.ts'
import { contextOf, made, NOW } from './generate.fixture.ts'

const holding = (properties: Record<string, object>, of = 'thing'): Record<string, unknown> =>
  generate(
    { type: 'object', required: Object.keys(properties), properties },
    contextOf({}, { key: `${of}/1` }),
  ) as Record<string, unknown>
const one = (name: string, schema: object, of?: string): unknown => holding({ [name]: schema }, of)[name]
const text = { type: 'string' }
const integer = { type: 'integer' }

it.each<[string, RegExp, string?]>([
  ['invoice_number', /^INV-0\d{3}$/],
  ['orderNumber', /^ORD-0\d{3}$/],
  ['number', /^QUO-0\d{3}$/, 'quote'],
  ['number', /^1\d{3}$/, 'thing'],
  ['purchase_order_number', /^PO-0\d{3}$/],
  ['reference', /^REF-0\d{3}$/],
  ['sku', /^[A-Z0-9-]+-01$/],
  ['salesAccountCode', /^[2-8]00$/],
  ['coupon_code', /^[A-Z]+\d\d$/],
  ['iban_last_chars', /^3000$/],
  ['confirmation_code', /^[A-Z2-9]{6}$/],
  ['house_number', /^\d+$/],
])('knows the form of %s (%s)', (name, form, of) => {
  expect(one(name, text, of)).toMatch(form)
})

it('keeps the number where a text has no room for its prefix', () => {
  expect(one('receipt_number', { type: 'string', maxLength: 4 })).toMatch(/^0\d{3}$/)
})

it.each<[string, RegExp, string?]>([
  ['recipient_view_url', /^https:\/\/example\.com\/invoices\/view\/\w{12}$/, 'invoice'],
  ['receipt_url', /^https:\/\/example\.com\/receipts\/\w{12}$/],
  ['permalink_url', /^https:\/\/example\.com\/payment-links\/\w{12}$/, 'payment_link'],
  ['termsUrl', /^https:\/\/example\.com\/terms$/],
  ['webhook_url', /^https:\/\/example\.com\/webhooks$/],
  ['repository_url', /^https:\/\/example\.com\/acme\/[a-z0-9-]+\.git$/],
  ['invoice_pdf', /^https:\/\/example\.com\/invoices\/\w{12}\.pdf$/, 'invoice'],
  ['icon_64', /^https:\/\/example\.com\/images\/[a-z-]+\.png$/],
  ['url', /^https:\/\/example\.com\/checkout-sessions\/[a-z-]+$/, 'checkout_session'],
  ['url', /^https:\/\/example\.com\/webhooks$/, 'webhook_endpoint'],
  ['website', /^https:\/\/[a-z-]+\.example\.com$/],
])('leads %s to what it names', (name, form, of) => {
  expect(one(name, text, of)).toMatch(form)
  expect(one(name, { type: 'string', format: 'uri' }, of)).toMatch(form)
})

it('names the id of what is linked, where it is known', () => {
  const schema = {
    type: 'object',
    required: ['receipt_url'],
    properties: { id: text, receipt_url: { type: 'string', format: 'uri' } },
  }
  expect(made(schema, { id: 'pay_1' })).toMatchObject({ receipt_url: 'https://example.com/receipts/pay_1' })
})

it('leads to what it stands in, and for a company to its name', () => {
  expect(holding({ url: text, legal_name: text }, 'merchant')['url']).toMatch(/^https:\/\/example\.com\/[a-z-]+$/)
  expect(holding({ url: text, data: text }, '')['url']).toMatch(/^https:\/\/example\.com\/[a-z-]+$/)
})

it.each<[string, object, number, number]>([
  ['month', integer, 1, 12],
  ['expiry_month', integer, 1, 12],
  ['day', integer, 1, 28],
  ['season', integer, 1, 1],
  ['http_status', integer, 200, 200],
  ['exit_code', integer, 0, 0],
  ['protocol_number', integer, 6, 6],
  ['disk_gb', integer, 8, 64],
  ['memory_mb', integer, 256, 2048],
  ['postal_code', integer, 501, 99_999],
  ['train_loss', { type: 'number' }, 0.05, 0.9],
  ['last_set', integer, NOW / 1000, NOW / 1000],
  ['elapsed_time', integer, 20, 400],
  ['strength', { type: 'number', description: 'How strong it is, between 0 and 1.' }, 0.01, 0.99],
  ['strength', { type: 'integer', description: 'From 1 to 5, where 5 is best.' }, 1, 5],
  ['strength', { type: 'integer', description: 'Delay in milliseconds.' }, 20, 400],
  ['strength', { type: 'integer', description: 'The number of failed attempts.' }, 0, 0],
  ['bedrooms', { type: 'integer', description: 'The number of bedrooms.' }, 1, 5],
])('keeps %s inside its domain', (name, schema, min, max) => {
  for (const of of ['a', 'b', 'c', 'd', 'e']) {
    const value = one(name, schema, of)
    expect(value).toBeGreaterThanOrEqual(min)
    expect(value).toBeLessThanOrEqual(max)
  }
})

it('takes no range from words of something else', () => {
  const wide = (description: string): number[] =>
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(
      (of) => one('strength', { type: 'integer', description }, of) as number,
    )
  for (const words of ['Between 2 and 4 digits are shown.', 'Held from 2019 to 2024.'])
    expect(Math.max(...wide(words))).toBeGreaterThan(5)
})

it.each([
  ['number', 'total', { currency: text }, 500],
  ['integer', 'total', { currency: text }, 500],
])('a total is an amount beside a currency only (%s)', (type, name, beside, least) => {
  expect(holding({ [name]: { type: 'integer' }, ...beside })[name]).toBeGreaterThanOrEqual(least)
  expect(one(name, { type })).toBeLessThanOrEqual(5)
})

it('the sides of a picture go together', () => {
  const { width, height } = holding({ width: integer, height: integer }) as Record<string, number>
  expect((height ?? 0) * 4).toBe((width ?? 0) * 3)
  expect(holding({ thumb_480_w: integer })['thumb_480_w']).toBe(480)
})

it('a phone number in parts has the code of its country and the rest', () => {
  const { country_code: code, national_number: rest } = holding({ country_code: text, national_number: text })
  expect(code).toBe('1')
  expect(rest).toMatch(/^\d{10}$/)
  expect(one('country_code', text)).toBe('US')
})

it.each<[string, string, RegExp]>([
  ['expiry', '^[0-9]{4}-(0[1-9]|1[0-2])$', /^202[78]-\d\d$/],
  ['ts', '^\\d{10}\\.\\d{6}$', /^1735689600\.000100$/],
  ['opened', '^\\d{4}-\\d{2}-\\d{2}$', /^2025-01-01$/],
  ['code', '^[A-Z]{2}-\\d{4}$', /^[A-Z]{2}-\d{4}$/],
  ['code', '^[\\d-]+$', /^(?!2025-)/],
  ['code', '^[\\w-]+$', /^(?!2025-)/],
])('draws %s of %s', (name, pattern, form) => {
  expect(one(name, { type: 'string', pattern })).toMatch(form)
})

it.each([
  ['^[UW][A-Z0-9]{2,}$', 9, 13],
  ['^[a-z0-9_]+$', 8, 12],
  ['^[A-Z]{1,3}$', 1, 3],
  ['^\\d+$', 1, 6],
])('a code of %s has the usual length', (pattern, min, max) => {
  for (const of of ['a', 'b', 'c', 'd', 'e']) {
    const { length } = one('qux', { type: 'string', pattern }, of) as string
    expect(length).toBeGreaterThanOrEqual(min)
    expect(length).toBeLessThanOrEqual(max)
  }
})

it('leaves out the pages beside one of which nothing is known', () => {
  const properties = { self: text, next: text, prev: text, next_page_token: text, count: integer }
  expect(Object.keys(made({ type: 'object', properties }) as object)).toEqual(['self', 'count'])
  expect(made({ type: 'object', properties: { next: text, name: text } })).toHaveProperty('next')
  expect(made({ type: 'object', properties }, { next: '/b?page=2' })).toMatchObject({ next: '/b?page=2' })
})

it.each<[string, string, string | RegExp]>([
  ['date', 'The day, MMDD.', '0101'],
  ['start_date', 'In the form DD/MM/YYYY.', '01/01/2025'],
  ['created_at', 'YYYY-MM-DD HH:mm:ss', '2025-01-01 00:00:00'],
  ['created_at', 'As YYYY-MM-DDTHH:mm:ss.SSSZ', /^2025-01-01T00:00:00/],
  ['created_at', 'When it was made.', '2025-01-01T00:00:00Z'],
])('writes %s as its words tell: %s', (name, description, form) => {
  expect(one(name, { type: 'string', description })).toEqual(
    typeof form === 'string' ? form : expect.stringMatching(form),
  )
})

it('takes the form of words only where the pattern takes it too', () => {
  const schema = { type: 'string', pattern: '^[0-9]{4}$' }
  expect(one('day', { ...schema, description: 'MMDD' })).toBe('0101')
  expect(one('day', { ...schema, description: 'DD/MM/YYYY' })).toMatch(/^\d{4}$/)
})

it.each([
  ['^([0-9]+.[0-9]+)$', '1.0'],
  ['^v\\d+$', 'v1'],
])('a version that matches %s', (pattern, version) => {
  expect(one('event_version', { type: 'string', pattern })).toBe(version)
})

it('who logs in by a name of two words is called so', () => {
  const person = {
    type: 'object',
    required: ['first_name', 'last_name'],
    properties: { first_name: text, last_name: text },
  }
  expect(made(person, { username: 'maya.novak' })).toMatchObject({ first_name: 'Maya', last_name: 'Novak' })
})

it.each<[string, object, number]>([
  ['createdAt', { type: 'integer', format: 'int64' }, NOW],
  ['createdAt', { type: 'number' }, NOW],
  ['createdAt', { type: 'integer', format: 'int32' }, NOW / 1000],
  ['createdAt', { type: 'integer', description: 'Unix time.' }, NOW / 1000],
  ['createdAt', { type: 'integer', description: 'In seconds.' }, NOW / 1000],
  ['created_at', { type: 'integer', format: 'int64' }, NOW / 1000],
])('counts the time of %s of %j', (name, schema, moment) => {
  expect(one(name, schema)).toBe(moment)
})

it.each<[string, string, RegExp]>([
  ['file_id', 'The file, e.g. `file-abc123`.', /^file-[0-9a-z]{8}$/],
  ['customer_id', 'Always starts with `cus_`.', /^cus_[A-Za-z0-9]{16}$/],
  ['account_id', 'For example: `1234567890`', /^1\d{9}$/],
  ['job_id', 'The job that made it.', /^[A-Za-z0-9]{16}$/],
  ['job_id', 'The job, e.g. `nightly-export`.', /^[A-Za-z0-9]{16}$/],
])('ids of %s are like those that words show: %s', (name, description, form) => {
  expect(one(name, { type: 'string', description })).toMatch(form)
})

it.each<[string, RegExp]>([
  ['md5Checksum', /^[0-9a-f]{32}$/],
  ['sha1_fingerprint', /^[0-9a-f]{40}$/],
  ['sha512', /^[0-9a-f]{128}$/],
  ['image_digest', /^sha256:[0-9a-f]{64}$/],
  ['file_hash', /^[0-9a-f]{32}$/],
])('%s is as long as its algorithm makes it', (name, form) => {
  expect(one(name, text)).toMatch(form)
})

it('rates out of what words say', () => {
  const values = ['a', 'b', 'c', 'd', 'e'].map((of) =>
    one('strength', { type: 'integer', description: 'Out of 5.' }, of),
  )
  for (const value of values) expect([1, 2, 3, 4, 5]).toContain(value)
})
