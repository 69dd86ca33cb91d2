import { expect, it } from 'vitest'
import type { JsonObject } from '../../support/json.ts'
import { withAmountsFor } from './amounts-of-example.ts'

const usd = (amount: number): JsonObject => ({ amount, currency: 'USD' })
const shown: JsonObject = {
  amount_money: usd(1000),
  total_money: usd(1000),
  tax_money: usd(80),
  balance_money: usd(50),
  tip_money: usd(0),
  name: 'a',
}

it('what is the same as the amount that the example said is the one of this request, and the rest is not its own', () => {
  expect(withAmountsFor(shown, { amount_money: { amount: 1250, currency: 'EUR' } }, shown)).toEqual({
    amount_money: usd(1000),
    total_money: { amount: 1250, currency: 'EUR' },
    tax_money: { amount: 0, currency: 'EUR' },
    tip_money: { amount: 0, currency: 'EUR' },
    name: 'a',
  })
})

it('takes over an example of the same amount, and one beside which no amount is said', () => {
  expect(withAmountsFor(shown, { amount_money: usd(1000) }, shown)).toEqual(shown)
  expect(withAmountsFor(shown, { name: 'b' }, shown)).toBe(shown)
})

it('reads texts, lines of a bill, and objects inside', () => {
  const value = (text: string): JsonObject => ({ currency_code: 'USD', value: text })
  const bill = { lines: [{ price: value('9.00') }], total: value('9.90'), sums: { shipping: value('0.90') } }
  expect(withAmountsFor(bill, { lines: [{ price: value('5.00') }] }, bill)).toEqual({
    lines: bill.lines,
    sums: { shipping: value('0.00') },
  })
  expect(withAmountsFor(bill, { lines: [{ price: value('9.00') }] }, bill)).toBe(bill)
})

it('numbers named as amounts follow, others do not', () => {
  const charge = { amount: 2000, amount_captured: 2000, version: 2000, year: 2024 }
  expect(withAmountsFor(charge, { amount: 500, year: 2025 }, charge)).toEqual({ ...charge, amount_captured: 500 })
})

it('counts are no amounts, and what was nothing is no other number', () => {
  const shop = { opening_balance: 0, total_due: 0, total_orders: 0 }
  expect(withAmountsFor(shop, { opening_balance: 500 }, shop)).toEqual(shop)
  const cart = { amount: 1, total_items: 1, remaining_count: 1, total_users: 1, total_amount: 1, total_cents: 1 }
  expect(withAmountsFor(cart, { amount: 250 }, cart)).toEqual({ ...cart, total_amount: 250, total_cents: 250 })
})

it('money keeps the form that the example has there', () => {
  const bill = {
    total: { amount: '10.00', currency: 'USD' },
    settled: { value: '10.00', currency_code: 'USD' },
  }
  expect(withAmountsFor(bill, { total: { amount: '12.50', currency: 'EUR' } }, bill)).toEqual({
    ...bill,
    settled: { value: '12.50', currency_code: 'EUR' },
  })
  const plain = { price: usd(10), paid_money: { value: '10', currency_code: 'USD' }, due_money: usd(10) }
  expect(withAmountsFor(plain, { price: { amount: 12, currency: 'EUR' } }, plain)).toMatchObject({
    paid_money: { value: '12', currency_code: 'EUR' },
  })
  const said = withAmountsFor(plain, { price: { amount: '12.5', currency: 'EUR' } }, plain)
  expect(said).not.toHaveProperty('due_money')
})
