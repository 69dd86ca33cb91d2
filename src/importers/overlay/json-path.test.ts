import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonPath } from './json-path.ts'
import { select, stepsTo, TooMuchWork } from './select.ts'

function places(document: unknown, path: string, left = 100_000): readonly string[] {
  const parsed = parseJsonPath(path)
  if (!parsed.ok) throw new Error(`${path}: ${parsed.error.message}`)
  return select(document, parsed.value, { left }).map((node) => stepsTo(node).join('/'))
}

function values(document: unknown, path: string): readonly unknown[] {
  const parsed = parseJsonPath(path)
  if (!parsed.ok) throw new Error(`${path}: ${parsed.error.message}`)
  return select(document, parsed.value, { left: 100_000 }).map(({ value }) => value)
}

/** The examples of RFC 9535, section 1.5. */
const store = {
  store: {
    book: [
      { category: 'reference', author: 'Nigel Rees', title: 'Sayings', price: 8.95 },
      { category: 'fiction', author: 'Evelyn Waugh', title: 'Sword', price: 12.99 },
      { category: 'fiction', author: 'Herman Melville', title: 'Moby', isbn: '0-553-21311-3', price: 8.99 },
      { category: 'fiction', author: 'J. R. R. Tolkien', title: 'Lord', isbn: '0-395-19395-8', price: 22.99 },
    ],
    bicycle: { color: 'red', price: 399 },
  },
}

