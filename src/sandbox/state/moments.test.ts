import { expect, it } from 'vitest'
import { momentIn } from './moments.ts'

const year2025 = Date.UTC(2025, 0, 1)

it.each<[unknown, number | undefined]>([
  ['2025-01-01T00:00:00Z', year2025],
  ['2025-01-01T01:00:00+01:00', year2025],
  ['2025-01-01 00:00:00', year2025],
  ['2025-01-01T00:00', year2025],
  ['2025-01-01', year2025],
  [year2025, year2025],
  [year2025 / 1000, year2025],
  [String(year2025 / 1000), year2025],
  [1000, 1000],
  ['tomorrow', undefined],
  [{ toString: 1 }, undefined],
  [null, undefined],
])('reads %j, without a zone as UTC', (said, moment) => {
  expect(momentIn(said)).toBe(moment)
})
