import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const of = json('{$ref: "#/components/schemas/Invoice"}')
const text = '{type: string}'
const description = `
paths:
  /invoices:
    post: {requestBody: {${of}}, responses: {'201': {description: ok, ${of}}}}
  /invoices/{id}:
    parameters: [{name: id, in: path, required: true, schema: ${text}}]
    get: {responses: {'200': {description: ok, ${of}}}}
    patch: {requestBody: {${of}}, responses: {'200': {description: ok, ${of}}}}
  /me: {get: {responses: {'200': {description: ok, ${json(`{type: object, properties: {note: ${text}, phone: ${text}}}`)}}}}}
components:
  schemas:
    Invoice:
      type: object
      properties:
        id: {type: string, readOnly: true}
        name: ${text}
        memo: ${text}
        phone: ${text}
        active: {type: boolean}
        term: {type: string, default: net_30}
        shown: {type: string, example: as shown}
        made: {type: string, description: Populated by the system. Read-only.}
        contact: {type: object, properties: {first_name: ${text}, address: {type: object, properties: {city: ${text}, country: ${text}}}}}
        detail:
          type: object
          properties:
            note: ${text}
            reference: ${text}
            metadata: {type: object, properties: {created_at: {type: string, format: date-time}, cancelled_by: ${text}}}
        lines: {type: array, items: {type: object, properties: {text: ${text}, sku: ${text}, amount: {type: integer}}}}
        payments: {type: object, readOnly: true, properties: {paid_amount: {type: integer}, transactions: {type: array, items: ${text}}}}
`

interface Invoice {
  readonly id: string
}

it('leaves out what requests may say and nobody said, at every depth', async () => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /invoices', { body: {} }).body as Invoice
  expect(made).toEqual({
    id: expect.any(String),
    active: expect.any(Boolean),
    term: 'net_30',
    made: expect.any(String),
    detail: { metadata: { created_at: '2025-01-01T00:00:00Z' } },
    lines: [],
  })
  expect(ask(`GET /invoices/${made.id}`).body).toEqual(made)
})

it('keeps it left out when the record changes, and shows it once it is said', async () => {
  const { ask } = await sandboxOf(description)
  const { id } = ask('POST /invoices', { body: { name: 'a' } }).body as Invoice
  expect(ask(`PATCH /invoices/${id}`, { body: { name: 'b' } }).body).not.toHaveProperty('memo')
  expect(ask(`PATCH /invoices/${id}`, { body: { memo: 'm' } }).body).toMatchObject({ name: 'b', memo: 'm' })
})

it('shows what lists and objects hold as it was sent', async () => {
  const { ask } = await sandboxOf(description)
  const part = fc.record({ text: fc.string(), sku: fc.string(), amount: fc.nat() }, { requiredKeys: [] })
  const address = fc.record({ city: fc.string(), country: fc.string() }, { requiredKeys: [] })
  const contact = fc.record({ first_name: fc.string(), address }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 3 }), contact, (lines, contact) => {
      const made = ask('POST /invoices', { body: { lines, contact } }).body
      expect(made).toMatchObject({ lines, contact })
      for (const [index, line] of lines.entries())
        expect(Object.keys((made as { lines: object[] }).lines[index] as object).toSorted()).toEqual(
          Object.keys(line).toSorted(),
        )
    }),
  )
})

it('makes what has to be there, and all of what no request makes', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('GET /me').body).toEqual({ note: expect.any(String), phone: expect.any(String) })
  const required = description.replace(
    '        term:',
    '        kept: {type: object, required: [city], properties: {city: {type: string}, street: {type: string}}}\n        term:',
  )
  const { ask: again } = await sandboxOf(
    required.replace(
      '      type: object\n      properties:\n        id',
      '      type: object\n      required: [kept]\n      properties:\n        id',
    ),
  )
  const made = again('POST /invoices', { body: { kept: { city: 'Bern' } } }).body as { kept: object }
  expect(made.kept).toEqual({ city: 'Bern' })
})

