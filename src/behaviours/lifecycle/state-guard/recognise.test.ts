import { expect, it } from 'vitest'
import { barredIn } from './recognise.ts'

const status = { values: ['draft', 'open', 'in_review', 'paid', 'cancelled'], initial: 'draft' }
const called = { verbs: ['delete', 'remove'], names: ['invoice', 'job'] }
const said = (description: string) => ({ description, responses: {} })

it.each([
  ['Only drafts can be deleted.', ['open', 'in_review', 'paid', 'cancelled']],
  ['An invoice can only be deleted when its status is `draft` or `open`.', ['in_review', 'paid', 'cancelled']],
  ['Deletes it. This may only be done for draft invoices.', ['open', 'in_review', 'paid', 'cancelled']],
  ['The invoice must be cancelled before it can be removed.', ['draft', 'open', 'in_review', 'paid']],
  ['You cannot remove a paid invoice.', ['paid']],
  ['You can delete an invoice only if it is in an open or paid state.', ['draft', 'in_review', 'cancelled']],
  ['You can only delete invoices that are cancelled.', ['draft', 'open', 'in_review', 'paid']],
  ['Deletes it, only allowed if the invoice is in the `draft` state.', ['open', 'in_review', 'paid', 'cancelled']],
  ['Before an invoice can be removed, its current status must be `OPEN`.', ['draft', 'in_review', 'paid', 'cancelled']],
  ['This invoice must first have a `status` of `draft`.', ['open', 'in_review', 'paid', 'cancelled']],
  ['It will only succeed if the invoice is still in the `draft` state.', ['open', 'in_review', 'paid', 'cancelled']],
  ['The invoice must be open.', ['draft', 'in_review', 'paid', 'cancelled']],
  ['Invoices with a `paid` or `cancelled` status cannot be deleted.', ['paid', 'cancelled']],
  ['To delete an open invoice, you must first cancel it.', ['open']],
  ['Paid or cancelled invoices cannot be deleted.', ['paid', 'cancelled']],
  ['It cannot be deleted while it is in review.', ['in_review']],
  ['It cannot be deleted if it is not in draft.', ['open', 'in_review', 'paid', 'cancelled']],
])('reads %s', (text, states) => {
  expect(barredIn(said(text), called, status)?.states).toEqual(states)
})

it.each([
  'The file must be open.',
  'The account must first have a status of open.',
  'Only works for companies that are open.',
  'The number can only be removed when the status is draft.',
  'An invoice must be in the open state to be sent.',
  'You must be paid.',
  'Only users that are owners can delete it.',
  'Once deleted, an open invoice cannot be brought back.',
  'Drafts cannot be sent.',
  'It cannot be deleted by others when the account is closed.',
])('concludes nothing from %s', (text) => {
  expect(barredIn(said(text), called, status)).toBeUndefined()
})

it('reads what refusals say', () => {
  const refusal = { description: 'conflict', headers: {}, content: {} }
  const shown = {
    ...refusal,
    content: {
      'application/json': { examples: { '': { message: 'You cannot remove a paid invoice: 7' } }, encoding: {} },
    },
  }
  expect(barredIn({ responses: { '409': shown } }, called, status)?.states).toEqual(['paid'])
})

it('takes for over what neither begins nor goes on, where no state is called so', () => {
  const jobs = { values: ['in_progress', 'transcribed', 'failed'], initial: 'in_progress' }
  const text = "A job can only be deleted once it's completed (either with success or failure)."
  expect(barredIn(said(text), called, jobs)?.states).toEqual(['in_progress'])
})

it.each([
  ['Only drafts can be deleted; otherwise the invoice is voided.'],
  ['An invoice can only be deleted if it is in draft. Otherwise it is voided.'],
  ['An invoice can only be deleted if it is in draft, else it is voided instead.'],
  ['Guests can only delete draft invoices.'],
  ['Without the admin role you can only delete draft invoices.'],
  ['You cannot delete a paid invoice unless you are an admin.'],
  ['You can only delete draft invoices if you are not their owner.'],
])('knows that it is done otherwise, or by others: %s', (text) => {
  expect(barredIn(said(text), called, status)).toBeUndefined()
})

it('knows a verb by its forms, and no other word that begins like it', () => {
  const pays = { verbs: ['pay'], names: ['invoice'] }
  expect(barredIn(said('Only open invoices can be paid.'), pays, status)?.states).not.toContain('open')
  expect(barredIn(said('Only paid invoices can be partially refunded.'), pays, status)).toBeUndefined()
})

it('knows nothing of verbs in other letters', () => {
  expect(barredIn(said('Only drafts can be sent.'), { verbs: ['取消'], names: ['项目'] }, status)).toBeUndefined()
})

it('is quick where states hold each other and where there are very many', () => {
  const nested = { values: ['hold', 'holds', 'holds hold', 'on hold hold', 'x'], initial: 'hold' }
  const many = { values: Array.from({ length: 20_000 }, (_, index) => `value${index}`), initial: 'value0' }
  const begun = performance.now()
  expect(barredIn(said(`Only ${'holds '.repeat(60)}1`), called, nested)).toBeUndefined()
  expect(barredIn(said('Only value1 can be deleted. '.repeat(100)), called, many)).toBeUndefined()
  expect(performance.now() - begun).toBeLessThan(1_000)
})
