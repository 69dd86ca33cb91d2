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

it('moves what is ahead in an example ahead of the clock, and nothing that is no time', async () => {
  const example = `{id: n_1, send_date: '2021-03-24', expires_at: '2021-01-01T00:00:00Z', end_of_life: '2023-11-09T00:00:00Z', valid_until: 'soon', delivery_phone: '4155550100', expires_in: 3600, due_days: 30, started: '2020-01-01'}`
  const properties =
    'id: {type: string, readOnly: true}, send_date: {type: string}, expires_at: {type: string}, end_of_life: {type: string}, valid_until: {type: string}, delivery_phone: {type: string}, expires_in: {type: integer}, due_days: {type: integer}, started: {type: string}'
  const of = `content: {application/json: {schema: {$ref: '#/components/schemas/Note'}, example: ${example}}}`
  const { ask } = await sandboxOf(`
paths:
  /notes: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}, responses: {'201': {description: ok, ${of}}}}}
  /notes/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${of}}}}}
components: {schemas: {Note: {type: object, properties: {${properties}}}}}
`)
  expect(ask('POST /notes', { body: {} }).body).toMatchObject({
    send_date: '2025-01-31',
    expires_at: '2025-01-31T00:00:00Z',
    end_of_life: '2025-01-31T00:00:00Z',
    valid_until: 'soon',
    delivery_phone: '4155550100',
    expires_in: 3600,
    due_days: 30,
    started: '2020-01-01',
  })
  expect(ask('POST /notes', { body: { send_date: '2021-05-01' } }).body).toMatchObject({ send_date: '2021-05-01' })
})

it('numbers what is known by its moment in the seconds of the clock', async () => {
  const message = `{type: object, properties: {ts: {type: string, pattern: '^\\d{10}\\.\\d{6}$', readOnly: true}, text: {type: string}}}`
  const { ask } = await sandboxOf(`
paths:
  /messages: {post: {requestBody: {content: {application/json: {schema: ${message}}}}, responses: {'201': {description: ok, content: {application/json: {schema: ${message}}}}}}}
  /messages/{ts}: {get: {parameters: [{name: ts, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: ${message}}}}}}}
`)
  const made = [1, 2].map(() => ask('POST /messages', { body: { text: 'a' } }).body as { ts: string })
  for (const { ts } of made) {
    expect(ts).toMatch(/^173568960[1-9]\.\d{6}$/)
    expect(ask(`GET /messages/${ts}`).body).toMatchObject({ ts })
  }
  expect(made[0]?.ts).not.toBe(made[1]?.ts)
})
