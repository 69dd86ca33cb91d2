import { expect, test } from 'vitest'
import { parseCookies } from './cookies.ts'
import { parseAuthorization, timingSafe } from './credentials.ts'
import { ifMatchHolds, ifNoneMatchHolds } from './etag.ts'
import { fieldsOf } from './message.ts'
import { parsePrefer } from './preferences.ts'

test('reads cookies in the order sent', () => {
  expect(parseCookies('a=1; b="x y"; a=2; c=%41; =bad; flag; d=e=f')).toEqual([
    ['a', '1'],
    ['b', 'x y'],
    ['a', '2'],
    ['c', 'A'],
    ['d', 'e=f'],
  ])
  expect(parseCookies(undefined)).toEqual([])
})

test.each([
  [
    'ids=1,2; b="3,4"',
    [
      ['ids', '1,2'],
      ['b', '3,4'],
    ],
  ],
  ['a=1, b=2', [['a', '1, b=2']]],
  [
    'a="1; b=2"',
    [
      ['a', '"1'],
      ['b', '2"'],
    ],
  ],
  ['a="1', [['a', '"1']]],
  ['a=1"2"', [['a', '1"2"']]],
  [
    'a=""; b="; c=',
    [
      ['a', ''],
      ['b', '"'],
      ['c', ''],
    ],
  ],
  [
    'when=Wed, 21 Oct 2026 07:28:00 GMT;b=1',
    [
      ['when', 'Wed, 21 Oct 2026 07:28:00 GMT'],
      ['b', '1'],
    ],
  ],
])('divides cookies at semicolons alone: %s', (field, cookies) => {
  expect(parseCookies(field)).toEqual(cookies)
})

test('joins Cookie fields as cookies are divided, and others with commas', () => {
  const fields = fieldsOf([
    ['Cookie', 'a=1,2'],
    ['cookie', 'b=3'],
    ['Accept', 'text/html'],
    ['accept', '*/*'],
  ])
  expect(parseCookies(fields.get('cookie'))).toEqual([
    ['a', '1,2'],
    ['b', '3'],
  ])
  expect(fields.get('accept')).toBe('text/html, */*')
  expect(fields.get('host')).toBeUndefined()
})

test.each([
  ['Bearer abc', { kind: 'scheme', scheme: 'bearer', value: 'abc' }],
  ['TOKEN  abc ', { kind: 'scheme', scheme: 'token', value: 'abc' }],
  ['abc', { kind: 'bare', value: 'abc' }],
  [`Basic ${btoa('me:se:cret')}`, { kind: 'basic', user: 'me', password: 'se:cret' }],
  [`basic ${btoa('sk_1:')}`, { kind: 'basic', user: 'sk_1', password: '' }],
  [`Basic ${btoa('alone')}`, { kind: 'basic', user: 'alone', password: '' }],
  ['Basic !!', { kind: 'scheme', scheme: 'basic', value: '!!' }],
])('reads Authorization: %s', (field, value) => {
  expect(parseAuthorization(field)).toEqual(value)
})

test('compares secrets of any length', () => {
  expect(timingSafe('secret', 'secret')).toBe(true)
  expect(timingSafe('secret', 'secre')).toBe(false)
  expect(timingSafe('', '')).toBe(true)
})

// The table of RFC 9110 8.8.3.2.
test.each([
  ['W/"1"', 'W/"1"', false, true],
  ['W/"1"', 'W/"2"', false, false],
  ['W/"1"', '"1"', false, true],
  ['"1"', '"1"', true, true],
  ['"0", "1"', '"1"', true, true],
  ['*', '"1"', true, true],
  ['*', undefined, false, false],
  ['"1"', undefined, false, false],
  ['"a,b"', '"a,b"', true, true],
  ['1', '"1"', true, true],
  [undefined, '"1"', true, false],
])('tags %s against %s', (field, current, matches, noneMatches) => {
  expect(ifMatchHolds(field, current)).toBe(matches)
  expect(ifNoneMatchHolds(field, current)).toBe(noneMatches)
})

test('reads preferences of every spelling', () => {
  const prefer = parsePrefer('code=404, Example="a, b"; dynamic=true, return=minimal, respond-async, code=500')
  expect([...prefer]).toEqual([
    ['code', '404'],
    ['example', 'a, b'],
    ['dynamic', 'true'],
    ['return', 'minimal'],
    ['respond-async', ''],
  ])
})
