import { expect, it } from 'vitest'
import type { Recording } from '../traffic/recording.ts'
import { type Conformance, startConformance } from './conformance.ts'
import { descriptionOf, recording } from './update.fixture.ts'

const text = `openapi: 3.0.3
info: {title: Pay, version: '1'}
paths:
  /charges/{id}:
    get:
      responses:
        '200':
          description: One
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Charge'}
  /charges:
    post:
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {amount: {type: integer}}}
      responses:
        '201': {description: Made}
components:
  schemas:
    Charge:
      type: object
      required: [id]
      properties:
        id: {type: string}
        amount: {type: integer}
        status: {type: string, enum: [paid, open]}
        card: {type: object, additionalProperties: false, properties: {brand: {type: string}}}
`
const description = descriptionOf(['GET', '/charges/{id}'], ['POST', '/charges'])

function held(...recordings: readonly Recording[]): Conformance {
  const run = startConformance({ documents: new Map([['api.yaml', text]]), root: 'api.yaml', description })
  for (const one of recordings) run.add(one)
  return run.finish()
}

function said({ violations }: Conformance): string[] {
  return violations.map(({ severity, side, message }) => `${severity} ${side}: ${message}`)
}

const charge = { id: 'ch_1', amount: 5, status: 'paid' }
const path = '/charges/ch_1'

it('finds nothing where everything is as described', () => {
  const found = held(recording({ path, body: charge }), recording({ method: 'POST', path: '/charges', status: 201 }))
  expect(found.violations).toEqual([])
  expect(found.operations.map(({ method, exchanges }) => [method, exchanges])).toEqual([
    ['POST', 1],
    ['GET', 1],
  ])
})

it.each([
  ['a field of its own', { ...charge, risk: 1 }, 'warning answer: field "risk" is not declared'],
  ['a field that is shut out', { ...charge, card: { bin: 4 } }, 'error answer: field "bin" is not declared'],
  ['another type', { ...charge, amount: 'five' }, 'error answer: string in place of integer'],
  ['null', { ...charge, amount: null }, 'error answer: null where it is not allowed'],
  ['another value', { ...charge, status: 'late' }, 'error answer: value "late" is not in the enumeration'],
  ['a missing field', { amount: 1 }, 'error answer: required field "id" is missing'],
])('tells %s from one exchange', (_, body, expected) => {
  expect(said(held(recording({ path, body })))).toEqual([`${expected}, in 1 of 1 answers with 200`])
})

it('tells an undeclared status, a path that is not described, and a request of another type', () => {
  const found = held(
    recording({ path, status: 404 }),
    recording({ path: '/refunds', body: [] }),
    recording({ method: 'POST', path: '/charges', status: 201, sent: { amount: 'ten' } }),
  )
  expect(said(found)).toEqual([
    'error request: string in place of integer, in 1 of 1 requests',
    'error answer: status 404 is not declared, in 1 of 1 answers',
    'error answer: the operation is not described, in 1 of 1 requests',
  ])
  expect(found.operations.map(({ path: one, errors, warnings }) => [one, errors, warnings])).toEqual([
    ['/charges', 1, 0],
    ['/charges/{id}', 1, 0],
    ['/refunds', 1, 0],
  ])
})

it('counts the exchanges that show it, and leaves out 5xx and what broke off', () => {
  const late = recording({ path, body: { ...charge, status: 'late' } })
  const found = held(late, late, recording({ path, body: charge }), recording({ path, status: 503 }), {
    ...recording({ path, body: { id: 7 } }),
    ending: 'upstream-aborted',
  })
  expect(found.violations.map(({ count, samples }) => [count, samples])).toEqual([[2, 3]])
  expect(found.operations.map(({ exchanges }) => exchanges)).toEqual([4])
})
