import { expect, it } from 'vitest'
import { flagConvention } from './conventions.ts'

it.each([
  ['enabled', true],
  ['isActive', true],
  ['is_enabled', true],
  ['isDeleted', false],
  ['is_draft', false],
  ['archived', false],
])('knows how a new record has %s', (name, usual) => {
  expect(flagConvention(name)).toBe(usual)
})
