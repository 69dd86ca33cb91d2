import { expect, it } from 'vitest'
import { editDistance, hintAmong, nearest } from './nearest.ts'

it.each([
  ['sandbox_prot', 'sandbox_port'],
  ['Data_Dir', 'data_dir'],
  ['datadir', 'data_dir'],
  ['lisen', 'listen'],
  ['x', undefined],
  ['', undefined],
  ['completely_else', undefined],
  ['y'.repeat(100_000), undefined],
])('takes %j for %j', (word, meant) => {
  expect(nearest(word, ['data_dir', 'listen', 'sandbox_port'])).toBe(meant)
})

it.each([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['', 'abc', 3],
  ['abc', 'acb', 1],
  ['kitten', 'sitting', 3],
])('counts the edits from %j to %j as %i, either way', (a, b, edits) => {
  expect([editDistance(a, b), editDistance(b, a)]).toEqual([edits, edits])
})

it('names the word that was meant, or all that are known', () => {
  expect(hintAmong('lisen', ['listen', 'port'])).toBe('did you mean listen?')
  expect(hintAmong('x', new Set(['listen', 'port']))).toBe('there is listen, port')
  expect(hintAmong('x', new Map([['listen', 1]]).keys())).toBe('there is listen')
  expect(hintAmong('x', ['listen', 'port'], 'it has')).toBe('it has listen, port')
})