describe('the examples of RFC 9535, section 1.5', () => {
  it.each([
    ['$.store.book[*].author', ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville', 'J. R. R. Tolkien']],
    ['$..author', ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville', 'J. R. R. Tolkien']],
    ['$.store..price', [399, 8.95, 12.99, 8.99, 22.99]],
    ['$..book[2].author', ['Herman Melville']],
    ['$..book[2].publisher', []],
    ['$..book[-1].title', ['Lord']],
    ['$..book[0,1].title', ['Sayings', 'Sword']],
    ['$..book[:2].title', ['Sayings', 'Sword']],
    ['$..book[?@.isbn].title', ['Moby', 'Lord']],
    ['$..book[?@.price<10].title', ['Sayings', 'Moby']],
  ])('%s', (path, expected) => {
    expect([...values(store, path)].sort()).toEqual([...expected].sort())
  })
})

const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

describe('selectors of RFC 9535, section 2.3', () => {
  it.each([
    ['$[1:3]', ['b', 'c']],
    ['$[5:]', ['f', 'g']],
    ['$[1:5:2]', ['b', 'd']],
    ['$[5:1:-2]', ['f', 'd']],
    ['$[::-1]', ['g', 'f', 'e', 'd', 'c', 'b', 'a']],
    ['$[::0]', []],
    ['$[-2:]', ['f', 'g']],
    ['$[0, 0]', ['a', 'a']],
    ['$[9]', []],
    ['$["a"]', []],
  ])('%s of a list', (path, expected) => {
    expect(values(list, path)).toEqual(expected)
  })

  it.each([
    [`$['o']['j j']['k.k']`, ['o/j j/k.k']],
    ['$.o["j j"]', ['o/j j']],
    [`$["'"]["@"]`, [`'/@`]],
    ['$["\\u263a"]', ['☺']],
    ['$.x-one', ['x-one']],
    ['$ .o', ['o']],
    ['$.none', []],
    ['$', ['']],
  ])('%s finds names as they are', (path, expected) => {
    expect(places({ o: { 'j j': { 'k.k': 3 } }, "'": { '@': 2 }, '☺': 1, 'x-one': 0 }, path)).toEqual(expected)
  })
})

const things = [
  { n: 1, t: 'one', tags: ['x'] },
  { n: 2, t: 'two', o: { k: 1 } },
  { n: null, t: 'three', o: { k: 1 } },
  { t: 'four' },
]

describe('filters of RFC 9535, section 2.3.5', () => {
  it.each([
    ['$[?@.n == 1].t', ['one']],
    ['$[?@.n == null].t', ['three']],
    ['$[?@.n].t', ['one', 'two', 'three']],
    ['$[?!@.n].t', ['four']],
    ['$[?@.n > 1].t', ['two']],
    ['$[?@.n >= 1 && @.n < 2].t', ['one']],
    ['$[?(@.n == 1 || @.t == "four") && @.t].t', ['one', 'four']],
    ['$[?!(@.n == 1)].t', ['two', 'three', 'four']],
    ['$[?@.missing == @.gone].t', ['one', 'two', 'three', 'four']],
    ['$[?@.o == $[1].o].t', ['two', 'three']],
    ['$[?length(@.t) == 3].t', ['one', 'two']],
    ['$[?count(@.tags[*]) == 1].t', ['one']],
    ['$[?value(@..k) == 1].t', ['two', 'three']],
    ['$[?match(@.t, "t.*")].t', ['two', 'three']],
    ['$[?search(@.t, "o")].t', ['one', 'two', 'four']],
    ['$[?match(@.t, "(")].t', []],
    ['$[?@.tags[?@ == "x"]].t', ['one']],
  ])('%s', (path, expected) => {
    expect(values(things, path)).toEqual(expected)
  })
})

it.each([
  ['paths', 'a path begins with "$"'],
  ['$.', 'a name or "*" is expected after the dot'],
  ['$[', 'a name in quotes, a number, "*" or "?" is expected'],
  ['$["a]', 'the quote is not closed'],
  ['$.a b', 'unexpected " "'],
  ['$[01]', '"]" is missing'],
  ['$[9007199254740993]', 'the number is too large'],
  ['$[?@.a == @.*]', 'only what is a single value can be compared'],
  ['$[?1]', 'a literal is not a test'],
  ['$[?length(@.a)]', 'what length() gives must be compared'],
  ['$[?match(@.a, "b") == true]', 'only what is a single value can be compared'],
  ['$[?count(1) == 1]', 'count() takes a query'],
  ['$[?fetch(@.a)]', 'there is no function "fetch"'],
  ['$["\\x"]', '\\x is not an escape'],
  [`$[?${'('.repeat(100)}@.a${')'.repeat(100)}]`, 'it is nested deeper than 32'],
  [`$${'.a'.repeat(3000)}`, 'it is longer than 4096 characters'],
])('says what is wrong with %s', (path, message) => {
  const parsed = parseJsonPath(path)
  expect(parsed.ok ? '' : parsed.error.message).toContain(message)
})

it('ends hostile queries early', () => {
  const wide = Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => [1, 2, 3]))
  for (const path of ['$..*..*..*', '$..[?@..*[?@..*]]', '$..[?$..*[?$..*]]', `$[${'*,'.repeat(1000)}*]..*`])
    expect(() => places(wide, path)).toThrow(TooMuchWork)
})

it('parses or refuses whatever it is given', () => {
  const part = fc.constantFrom(
    '$',
    '@',
    '.',
    '..',
    '*',
    '[',
    ']',
    '?',
    '(',
    ')',
    '!',
    '==',
    '&&',
    "'a'",
    'a',
    '1',
    ',',
    ':',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const parsed = parseJsonPath(`$${parts.join('')}`)
      if (parsed.ok) expect(() => select(store, parsed.value, { left: 1_000_000 })).not.toThrow()
      else expect(parsed.error.message).not.toBe('')
    }),
  )
})

it.each([
  ["$[?match(@, 'a)|(b')]", []],
  ["$[?search(@, '[.]')]", ['a.b']],
  ["$[?match(@, 'a\\\\.b')]", ['a.b']],
  ["$[?match(@, 'a.b')]", ['a.b', 'a\u2028b']],
])('%s reads its expression as RFC 9485 has it', (path, expected) => {
  expect(values(['a.b', 'a\u2028b', 'a\nb', 'a'], path)).toEqual(expected)
})
