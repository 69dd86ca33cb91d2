import { expect, it } from 'vitest'
import { giveNamedChoices } from './named-choices.ts'

it('takes the choices of a component that is named after a component and its property', () => {
  const text = { type: 'string' }
  const choices = { type: 'string', enum: ['DRAFT', 'PAID'] }
  const invoice = {
    type: 'object',
    properties: { status: text, sub_type: { type: ['string', 'null'] }, kind: { ...text, format: 'uri' }, note: text },
  }
  const entries = new Map<string, object>([
    ['Invoice', invoice],
    ['InvoiceStatus', choices],
    ['InvoiceSubType', choices],
    ['InvoiceKind', choices],
    ['InvoiceNote', { type: 'string', enum: ['one'] }],
    ['Other', { type: 'object' }],
  ])
  giveNamedChoices(entries as Parameters<typeof giveNamedChoices>[0])
  expect(invoice.properties).toEqual({
    status: { type: 'string', enum: ['DRAFT', 'PAID'] },
    sub_type: { type: ['string', 'null'], enum: ['DRAFT', 'PAID', null] },
    kind: { type: 'string', format: 'uri' },
    note: { type: 'string' },
  })
})
