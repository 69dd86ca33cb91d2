import { expect, test } from 'vitest'
import { flatten, nest, stepsOf } from './brackets.ts'
import { parseQuery } from './query.ts'

test.each([
  ['a=1', { a: '1' }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a[]=1', { a: ['1'] }],
  ['a[0]=x&a[1]=y', { a: ['x', 'y'] }],
  ['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
  ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
  [
    'items[0][price]=p1&items[0][quantity]=2&items[1][price]=p2',
    { items: [{ price: 'p1', quantity: '2' }, { price: 'p2' }] },
  ],
  [
    'items[][price]=p1&items[][quantity]=2&items[][price]=p2',
    { items: [{ price: 'p1', quantity: '2' }, { price: 'p2' }] },
  ],
  ['m[k1]=a&m[2]=b', { m: { k1: 'a', '2': 'b' } }],
  ['a[b=1', { 'a[b': '1' }],
  ['[a]=1', { '[a]': '1' }],
  ['a[b]c=1', { 'a[b]c': '1' }],
  ['a=1&a[b]=2', { a: { '': '1', b: '2' } }],
  ['expand[]=data.customer', { expand: ['data.customer'] }],
])('nests %s', (search, value) => {
  expect(nest(parseQuery(search))).toEqual(value)
})

test('a name on Object.prototype is only a name', () => {
  const value = nest(parseQuery('__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1'))
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'a'])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

test('brackets beyond the bound stay part of the name', () => {
  expect(stepsOf(`a${'[b]'.repeat(100_000)}`)).toHaveLength(33)
})

test('an index beyond the bound makes an object, not a huge array', () => {
  expect(nest([['a[99999999]', 'x']])).toEqual({ a: { '99999999': 'x' } })
})

test('writes what it reads', () => {
  const value = { name: 'x', tags: ['a', 'b'], address: { city: 'Y', lines: [{ no: '1' }] } }
  expect(nest(flatten(value))).toEqual(value)
})
