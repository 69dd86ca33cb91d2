import { expect, it } from 'vitest'
import { delayOf, type WireEffect } from './wire.ts'

const taking = (...wire: readonly WireEffect[]): number =>
  delayOf({ status: 200, fields: [], body: 'é'.repeat(50), wire })

it('an answer is out when the client has all of it, or knows that it gets none', () => {
  expect(delayOf({ status: 200, fields: [], body: '' })).toBe(0)
  expect(taking()).toBe(0)
  expect(taking({ effect: 'wait', ms: 20 }, { effect: 'hang', ms: 30 })).toBe(50)
  expect(taking({ effect: 'wait', ms: 20 }, { effect: 'linger', ms: 500 })).toBe(20)
  expect(taking({ effect: 'drip', ms: 40, pieces: 8 })).toBe(40)
  expect(taking({ effect: 'drip', ms: 40, pieces: 8, bytesPerSecond: 1000 })).toBe(100)
  expect(taking({ effect: 'drip', ms: 40, pieces: 8, bytesPerSecond: 1 })).toBe(60_000)
  expect(taking({ effect: 'drip', ms: 40, pieces: 8 }, { effect: 'reset' })).toBe(0)
})