const payer = `{type: object, properties: {source: {type: object, properties: {wallet: {type: object, properties: {email: ${text}, nick: ${text}`
const told = `account_id: {type: string, readOnly: true}, account_status: {type: string, enum: [VERIFIED, UNVERIFIED], readOnly: true}`
const orders = `
paths:
  /orders:
    post: {requestBody: {${json(`${payer}}}}}}}`)}}, responses: {'201': {description: ok, ${json(`${payer}, ${told}}}}}, id: ${text}}}`)}}}}
`

it('leaves out, inside what was sent, what else could be sent, and what the provider learns later', async () => {
  const { ask } = await sandboxOf(orders)
  expect(ask('POST /orders', { body: { source: { wallet: { email: 'a@b.example' } } } }).body).toEqual({
    id: expect.any(String),
    source: { wallet: { email: 'a@b.example' } },
  })
  expect(ask('POST /orders', { body: {} }).body).toEqual({ id: expect.any(String) })
})

const map = (shown: string) => `{type: object, additionalProperties: ${text}, example: {${shown}}}`
const volume = `labels: ${map('tier: gold')}, options: ${map('size: 1G')}, description: {type: string, example: For the website}, driver: {type: string, example: local}, ip_range: {type: string, example: 10.0.0.0/8}`
const volumes = `
paths:
  /volumes: {post: {requestBody: {${json('{$ref: "#/components/schemas/Volume"}')}}, responses: {'201': {description: ok, ${json('{$ref: "#/components/schemas/Volume"}')}}}}}
  /disks: {post: {requestBody: {${json(`{type: object, properties: {${volume}}}`)}}, responses: {'201': {description: ok, ${json(`{type: object, required: [labels], properties: {id: ${text}, ${volume}}}`)}}}}}
components: {schemas: {Volume: {type: object, properties: {id: {type: string, readOnly: true}, ${volume}}}}}
`

it('shows no labels and no texts of which only the example of the property tells', async () => {
  const { ask } = await sandboxOf(volumes)
  expect(ask('POST /volumes', { body: {} }).body).toEqual({ id: expect.any(String), ip_range: '10.0.0.0/8' })
  const options = { size: '2G' }
  expect(ask('POST /volumes', { body: { options } }).body).toMatchObject({ options })
})

it('begins with no labels where there must be some map', async () => {
  const { ask } = await sandboxOf(volumes)
  expect(ask('POST /disks', { body: {} }).body).toMatchObject({ labels: {} })
  expect(ask('POST /disks', { body: { labels: { a: 'b' } } }).body).toMatchObject({ labels: { a: 'b' } })
})

it('leaves out a permalink that no example shows, and keeps one that an example shows as a placeholder', async () => {
  const shown = (example: string) => `
paths:
  /notes:
    post: {requestBody: {${json(`{type: object, properties: {text: ${text}}}`)}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}, example: ${example}}}}}}
    get: {responses: {'200': {description: ok, ${json('{type: array, items: {$ref: "#/components/schemas/Note"}}')}}}}
components:
  schemas:
    Note: {type: object, properties: {id: ${text}, text: ${text}, stars: {type: integer}, url: {type: string, format: uri}, permalink: {type: string, format: uri}}}
`
  const bare = await sandboxOf(shown('{id: n1, text: hi, stars: 0, url: "https://notes.example/n1"}'))
  expect(bare.ask('POST /notes', { body: { text: 'a' } }).body).not.toHaveProperty('permalink')
  expect((bare.ask('GET /notes').body as object[])[0]).toHaveProperty('url')
  const held = await sandboxOf(shown('{id: n1, text: hi, stars: 0, permalink: "https://.../n1"}'))
  expect(held.ask('POST /notes', { body: { text: 'a' } }).body).toHaveProperty('permalink')
})
