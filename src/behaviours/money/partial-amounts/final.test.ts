import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const answer = (status: string, name: string) =>
  `'${status}': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const sends = (properties: string) =>
  `requestBody: {content: {application/json: {schema: {type: object, properties: {${properties}}}}}}`
const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'

/** Holds that clients make, or that are there from before. */
const holds = (make: string) => `
paths:
  ${make}
  /holds/{id}:
    get: {${byId}, responses: {${answer('200', 'Hold')}}}
  /holds/{id}/capture:
    post: {${byId}, ${sends('amount: {type: integer}, final_capture: {type: boolean}, final: {type: boolean}')}, responses: {${answer('201', 'Capture')}}}
  /captures/{id}:
    get: {${byId}, responses: {${answer('200', 'Capture')}}}
components:
  schemas:
    Hold: {type: object, properties: {id: {type: string}, amount: {type: integer}, status: {type: string, enum: [CREATED, CAPTURED, PARTIALLY_CAPTURED]}}}
    Capture: {type: object, properties: {id: {type: string}, amount: {type: integer}, status: {type: string, enum: [PENDING, COMPLETED]}}}
`
const made = `/holds: {post: {${sends('amount: {type: integer}')}, responses: {${answer('201', 'Hold')}}}}`

it.each([
  [{ amount: 300 }, 'PARTIALLY_CAPTURED'],
  [{ amount: 300, final_capture: false }, 'PARTIALLY_CAPTURED'],
  [{ amount: 300, final: true }, 'PARTIALLY_CAPTURED'],
  [{ amount: 300, final_capture: true }, 'CAPTURED'],
  [{ amount: 1000 }, 'CAPTURED'],
  [{}, 'CAPTURED'],
])('captures a part, the last part, or all of it: %o', async (body, status) => {
  const { ask } = await sandboxOf(holds(made))
  const { id } = ask('POST /holds', { body: { amount: 1000 } }).body as { id: string }
  expect(ask(`POST /holds/${id}/capture`, { body })).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
  expect(ask(`GET /holds/${id}`).body).toMatchObject({ amount: 1000, status })
})

it('takes out of a record that was there from before, from the first time on', async () => {
  const { ask } = await sandboxOf(holds(''))
  const { body: capture } = ask('POST /holds/h1/capture', { body: {} })
  const { amount } = ask('GET /holds/h1').body as { amount: number }
  expect(capture).toMatchObject({ amount, status: 'COMPLETED' })
  expect(ask('GET /holds/h1').body).toMatchObject({ status: 'CAPTURED' })
})
