import { expect, it } from 'vitest'
import { UniqueNames } from './unique-names.ts'

it('gives each name once, numbered where it is taken', () => {
  const names = new UniqueNames(['a_2'])
  expect(['a', 'a', 'a', 'b', 'a_2'].map((name) => names.take(name))).toEqual(['a', 'a_3', 'a_4', 'b', 'a_2_2'])
  expect(names.has('a_3')).toBe(true)
})

it('gives very many alike names without trying them all again', () => {
  const names = new UniqueNames()
  const given = Array.from({ length: 200_000 }, () => names.take('x'))
  expect(new Set(given).size).toBe(200_000)
})
