import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const answer = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`

it('answers with an id of its own what tells of its record by the name of the parameter', async () => {
  const { ask } = await sandboxOf(`
paths:
  /loans: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}, responses: {'200': ${answer('Loan')}}}}
  /loans/{loanReference}/cancels:
    parameters: [{name: loanReference, in: path, required: true, schema: {type: string}}]
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {note: {type: string}}}}}}, responses: {'201': ${answer('Cancel')}}}
components:
  schemas:
    Loan: {type: object, properties: {reference: {type: string, example: A1B2C3D4E5F6G7H8}, title: {type: string}, result: {type: string}, amount: {type: integer}, shelf: {type: string}}}
    Cancel: {type: object, required: [loanReference, reference], properties: {loanReference: {type: string}, reference: {type: string}, note: {type: string}, status: {type: string, enum: [received]}, desk: {type: string}}}
`)
  const { reference } = ask('POST /loans', { body: { title: 'a' } }).body as { reference: string }
  const told = () => ask(`POST /loans/${reference}/cancels`, { body: { note: 'n' } }).body as Record<string, unknown>
  const first = told()
  expect(first).toMatchObject({ loanReference: reference, note: 'n' })
  expect(first['reference']).not.toBe(reference)
  expect(told()['reference']).not.toBe(first['reference'])
})
