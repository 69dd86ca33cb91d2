/** Every overlay of `examples/overlays` does what it is for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { type Inline, modelOf, sandboxOf } from './support/inline.ts'

const examples = resolve(import.meta.dirname, '../examples')
const payments = readFileSync(join(examples, 'payments.yaml'), 'utf8')
const overlay = (name: string): string => readFileSync(join(examples, 'overlays', `${name}.yaml`), 'utf8')
const open = (...names: readonly string[]): Promise<Inline> => sandboxOf(payments, {}, names.map(overlay))

const charge = { amount: 100, currency: 'eur' }

it('makes ids as stated', async () => {
  const pay = await open('ids')
  expect(pay.ask('POST /customers', { body: { email: 'a@b.example' } }).body).toMatchObject({
    id: expect.stringMatching(/^acct_[0-9a-zA-Z]{12}$/),
  })
  const { id } = pay.ask('POST /charges', { body: charge }).body as { id: string }
  expect(id).toMatch(/^pay_[0-9a-z]{8}$/)
  expect(pay.ask(`POST /charges/${id}/refunds`, { body: {} }).body).toMatchObject({
    id: expect.stringMatching(/^rf-\d{6}$/),
  })
})

it('does not refuse what a behaviour that is off would', async () => {
  for (const [names, refused, again] of [
    [[], 400, 409],
    [['behaviours'], 201, 200],
  ] as const) {
    const pay = await open(...names)
    const { id } = pay.ask('POST /charges', { body: charge }).body as { id: string }
    expect(pay.ask(`POST /charges/${id}/refunds`, { body: { amount: 500 } }).status).toBe(refused)
    expect(pay.ask(`POST /charges/${id}/capture`).status).toBe(200)
    expect(pay.ask(`POST /charges/${id}/capture`).status).toBe(again)
  }
})

it('leads records through the stated states, and refuses what contradicts them', async () => {
  const pay = await open('lifecycle')
  const make = (body: object): string => (pay.ask('POST /charges', { body }).body as { id: string }).id
  const plain = make(charge)
  expect(pay.ask(`GET /charges/${plain}`).body).toMatchObject({ status: 'authorized', captured: false })
  expect(pay.ask(`POST /charges/${plain}/capture`).body).toMatchObject({ status: 'captured', captured: true })
  const again = pay.ask(`POST /charges/${plain}/capture`)
  expect(again.status).toBe(409)
  expect(again.body).toMatchObject({
    error: { type: 'conflict', message: 'Cannot capture this charge: its status is captured, not authorized' },
  })
  const odd = make({ ...charge, description: 'suspicious' })
  expect(pay.ask(`GET /charges/${odd}`).body).toMatchObject({ status: 'in_review' })
  expect(pay.ask(`POST /charges/${odd}/capture`).status).toBe(409)
})

it('says the stated error codes', async () => {
  const pay = await open('error-codes')
  expect(pay.ask('GET /charges/ch_none').body).toMatchObject({ error: { type: 'not_found', code: 'resource_missing' } })
  expect(pay.ask('POST /charges', { body: {} }).body).toMatchObject({ error: { code: 'parameter_invalid' } })
  expect(pay.ask('POST /charges/ch_none/capture').body).toMatchObject({ error: { code: 'no_such_charge' } })
})

it('lists in the stated style', async () => {
  const pay = await open('lists')
  const emails = ['a@x.example', 'b@x.example', 'c@x.example']
  for (const email of emails) pay.ask('POST /customers', { body: { email } })
  const shown = (line: string): unknown =>
    (pay.ask(line).body as { data: { email: string }[] }).data.map((c) => c.email)
  expect(shown('GET /customers')).toEqual(emails.slice(0, 2))
  expect(shown('GET /customers?page=2')).toEqual(emails.slice(2))
  expect(shown('GET /customers?page=1&per_page=3')).toEqual(emails)
  expect(pay.ask('GET /customers').field('x-total')).toBe('3')
  expect(pay.ask('GET /customers').field('link')).toContain('rel="next"')
})

it('declares events and what fires them', async () => {
  const { head } = await modelOf(payments, [overlay('events')])
  const stated = head.events.filter(({ provenance }) => provenance === 'overlay')
  expect(stated.map(({ name, trigger }) => [name, trigger])).toEqual([
    ['payout.arrived', 'captureCharge'],
    ['charge.settled', 'captureCharge'],
  ])
})

const short = readdirSync(join(examples, 'overlays'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.yaml'),
)

it.each(short)('%s is short', (file) => {
  expect(
    readFileSync(join(examples, 'overlays', file), 'utf8')
      .trimEnd()
      .split('\n').length,
  ).toBeLessThanOrEqual(60)
})

const provider = resolve(import.meta.dirname, '../../shared/corpus/stripe-2023-08-16.yaml')

// The published descriptions lie beside the repository, where they are there at all.
it.skipIf(!existsSync(provider))('holds and captures money as stated for a client library', async () => {
  const pay = await sandboxOf(readFileSync(provider, 'utf8'), {}, [overlay('clients/stripe')])
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const made = pay.ask('POST /v1/payment_intents', {
    body: 'amount=2000&currency=usd&capture_method=manual',
    fields: form,
  })
  const { id } = made.body as { id: string }
  expect(made.body).toMatchObject({ id: expect.stringMatching(/^pi_.{24}$/), status: 'requires_payment_method' })
  const does = (verb: string) => pay.ask(`POST /v1/payment_intents/${id}/${verb}`, { body: '', fields: form })
  expect(does('capture').status).toBe(400)
  expect(does('confirm').body).toMatchObject({ status: 'requires_capture', amount_capturable: 2000 })
  expect(does('capture').body).toMatchObject({ status: 'succeeded', amount_received: 2000, amount_capturable: 0 })
  expect(does('cancel').body).toMatchObject({
    error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' },
  })
})
