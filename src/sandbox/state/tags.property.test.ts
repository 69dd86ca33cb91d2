import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextTag } from './tags.ts'

const alphabets = {
  digits: '0123456789',
  'small hex': '0123456789abcdef',
  'large hex': '0123456789ABCDEF',
  'small letters': '0123456789abcdefghijklmnopqrstuvwxyz',
  'any letters': '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
}

it.each(Object.entries(alphabets))('writes a tag of %s in the same letters, as many, and another', (_name, letters) => {
  const own = fc.string({ unit: fc.constantFrom(...letters), minLength: 16, maxLength: 64 })
  fc.assert(
    fc.property(own, fc.string(), fc.constantFrom('', '"'), (tag, text, quote) => {
      const old = quote + tag + quote
      const next = nextTag(old, text)
      expect(next).toHaveLength(old.length)
      for (const letter of next) expect(letters + quote).toContain(letter)
      expect(next).not.toBe(old)
      expect(nextTag(old, text)).toBe(next)
    }),
  )
})

it('keeps what stands between the letters, and all that a field has around them', () => {
  const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'
  expect(nextTag(uuid, 'a')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(nextTag('W/"a330bc54f0671c9"', 'a')).toMatch(/^W\/"[0-9a-f]{15}"$/)
  expect(nextTag('cQpKd8M9zU2bXw==', 'a')).toMatch(/^\w{14}==$/)
})

it('tells texts apart', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      fc.pre(one !== other)
      expect(nextTag('9f86d081884c7d65', one)).not.toBe(nextTag('9f86d081884c7d65', other))
    }),
  )
})
