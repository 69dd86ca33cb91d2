import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const day = "{type: [string, 'null'], format: date}"
const bill = `type: object, properties: {id: {type: string}, days_until_due: {type: integer}, due_date: ${day}, terms: {type: object, properties: {term_type: {type: string}, invoice_date: {type: string, format: date}, due_date: ${day}}}}`
const plan = `type: object, required: [id, trial_end, status], properties: {id: {type: string}, trial_period_days: {type: integer}, trial_start: {type: [integer, 'null'], format: unix-time}, trial_end: {type: [integer, 'null'], format: unix-time}, created: {type: integer, format: unix-time}, status: {type: string, enum: [active, trialing, canceled]}}`
const { ask } = await sandboxOf(`
paths:
  /bills: {post: {requestBody: {${json(`{${bill}}`)}}, responses: {'201': {description: made, ${json(`{${bill}}`)}}}}}
  /subscriptions: {post: {requestBody: {${json('{type: object, properties: {trial_period_days: {type: integer}, name: {type: string}}}')}}, responses: {'201': {description: made, ${json(`{${plan}}`)}}}}}
`)
const made = (path: string, body: unknown) => ask(`POST ${path}`, { body }).body as Record<string, unknown>

it('is due so many days after it is made', () => {
  expect(made('/bills', { days_until_due: 30 })).toMatchObject({ due_date: '2025-01-31' })
  expect(made('/bills', { days_until_due: 0 })).toMatchObject({ due_date: '2025-01-01' })
})

it('is due as its terms say, from the day on which it is issued', () => {
  const terms = (term_type: string) => made('/bills', { terms: { term_type, invoice_date: '2025-03-01' } })['terms']
  expect(terms('NET_30')).toMatchObject({ due_date: '2025-03-31' })
  expect(terms('Net 10')).toMatchObject({ due_date: '2025-03-11' })
  expect(terms('DUE_ON_RECEIPT')).toMatchObject({ due_date: '2025-03-01' })
})

it('leaves what the request says, and what says no days', () => {
  expect(made('/bills', { days_until_due: 30, due_date: '2026-01-01' })).toMatchObject({ due_date: '2026-01-01' })
  expect(made('/bills', { terms: { term_type: 'network_30', due_date: null } })['terms']).toMatchObject({
    due_date: null,
  })
})

it('is on trial until the trial ends', () => {
  const { created, ...trial } = made('/subscriptions', { trial_period_days: 14 }) as Record<string, number>
  expect(trial).toMatchObject({ status: 'trialing', trial_start: created, trial_end: (created ?? 0) + 14 * 86_400 })
  expect(made('/subscriptions', { trial_period_days: 0 })).toMatchObject({
    status: 'active',
    trial_start: null,
    trial_end: null,
  })
  expect(made('/subscriptions', { name: 'a' })).toMatchObject({ status: 'active' })
})
