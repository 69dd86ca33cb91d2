import { expect, it } from 'vitest'
import { makePathTree } from './path-tree.ts'
import { valueClass } from './value-class.ts'

it.each([
  '42',
  '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
  '507f1f77bcf86cd799439011',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '1srOrx2ZWZBpBUvZwXKQmoEYga2',
  'cus_9s6XKzkNRiz8i3',
  'SKU-1234',
  '2024-02-29',
  'ada@example.com',
  'dGhpcyBpcyBhIHRva2Vu',
  '52.5200,13.4050',
  'blue-lamp-42',
  'en-GB',
  'd41d8cd98f00b204e9800998ecf8427e',
])('takes %s for a value', (text) => {
  expect(valueClass(text)).toBeDefined()
})

it.each([
  'users',
  'v1',
  'v2beta1',
  'oauth2',
  'payment_intents',
  'chat.postMessage',
  'BalanceSheet',
  'sha256',
  'me',
  'markUncollectible',
])('takes %s for a word', (text) => {
  expect(valueClass(text)).toBeUndefined()
})

it.each([
  ['/v1/customers/cus_9s6XKzkNRiz8i3', '/v1/customers/{customer_id}'],
  ['/v1/customers/cus_9s6XKzkNRiz8i3/sources/7', '/v1/customers/{customer_id}/sources/{source_id}'],
  ['/jobs/1234:cancel', '/jobs/{job_id}:cancel'],
  ['/2010-04-01/Accounts/AC123456.json', '/2010-04-01/Accounts/{account_id}.json'],
  ['/a%20b/c', '/{id}/c'],
  ['', '/'],
])('gives %s the template %s', (path, template) => {
  expect(makePathTree().templateOf('GET', path)).toBe(template)
})

it('merges words that go on coming, and says so; known paths keep their template from then on', () => {
  const tree = makePathTree()
  const names = 'alice bob carol dave erin frank grace heidi ivan judy mallory niaj'.split(' ')
  const first = tree.templateOf('GET', '/users/alice/repos')
  expect(first).toBe('/users/alice/repos')
  for (const name of names) tree.templateOf('GET', `/users/${name}/repos`)
  const merges = tree.takeMerges()
  expect(merges).toHaveLength(1)
  expect(first.replace(merges[0]?.[0] ?? '', merges[0]?.[1] ?? '')).toBe('/users/{user_id}/repos')
  for (const name of [...names, 'zoe', 'victor'])
    expect(tree.templateOf('GET', `/users/${name}/repos`)).toBe('/users/{user_id}/repos')
  expect(tree.templateOf('GET', '/users/search')).toBe('/users/search')
  expect(tree.takeMerges()).toEqual([])
})

it('keeps the steps of an API apart, whatever they lead to', () => {
  const tree = makePathTree()
  const steps = 'charges customers invoices refunds payouts balance events files tokens disputes'.split(' ')
  for (let n = 0; n < 200; n++) for (const step of steps) tree.templateOf('GET', `/v1/${step}/${n}`)
  expect(tree.templateOf('GET', '/v1/refunds/9')).toBe('/v1/refunds/{refund_id}')
  expect(tree.takeMerges()).toEqual([])
})

it('gives the same templates after it was kept', () => {
  const tree = makePathTree()
  for (let n = 0; n < 40; n++)
    tree.templateOf('GET', `/users/${'abcdefghijklmnopqrstuvwxyz'.charAt(n % 26)}${'eiou'.charAt(n % 4)}ra/repos`)
  const again = makePathTree(JSON.parse(JSON.stringify(tree.save())))
  expect(again.templateOf('GET', '/users/somebody/repos')).toBe(tree.templateOf('GET', '/users/somebody/repos'))
  expect(again.templateOf('GET', '/users/somebody/repos')).toBe('/users/{user_id}/repos')
})

it('bounds what hostile paths cost', () => {
  const tree = makePathTree()
  for (let n = 0; n < 30_000; n++)
    tree.templateOf(
      'GET',
      `/${'abcdefghij'.charAt(n % 10)}${(n * 7919).toString(2).replaceAll('0', 'a').replaceAll('1', 'e')}/x`,
    )
  tree.templateOf('GET', '/a'.repeat(5_000))
  expect(JSON.stringify(tree.save()).length).toBeLessThan(100_000)
})
