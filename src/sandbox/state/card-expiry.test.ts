import { expect, it } from 'vitest'
import { withUnexpiredCards } from './card-expiry.ts'

const now = Date.UTC(2025, 0, 1)

it('cards of an example are good for years to come, and what was sent stays', () => {
  const card = { exp_month: 11, exp_year: 2022, last4: '1111' }
  expect(withUnexpiredCards({ details: { card }, card }, { card: { exp_year: 2022 } }, now)).toEqual({
    details: { card: { ...card, exp_year: 2028 } },
    card,
  })
})

it('leaves cards that have not expired, and other years', () => {
  const value = { card: { expYear: 2026, expiry_year: 22 }, fiscal_year: 2020, year: 2021, exp_year: null }
  expect(withUnexpiredCards(value, {}, now)).toBe(value)
})
