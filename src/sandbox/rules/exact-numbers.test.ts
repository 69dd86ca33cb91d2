import { expect, it } from 'vitest'
import { exactOf } from '../../support/exact-number.ts'
import type { Json } from '../../support/json.ts'
import { compileMatcher, matcherWords, objectionTo } from './matchers.ts'
import { fill, makeAllowance } from './template.ts'

const big = exactOf('9007199254740993')
const nobody = { isStored: () => false }

it.each<[Json, unknown, boolean]>([
  [big, big, true],
  [big, exactOf('9007199254740993.0'), true],
  [big, 9007199254740992, false],
  [big, '9007199254740993', true],
  [{ equals: 'x' }, big, false],
  [{ in: [1, big] }, big, true],
  [{ gt: 9007199254740992 }, big, true],
  [{ gt: big }, big, false],
  [{ gte: '9007199254740993' }, big, true],
  [{ lt: big }, '9007199254740992', true],
  [{ lt: big }, 'x', false],
  [{ lte: exactOf('1e400') }, 5, true],
  [{ matches: '^9\\d+3$' }, big, true],
  [{ contains: big }, [1, big], true],
])('%j of %j: %s', (wish, value, holds) => {
  expect(objectionTo(wish)).toBeUndefined()
  expect(compileMatcher(wish)(value, nobody)).toBe(holds)
})

it('tells them by their digits, and fills them in as they are', () => {
  expect(matcherWords({ gt: big })).toBe('> 9007199254740993')
  const values = { request: { body: { a: big, b: { c: big } } } }
  const filled = fill(['{{request.body.a}}', 'is {{request.body.a}}, {{request.body.b}}'], values, makeAllowance())
  expect(filled).toEqual([big, 'is 9007199254740993, {"c":9007199254740993}'])
})
