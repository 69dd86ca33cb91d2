import { expect, test } from 'vitest'
import { formatQuery, parseQuery, splitTarget } from './query.ts'

test.each([
  ['', []],
  [
    'a=1&b=2',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  [
    'a=1&a=2',
    [
      ['a', '1'],
      ['a', '2'],
    ],
  ],
  ['a', [['a', '']]],
  ['a=', [['a', '']]],
  ['=1', [['', '1']]],
  ['&&a=b=c&', [['a', 'b=c']]],
  ['q=a+b%20c', [['q', 'a b c']]],
  ['q=%F0%9F%98%80', [['q', '😀']]],
  ['created%5Bgte%5D=5', [['created[gte]', '5']]],
])('reads the query %s', (search, pairs) => {
  expect(parseQuery(search)).toEqual(pairs)
})

test('keeps what is not valid percent-encoding and decodes the rest', () => {
  expect(parseQuery('a=100%&b=%zz%20&c=%FF%41')).toEqual([
    ['a', '100%'],
    ['b', '%zz '],
    ['c', '%FFA'],
  ])
})

test('reads no more pairs than its limit', () => {
  expect(parseQuery('a&'.repeat(50), 20)).toHaveLength(20)
})

test('writes reserved characters encoded', () => {
  expect(formatQuery([['a b', "c&d='é"]])).toBe('a%20b=c%26d%3D%27%C3%A9')
})

test.each([
  ['/a', '/a', ''],
  ['/a?b=c?d', '/a', 'b=c?d'],
  ['/#X=A.B', '/', 'X=A.B'],
  ['/#X=A.B?b=c', '/', 'b=c&X=A.B'],
  ['/a#b?b=c', '/a', 'b=c'],
  ['/a?b=c#top', '/a', 'b=c'],
])('%s is %s with the query %j', (target, path, search) => {
  expect(splitTarget(target)).toEqual({ path, search })
})

test('reads a plus in long texts as in short ones', () => {
  const text = 'a+é%2B\ud83d\ude00+'.repeat(20_000)
  expect(parseQuery(`x=${text}`)).toEqual([['x', 'a é+\ud83d\ude00 '.repeat(20_000)]])
})
