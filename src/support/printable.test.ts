import { expect, it } from 'vitest'
import { printable } from './printable.ts'

it('never lets a text move the cursor', () => {
  expect(printable('a\u001b[2Jb\nc\u2028d')).toBe('a [2Jb c d')
})

it('never lets a text turn the order of what stands beside it', () => {
  expect(printable('user\u202etxt.exe\u2066x\u2069\u200f')).toBe('user txt.exe x  ')
})

it('leaves what is written from right to left, and joined emoji, as they are', () => {
  for (const text of ['שלום', 'سلام', '👩\u200d💻']) expect(printable(text)).toBe(text)
})
