import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const shown = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`

it('shows of a record that a verb makes what the record holds, and makes up nothing else of it', async () => {
  const { ask } = await sandboxOf(`
paths:
  /holds: {post: {operationId: createHold, requestBody: {content: {application/json: {schema: {type: object, required: [amount], properties: {amount: {type: integer}}}}}}, responses: {'201': ${shown('Hold')}}}}
  /holds/{hold_id}: {get: {operationId: getHold, parameters: [{name: hold_id, in: path, required: true, schema: {type: string}}], responses: {'200': ${shown('Hold')}}}}
  /holds/{hold_id}/capture: {post: {operationId: captureHold, parameters: [{name: hold_id, in: path, required: true, schema: {type: string}}], responses: {'201': ${shown('Capture')}}}}
  /captures/{capture_id}: {get: {operationId: getCapture, parameters: [{name: capture_id, in: path, required: true, schema: {type: string}}], responses: {'200': ${shown('Capture')}}}}
components:
  schemas:
    Hold:
      type: object
      properties: {id: {type: string}, amount: {type: integer}, status: {type: string, enum: [created, captured]}}
    Capture:
      type: object
      properties:
        id: {type: string}
        amount: {type: integer}
        status: {type: string, enum: [pending, completed, failed]}
        bank: {type: string, description: 'Only set when the capture is "failed".', enum: [first, second]}
        network: {type: string, enum: [visa, other]}
`)
  const { id } = ask('POST /holds', { body: { amount: 500 } }).body as { id: string }
  const made = ask(`POST /holds/${id}/capture`).body as { id: string }
  expect(made).not.toHaveProperty('bank')
  expect(made).toEqual(ask(`GET /captures/${made.id}`).body)
})
