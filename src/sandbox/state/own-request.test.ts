import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const text = '{type: string}'
const media = (schema: string, example: unknown): string =>
  `content: {application/json: {schema: ${schema}, ${example === undefined ? '' : `example: ${JSON.stringify(example)}`}}}`

const shown = {
  id: 'inv_1',
  number: '0001',
  memo: 'Thank you',
  template: 'TEMP-1',
  tip: true,
  terms: { days: 14, kind: 'net', grade: 'A' },
  customer: { id: 'cus_9', city: 'Berlin', tier: 'gold' },
}

const described = (request: unknown, isWhole: boolean): string => `
paths:
  /invoices:
    post:
      requestBody: {${media(isWhole ? '{$ref: "#/components/schemas/Invoice"}' : '{$ref: "#/components/schemas/Draft"}', request)}}
      responses: {'201': {description: ok, ${media('{$ref: "#/components/schemas/Invoice"}', shown)}}}
  /invoices/{id}:
    parameters: [{name: id, in: path, required: true, schema: ${text}}]
    get: {responses: {'200': {description: ok, ${media('{$ref: "#/components/schemas/Invoice"}', shown)}}}}
components:
  schemas:
    Draft: {type: object, properties: &said {memo: ${text}, template: ${text}, tip: {type: boolean, default: false}, terms: &terms {type: object, properties: {days: {type: integer}, kind: {type: string, default: net}, grade: {type: string}}}, customer: {}}}
    Invoice:
      type: object
      required: [id, terms]
      properties:
        <<: *said
        id: {type: string, readOnly: true}
        number: ${text}
        customer: {type: object, properties: {id: ${text}, city: ${text}, tier: ${text}}}
`

const created = async (request: unknown, isWhole: boolean, body: object): Promise<unknown> => {
  const { ask } = await sandboxOf(described(request, isWhole))
  const made = ask('POST /invoices', { body })
  expect(made.status).toBe(201)
  const { id } = made.body as { readonly id: string }
  expect(ask(`GET /invoices/${id}`).body).toEqual(made.body)
  return made.body
}

const request = {
  memo: 'Thank you',
  template: 'TEMP-1',
  tip: true,
  terms: { days: 14, kind: 'net' },
  customer: { id: 'cus_9', city: 'Berlin' },
}

it('takes over no more from an example than what its request did not say', async () => {
  expect(await created(request, false, {})).toEqual({
    id: expect.any(String),
    number: expect.any(String),
    tip: false,
    terms: { kind: 'net', grade: 'A' },
  })
  expect(await created(request, true, { terms: {} })).toEqual({
    id: expect.any(String),
    number: expect.any(String),
    tip: false,
    terms: { kind: 'net' },
  })
})

it('keeps what was sent', async () => {
  const sent = { memo: 'Ours', tip: true, terms: { days: 30 }, customer: { id: 'cus_1' } }
  expect(await created(request, true, sent)).toMatchObject(sent)
  expect(await created(request, true, sent)).not.toHaveProperty('customer.city')
  expect(await created(request, false, sent)).toMatchObject(sent)
})

it('takes over the whole example where requests hold the record itself and show none', async () => {
  expect(await created(undefined, true, { terms: {} })).toMatchObject({ memo: 'Thank you', template: 'TEMP-1' })
})

it('leaves out what requests may say where no example of one is there', async () => {
  const made = await created(undefined, false, {})
  expect(made).not.toHaveProperty('memo')
  expect(made).not.toHaveProperty('template')
  expect(made).toMatchObject({ number: expect.any(String) })
})

it('leaves nothing empty that has to be there', async () => {
  const bare = described({ terms: { days: 14, grade: 'A' } }, false).replaceAll('"kind":"net",', '')
  expect((await sandboxOf(bare)).ask('POST /invoices', { body: {} }).body).toMatchObject({
    terms: { days: 14, grade: 'A' },
  })
})

it('takes over the example that the request agrees with', async () => {
  const ticket = (kind: string) => ({ id: `t_${kind}`, kind, message: `Ticket for the ${kind}` })
  const examples = JSON.stringify({ a: { value: ticket('museum') }, b: { value: ticket('event') } })
  const { ask } = await sandboxOf(`
paths:
  /tickets:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {kind: {type: string, enum: [museum, event]}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}, examples: ${examples}}}}}
  /tickets/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}}}}}}
components:
  schemas:
    Ticket: {type: object, required: [id, message], properties: {id: ${text}, kind: {type: string, enum: [museum, event]}, message: ${text}}}
`)
  const message = (body: object) => (ask('POST /tickets', { body }).body as { message: string }).message
  expect(message({ kind: 'event' })).toBe('Ticket for the event')
  expect(message({ kind: 'museum' })).toBe('Ticket for the museum')
  expect(message({})).toBe('Ticket for the museum')
})

it('gives an object that is sent inside not the id of the example', async () => {
  const text = '{type: string}'
  const answer = `content: {application/json: {schema: {type: object, required: [id, to], properties: {id: ${text}, to: {type: object, required: [id, name], properties: {id: ${text}, name: ${text}}}}}, example: {id: l_1, to: {id: p_0a1b2c3d, name: Jane}}}}`
  const { ask } = await sandboxOf(`
paths:
  /letters: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {to: {type: object, properties: {name: ${text}}}}}}}}, responses: {'201': {description: ok, ${answer}}}}}
  /letters/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, ${answer}}}}}
`)
  const { to } = ask('POST /letters', { body: { to: { name: 'Bo' } } }).body as { readonly to: { readonly id: string } }
  expect(to).toMatchObject({ name: 'Bo' })
  expect(to.id).not.toBe('p_0a1b2c3d')
})

it('calls an object that is sent by its slug not as the example of the property calls another', async () => {
  const region =
    '{type: object, example: {slug: nyc1, name: New York 1}, required: [slug, name], properties: {slug: {type: string}, name: {type: string}}}'
  const { ask } = await sandboxOf(`
paths:
  /volumes: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {region: {type: object, properties: {slug: {type: string}, name: {type: string}}}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, region: ${region}}}}}}}}}
`)
  const named = (sent: object) => (ask('POST /volumes', { body: { region: sent } }).body as { region: object }).region
  expect(named({ slug: 'fra1' })).toEqual({ slug: 'fra1', name: 'fra1' })
  expect(named({ slug: 'nyc1' })).toEqual({ slug: 'nyc1', name: 'New York 1' })
  expect(named({ slug: 'fra1', name: 'New York 1' })).toEqual({ slug: 'fra1', name: 'New York 1' })
})
