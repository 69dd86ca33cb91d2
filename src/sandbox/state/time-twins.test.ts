import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const quote = '{$ref: "#/components/schemas/Quote"}'
const shown = `{id: q1, Date: /Date(1580515200000+0000)/, DateString: '2020-02-01T00:00:00', ExpiryDate: /Date(1580601600000+0000)/, ExpiryDateString: '2020-02-02T00:00:00'}`
const description = `
paths:
  /quotes: {post: {requestBody: {${json(quote)}}, responses: {'201': {description: ok, content: {application/json: {schema: ${quote}, example: ${shown}}}}}}}
  /quotes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${json(quote)}}}}
    patch: {requestBody: {${json(quote)}}, responses: {'200': {description: ok, ${json(quote)}}}}
components:
  schemas:
    Quote:
      type: object
      properties: {id: {type: string}, Date: {type: string}, DateString: {type: string}, ExpiryDate: {type: string}, ExpiryDateString: {type: string}}
`

it('tells a time that was sent as a text too, and the other way round', async () => {
  const { ask } = await sandboxOf(description)
  const body = { Date: '2025-11-20', ExpiryDateString: '2025-12-20' }
  const made = ask('POST /quotes', { body }).body as { readonly id: string }
  expect(made).toMatchObject({ ...body, DateString: '2025-11-20T00:00:00', ExpiryDate: '/Date(1766188800000+0000)/' })
  const changed = ask(`PATCH /quotes/${made.id}`, { body: { Date: '2025-11-21' } }).body
  expect(changed).toMatchObject({ Date: '2025-11-21', DateString: '2025-11-21T00:00:00' })
})

it('leaves both where both were sent', async () => {
  const { ask } = await sandboxOf(description)
  const body = { Date: '2025-11-20', DateString: '2025-11-21' }
  expect(ask('POST /quotes', { body }).body).toMatchObject(body)
})
