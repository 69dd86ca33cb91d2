import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const invoices = `
paths:
  /invoices:
    post: {operationId: createInvoice, requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}, responses: {'201': &one {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Invoice'}}}}}}
  /invoices/{id}:
    parameters: &id [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getInvoice, responses: {'200': *one, '404': {description: none}}}
    patch: {operationId: updateInvoice, description: Paid invoices cannot be updated., requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}, responses: {'200': *one, '422': &no {description: no, content: {application/json: {schema: {type: object, properties: {message: {type: string}}}}}}}}
    delete: {operationId: deleteInvoice, description: Only drafts can be deleted., parameters: [{name: force, in: query, schema: {type: boolean}}], responses: {'204': {description: ok}, '409': *no}}
  /invoices/{id}/pay:
    parameters: *id
    post: {operationId: payInvoice, responses: {'200': *one}}
  /letters:
    post: {operationId: createLetter, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'201': &letter {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Letter'}}}}}}
  /letters/{id}:
    parameters: *id
    get: {operationId: getLetter, responses: {'200': *letter}}
    delete: {operationId: deleteLetter, description: The letter must be delivered before it can be deleted., responses: {'204': {description: ok}, '409': *no}}
components:
  schemas:
    Invoice: {type: object, required: [id, status], properties: {id: {type: string}, title: {type: string}, status: {type: string, enum: [draft, paid]}}}
    Letter: {type: object, required: [id, status], properties: {id: {type: string}, text: {type: string}, status: {type: string, enum: [new, delivered]}}}
`

it('refuses what words say of the state, with the declared answer', async () => {
  const { ask } = await sandboxOf(invoices)
  const { id } = ask('POST /invoices', { body: { title: 'a' } }).body as { readonly id: string }
  expect(ask(`PATCH /invoices/${id}`, { body: { title: 'b' } }).status).toBe(200)
  ask(`POST /invoices/${id}/pay`)
  expect(ask(`PATCH /invoices/${id}`, { body: { title: 'c' } })).toMatchObject({ status: 422 })
  expect(ask(`DELETE /invoices/${id}`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('paid') },
  })
  expect(ask(`GET /invoices/${id}`).body).toMatchObject({ title: 'b', status: 'paid' })
  expect(ask(`DELETE /invoices/${id}?force=true`).status).toBe(204)
})

it('lets through what no request could ever bring to the wanted state', async () => {
  const { ask } = await sandboxOf(invoices)
  const { id } = ask('POST /letters', { body: {} }).body as { readonly id: string }
  expect(ask(`DELETE /letters/${id}`).status).toBe(204)
})
