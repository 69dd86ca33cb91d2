import { expect, it } from 'vitest'
import { exactOf } from '../../../support/exact-number.ts'
import { order } from './compare-values.ts'

it.each<[unknown, unknown, number]>([
  [exactOf('9007199254740993'), 9007199254740992, 1],
  [exactOf('9007199254740993'), '9007199254740993', 0],
  [exactOf('9007199254740993'), exactOf('9007199254740993.0'), 0],
  ['9007199254740993', '9007199254740992', 1],
  [exactOf('1e400'), exactOf('1e401'), -1],
  [exactOf('-1e400'), 5, -1],
  [5, '5', 0],
  ['10', '9', 1],
  ['2025-01-01T00:00:00Z', '2025-01-01T01:00:00+01:00', 0],
  ['b', 'a', 1],
])('orders %j and %j', (a, b, expected) => {
  expect(Math.sign(order(a, b))).toBe(expected)
  expect(Math.sign(order(b, a))).toBe(expected === 0 ? 0 : -expected)
})
