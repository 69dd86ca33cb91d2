import { expect, it } from 'vitest'
import { pathShape } from '../paths/paths.ts'
import { namesRequest, plain, sameThing, singularName, stem, words } from './words.ts'

it.each([
  ['TaxIDNumber', 'tax id number'],
  ['tax-id_number', 'tax id number'],
  ['OAuthGrants', 'oauth grants'],
  ['v1.customers', 'v1 customers'],
  ['', ''],
])('splits %s', (name, expected) => {
  expect(words(name).join(' ')).toBe(expected)
})

it.each([
  ['Tax-ID_Number', 'taxidnumber'],
  ['größe', 'größe'],
  ['имя', 'имя'],
  ['x'.repeat(200), 'x'.repeat(200)],
])('compares %s without case and separators, in any script', (name, expected) => {
  expect(plain(name)).toBe(expected)
})

it.each([
  ['customers', 'customer'],
  ['tax-ids', 'tax_id'],
  ['companies', 'company'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['statuses', 'status'],
  ['status', 'status'],
  ['people', 'person'],
  ['series', 'series'],
  ['indices', 'index'],
  ['databases', 'database'],
  ['ips', 'ip'],
  ['dns', 'dns'],
  ['apis', 'api'],
  ['redirectUris', 'redirect_uri'],
])('brings %s to the singular', (name, expected) => {
  expect(singularName(name)).toBe(expected)
})

it('compares names of any style', () => {
  expect(sameThing('paymentIntents', 'payment_intent')).toBe(true)
  expect(sameThing('payments', 'payouts')).toBe(false)
})

it.each([
  ['customer_id', 'customer'],
  ['customerId', 'customer'],
  ['AccountSid', 'account'],
  ['id', 'id'],
  ['channel', 'channel'],
])('takes the id word off %s', (name, expected) => {
  expect(stem(name)).toBe(expected)
})

it.each([
  ['/v1/customers/{id}', '/v1/customers/{}'],
  ['/customers/{id}.json', '/customers/{}'],
  ['/customers.json', '/customers'],
  ['/orders/{id}:cancel', '/orders/{}/cancel'],
  ['/orders:search', '/orders/search'],
  ['/conversations.list', '/conversations/list'],
  ['/admin.users.list', '/admin.users/list'],
  ["/People('{UserName}')", '/People/{}'],
  ['/containers/{id}/json', '/containers/{}'],
  ['/compare/{base}...{head}', '/compare/{}/{}'],
  ['/apis/batch.example.io/v1', '/apis/batch.example.io/v1'],
  ['/x?beta=true', '/x'],
  ['/', '/'],
  ['', '/'],
  ['/{', '/'],
])('reads the path %s', (path, key) => {
  expect(pathShape(path).key).toBe(key)
})

it('takes the id of a request for no id of a record, unless it is one', () => {
  expect(namesRequest('request_id', ['link_token'])).toBe(true)
  expect(namesRequest('requestId', ['sign_request'])).toBe(false)
  expect(namesRequest('item_id', ['item'])).toBe(false)
})
