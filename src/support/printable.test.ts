import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printable, visible, visiblePainted } from './printable.ts'

it('never lets a text move the cursor', () => {
  expect(printable('a\u001b[2Jb\nc\u2028d\u0000e\u009bf')).toBe('a [2Jb c d e f')
})

it('never lets a text turn the order of what stands beside it', () => {
  expect(printable('user\u202etxt.exe\u2066x\u2069\u202a')).toBe('user txt.exe x  ')
})

it('never lets a text hold what cannot be seen', () => {
  expect(printable('pay\u200bpal\u2060\ufeff pay\u200dpal\u{e0041}')).toBe('pay pal   pay pal ')
})

it('leaves what is written from right to left, and joined emoji, as they are', () => {
  for (const text of ['שלום', 'سلام', 'می\u200cخواهم', 'क्\u200dष', '👩\u200d💻', '❤️\u200d🔥']) {
    expect(printable(text)).toBe(text)
    expect(visible(text)).toBe(text)
  }
})

it('leaves marks of direction, hyphens of syllables, blanks of no width and flags where people write them', () => {
  const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
  for (const text of [
    'שלום\u200f!',
    'abc\u200e (עברית)',
    'السعر\u061c 5',
    'Donau\u00addampf',
    'สวัสดี\u200bครับ',
    'សួស្តី\u200bអ្នក',
    'ສະບາຍ\u200bດີ',
    'မင်္ဂလာ\u200bပါ',
    `${flag}!`,
    'a\n\u200fב',
  ]) {
    expect(visible(text)).toBe(text)
    expect(visiblePainted(text)).toBe(text)
    expect(printable(text)).toBe(text.replace('\n', ' '))
  }
})

it('shows the same characters where they hide something', () => {
  expect(visible('pay\u200bpal ส\u200ba ส\u200b\u200bส')).toBe('pay\\u200bpal ส\\u200ba ส\\u200b\\u200bส')
  expect(visible('a\u200e\u200db')).toBe('a\u200e\\u200db')
  expect(visible('\u{1f3f4}\u{e0067}')).toBe('\u{1f3f4}\\udb40\\udc67')
  const long = '\u{e0061}'.repeat(7)
  expect(visible(`\u{1f3f4}${long}\u{e007f}`)).toBe(`\u{1f3f4}${'\\udb40\\udc61'.repeat(7)}\\udb40\\udc7f`)
})

it('shows lines as they are, and in them what draws as JSON writes it', () => {
  expect(visible('a:\n\tb\r\nc\rd \u001b[31m\u202e\u0000\u{e0041}')).toBe(
    'a:\n\tb\r\nc\\u000dd \\u001b[31m\\u202e\\u0000\\udb40\\udc41',
  )
})

it('lets a JSON text say the same', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
      expect(JSON.parse(visible(text))).toEqual(JSON.parse(text))
    }),
  )
})

it('shows colours of our own, and no other sequence of a terminal', () => {
  const own = '\u001b[1mbold\u001b[22m \u001b[36mcyan\u001b[39m'
  expect(visiblePainted(own)).toBe(own)
  expect(visiblePainted('\u001b[2J \u001b]0;title\u0007 \u001b[1;1H \u001b[38;5;1m \u009b31m')).toBe(
    '\\u001b[2J \\u001b]0;title\\u0007 \\u001b[1;1H \\u001b[38;5;1m \\u009b31m',
  )
})
