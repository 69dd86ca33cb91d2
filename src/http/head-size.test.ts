import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fittedHead, LONGEST_HEAD, leftOutOf } from './head-size.ts'

const long = 'x'.repeat(100_000)
const size = (fields: readonly string[]): number =>
  fields.reduce((sum, text) => sum + Buffer.byteLength(text), 2 * fields.length)

it('leaves an ordinary head as it is', () => {
  const fields = ['Content-Type', 'application/json', 'Location', '/pay/charges/ch_1', 'ETag', '"1"']
  expect(fittedHead(fields)).toBe(fields)
})

it.each([
  ['Location', long, []],
  ['Set-Cookie', `sid=${long}`, []],
  ['X-Custom', '\u4e2d'.repeat(3_000), []],
  ['Content-Type', `application/json; of=${long}`, ['Content-Type', 'application/json']],
  ['Content-Type', `text/${long}`, ['Content-Type', 'application/octet-stream']],
  ['WWW-Authenticate', `Digest realm="${long}"`, ['WWW-Authenticate', 'Digest']],
  ['www-authenticate', long, ['www-authenticate', 'Bearer']],
  ['X-Tool-Operation', long, ['X-Tool-Operation', `${'x'.repeat(256)}...`]],
  ['Allow', `GET, ${long}`, ['Allow', 'GET']],
])('shortens a %s that no client would take, or leaves it out', (name, value, expected) => {
  expect(fittedHead([name, value, 'ETag', '"1"'])).toEqual([...expected, 'ETag', '"1"'])
})

it('leaves out the longest of many fields, and of those that answer a question none where others go', () => {
  const many = Array.from({ length: 2_000 }, (_, i) => [`X-Many-${i}`, `value ${i}`]).flat()
  const fitted = fittedHead([...many, 'WWW-Authenticate', `Basic realm="${'a room '.repeat(30)}"`])
  expect(size(fitted)).toBeLessThan(LONGEST_HEAD)
  expect(fitted).toContain('WWW-Authenticate')
  expect(fitted.length).toBeGreaterThan(400)
})

it('fits every head', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.nat(9_000).map((n) => 'é'.repeat(n)),
  )
  const name = fc.oneof(fc.constantFrom('Allow', 'WWW-Authenticate', 'Content-Type', 'X-Tool-Rule', 'ETag'), text)
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text), { maxLength: 300 }), (pairs) => {
      expect(size(fittedHead(pairs.flat()))).toBeLessThan(LONGEST_HEAD)
    }),
  )
})

it('says what it left out', () => {
  const fields = ['Location', long, 'ETag', '"1"', 'Link', long]
  expect(leftOutOf(fields, fittedHead(fields))).toBe('Location, Link left out')
  const cut = ['X-Tool-Rule', long]
  expect(leftOutOf(cut, fittedHead(cut))).toBe('long values are shortened')
})
