import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const text = '{type: string}'
const answer = `content: {application/json: {schema: {type: object, required: [id], properties: {id: ${text}, name: ${text}, signing_secret: ${text}, connection: {type: object, properties: {uri: ${text}, password: ${text}}}}}, example: {id: d_1, name: a, signing_secret: whsec_C2FVsBQIhrsc9lQI, connection: {uri: 'postgres://u:wv78n3zpz42xezdk@h:1/d', password: wv78n3zpz42xezdk}}}}`
const description = `
paths:
  /databases: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: ${text}, signing_secret: ${text}}}}}}, responses: {'201': {description: ok, ${answer}}}}}
  /databases/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, ${answer}}}}}
  /databases/{id}/secret: {get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [key], properties: {key: {type: string, example: whsec_C2FVsBQIhrsc9lQI}}}}}}}}}
`
interface Made {
  readonly id: string
  readonly connection: { readonly uri: string; readonly password: string }
}

it('draws secrets of examples for each record, and says them where it says them', async () => {
  const { ask } = await sandboxOf(description)
  const [a, b] = ['a', 'b'].map((name) => ask('POST /databases', { body: { name } }).body as Made) as [Made, Made]
  for (const { connection } of [a, b]) {
    expect(connection.password).toMatch(/^[a-z]{2}\d\d[a-z]\d[a-z]{3}\d\d[a-z]{5}$/)
    expect(connection.uri).toBe(`postgres://u:${connection.password}@h:1/d`)
  }
  expect(a.connection.password).not.toBe(b.connection.password)
  expect(ask(`GET /databases/${a.id}`).body).toEqual(a)
  const again = await sandboxOf(description)
  expect(again.ask('POST /databases', { body: { name: 'a' } }).body).toEqual(a)
})

it('draws those of single records, too, and keeps what was sent', async () => {
  const { ask } = await sandboxOf(description)
  const body = { name: 'a', signing_secret: 'whsec_C2FVsBQIhrsc9lQI' }
  const { id } = ask('POST /databases', { body }).body as Made
  expect(ask(`GET /databases/${id}`).body).toMatchObject(body)
  const { key } = ask(`GET /databases/${id}/secret`).body as { readonly key: string }
  expect(key).toMatch(/^whsec_\w{16}$/)
  expect(key).not.toBe('whsec_C2FVsBQIhrsc9lQI')
})

it('draws none that the schema refuses, none that the record is found by, and none in what was sent', async () => {
  const key = "{type: string, pattern: '^[A-F0-9]{16}$', example: ABCDEF0123456789}"
  const card = `content: {application/json: {schema: {type: object, required: [token, client_secret, signing_key], properties: {token: {type: string, example: tok_1a2b3c4d5e6f}, note: ${text}, client_secret: {type: string, format: uuid, example: 3f2a9c1e-7b64-4d18-9e05-c2a1b3d4e5f6}, signing_key: ${key}, private_key: {type: string, example: /etc/ssl/private/key1.pem}}}}}`
  const { ask } = await sandboxOf(`
paths:
  /cards: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {note: ${text}}}}}}, responses: {'201': {description: ok, ${card}}}}}
  /cards/{token}: {get: {parameters: [{name: token, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, ${card}}}}}
`)
  const body = { note: 'as ABCDEF0123456789' }
  const made = ask('POST /cards', { body }).body as { readonly token: string }
  expect(made).toMatchObject({
    ...body,
    client_secret: expect.stringMatching(/^[0-9a-f-]{36}$/),
    signing_key: expect.stringMatching(/^(?!ABCDEF0123456789)[A-F0-9]{16}$/),
  })
  expect(ask(`GET /cards/${made.token}`).body).toEqual(made)
})

it('draws codes that are said to be unique in the form of whichever example is taken, and leaves other codes', async () => {
  const ticket = (code: string) =>
    `{code: ${code}, kind: ${code.includes('event') ? 'event' : 'general'}, product_code: prod-12ab34-cd56}`
  const properties = `code: {type: string, description: Unique confirmation code of the ticket.}, kind: {type: string}, product_code: {type: string}`
  const { ask } = await sandboxOf(`
paths:
  /tickets:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {kind: {type: string, enum: [general, event]}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {type: object, required: [id, code, product_code], properties: {id: {type: string}, ${properties}}}, examples: {a: {value: ${ticket('ticket-general-e5e5c6-dce78')}}, b: {value: ${ticket('ticket-event-a98c8f-7eb12')}}}}}}}
`)
  const codes = ['general', 'general', 'event'].map(
    (kind) => ask('POST /tickets', { body: { kind } }).body as { code: string },
  )
  expect(new Set(codes.map(({ code }) => code)).size).toBe(3)
  expect(codes[0]?.code).toMatch(/^ticket-general-(?!e5e5c6-dce78)\w{6}-\w{5}$/)
  expect(codes[2]?.code).toMatch(/^ticket-(event|general)-(?!a98c8f-7eb12|e5e5c6-dce78)\w{6}-\w{5}$/)
  expect(codes[1]).toMatchObject({ product_code: 'prod-12ab34-cd56' })
})

it('draws what an example only names at the end of a URL, and numbers of receipts', async () => {
  const receipt =
    '{id: r1, receipt_url: "https://pay.example/receipts/EXAMPLE_RECEIPT_ID", receipt_number: R2B3, site_url: "https://pay.example/EXAMPLES"}'
  const { ask } = await sandboxOf(`
paths:
  /receipts: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {note: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, receipt_url: {type: string}, receipt_number: {type: string}, site_url: {type: string}}}, example: ${receipt}}}}}}}
`)
  const [one, two] = ['a', 'b'].map((note) => ask('POST /receipts', { body: { note } }).body as Record<string, string>)
  expect(one?.['receipt_url']).toMatch(/^https:\/\/pay\.example\/receipts\/[0-9a-f]{22}$/)
  expect(two?.['receipt_url']).not.toBe(one?.['receipt_url'])
  expect(one?.['receipt_number']).toMatch(/^(?!R2B3)[A-Z0-9]{4}$/)
  expect(one).toMatchObject({ site_url: 'https://pay.example/EXAMPLES' })
})

it('changes a short number of a receipt in its own place alone, and no id in which it happens to stand', async () => {
  const order = '{id: o1, customer_id: cust-A1007, receipt_number: A100, note: x A100}'
  const id = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
  const { ask } = await sandboxOf(`
paths:
  /customers/{id}: {${id}, put: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, name: {type: string}}}}}}}}}
  /customers/{id}/orders: {${id}, post: {requestBody: {content: {application/json: {schema: {type: object, properties: {note: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, customer_id: {type: string}, receipt_number: {type: string}, note: {type: string}}}, example: ${order}}}}}}}
`)
  expect(ask('PUT /customers/cust-A1007', { body: { name: 'a' } }).status).toBe(200)
  const made = ask('POST /customers/cust-A1007/orders', { body: { note: 'hi' } }).body
  expect(made).toMatchObject({ customer_id: 'cust-A1007', note: 'hi' })
  expect((made as { receipt_number: string }).receipt_number).toMatch(/^(?!A100)[A-Z0-9]{4}$/)
})
