import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (more: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/Order'}${more}}}`
const shown = `{id: o_1, createdAt: /Date(1573755038314+0000)/, updated: '2019-02-03 04:05:06', status_update_time: '2018-12-10T21:20:49Z', priceUpdatedAt: '1573755038314', customer_updated_at: '2018-12-10T21:20:49Z', address: {line: Main St, date_created: '2017-09-05T15:54:53.264Z'}}`
const description = `
paths:
  /orders:
    post: {requestBody: {${json('')}}, responses: {'201': {description: ok, ${json(`, example: ${shown}`)}}}}
  /orders/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json('')}}}}
  /customers:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Customer'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Customer'}}}}}}
  /customers/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Customer'}}}}}}
components:
  schemas:
    Customer: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Order:
      type: object
      properties:
        id: {type: string, readOnly: true}
        createdAt: {type: string, readOnly: true}
        updated: {type: string, readOnly: true}
        status_update_time: {type: string, readOnly: true}
        priceUpdatedAt: {type: string}
        customer_updated_at: {type: string, readOnly: true}
        address: {type: object, properties: {line: {type: string}, date_created: {type: string}}}
`

it('takes times of creation and change from the clock, in the form that the example has', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('POST /orders', { body: {} }).body).toMatchObject({
    createdAt: '/Date(1735689600000+0000)/',
    updated: '2025-01-01 00:00:00',
    status_update_time: '2025-01-01T00:00:00Z',
    priceUpdatedAt: '1735689600000',
    address: { date_created: '2025-01-01T00:00:00.000Z' },
  })
})

it('leaves the times of others, and what was sent', async () => {
  const { ask } = await sandboxOf(description)
  const sent = { priceUpdatedAt: '1500000000000', address: { line: 'x', date_created: '2011-01-01T00:00:00Z' } }
  expect(ask('POST /orders', { body: sent }).body).toMatchObject({
    ...sent,
    customer_updated_at: '2018-12-10T21:20:49Z',
  })
})
