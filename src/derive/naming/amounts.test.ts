import { expect, it } from 'vitest'
import { BALANCE, DUE, PAID, PART, REFUNDED, TOTAL, WHOLE, YET_TO_COME } from './amounts.ts'
import { plain } from './words.ts'

it.each([
  [WHOLE, 'amount amount_money totalAmount grand_total order_total gross_amount', 'amount_due subtotal'],
  [TOTAL, 'total totalPrice invoice_total', 'amount line_total'],
  [PART, 'amount_to_capture refundAmount', 'amount'],
  [REFUNDED, 'amount_refunded refunded_money total_refunds total_amount_reversed', 'amount refund_reason'],
  [PAID, 'amount_paid paidAmount totalPaid paid_amount_money', 'paid paid_at'],
  [DUE, 'amount_due balanceDue outstanding_amount net_amount_remaining open_balance balance', 'due due_date'],
  [YET_TO_COME, 'received_amount total_amount_received spent_total', 'amount received'],
  [BALANCE, 'balance available_balance', 'balance_id balance_due'],
])('%s knows %s and not %s', (form, known, others) => {
  const isKnown = (name: string): boolean => form.test(plain(name))
  expect(known.split(' ').filter((name) => !isKnown(name))).toEqual([])
  expect(others.split(' ').filter(isKnown)).toEqual([])
})
