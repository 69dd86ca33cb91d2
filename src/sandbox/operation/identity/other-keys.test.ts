import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const described = (name: string, description: string, properties: string) => `
paths:
  /${name}s:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Record'}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Record'}}}}}
  /${name}s/{${name}Id}:
    get:
      parameters: [{name: ${name}Id, in: path, required: true, description: ${JSON.stringify(description)}, schema: {type: string}}]
      responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Record'}}}}}
components: {schemas: {Record: {type: object, properties: {id: {type: string, readOnly: true}, ${properties}}}}}
`
const text = '{type: string}'
const words =
  'Plan ID or code. For ID no prefix is used e.g. `e28zov4fw0v2`. For code use prefix `code-`, e.g. `code-gold`.'

it.each([
  ['plan', words, `code: ${text}`, { code: 'gold' }, ['gold', 'code-gold'], ['code-silver', 'silver']],
  [
    'room',
    'The id. Can also be the `unique_name` of the room.',
    `unique_name: ${text}`,
    { unique_name: 'den' },
    ['den'],
    ['x'],
  ],
  [
    'hall',
    'The SID of the hall. This value can be either the `sid` or the `unique_name` of the hall.',
    `unique_name: ${text}`,
    { unique_name: 'den' },
    ['den'],
    ['x'],
  ],
  ['crew', 'Use the crew name instead of id', `name: ${text}`, { name: 'den' }, ['den'], ['x']],
  [
    'user',
    '',
    `profile: {type: object, properties: {login: ${text}}}`,
    { profile: { login: 'ann@x.y' } },
    ['ann@x.y'],
    ['ben@x.y'],
  ],
])(
  'finds a %s by what its path may name besides the id',
  async (name, description, properties, body, known, unknown) => {
    const { ask } = await sandboxOf(described(name, description, properties))
    const made = ask(`POST /${name}s`, { body }).body as { id: string }
    for (const key of [made.id, ...known])
      expect(ask(`GET /${name}s/${key}`).body).toMatchObject({ id: made.id, ...body })
    for (const key of unknown) expect(ask(`GET /${name}s/${key}`).status).toBe(404)
  },
)

it('makes ids without the prefix of another key', async () => {
  const { ask } = await sandboxOf(described('plan', words, `code: ${text}`))
  expect(ask('POST /plans', { body: { code: 'gold' } }).body).not.toMatchObject({ id: expect.stringMatching(/^code-/) })
})

const answering = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const taking = (schema: string) => `requestBody: {required: true, content: {application/json: {schema: ${schema}}}}`

it('finds by the property that the parameter says around the type', async () => {
  const payer = `{type: object, required: [uid, label], properties: {uid: ${text}, label: ${text}, external_ref: ${text}}}`
  const { ask } = await sandboxOf(`
paths:
  /payers: {post: {${taking(`{type: object, properties: {external_ref: ${text}}}`)}, responses: {'201': ${answering(payer)}}}}
  /payers/{external_payer_ref}: {get: {parameters: [{name: external_payer_ref, in: path, required: true, schema: ${text}}], responses: {'200': ${answering(payer)}}}}
`)
  ask('POST /payers', { body: { external_ref: 'X-1' } })
  expect(ask('GET /payers/X-1').body).toMatchObject({ external_ref: 'X-1' })
  expect(ask('GET /payers/X-2').status).toBe(404)
})

it('does not take a reference to another for the own id', async () => {
  const note = `{type: object, required: [id], properties: {id: ${text}, body: ${text}, note_reference: {type: object, properties: {note_id: ${text}}}}}`
  const { ask } = await sandboxOf(`
paths:
  /notes: {post: {${taking(note.replace('required: [id], ', ''))}, responses: {'201': ${answering(note)}}}}
  /notes/{note_id}: {get: {parameters: [{name: note_id, in: path, required: true, schema: ${text}}], responses: {'200': ${answering(note)}}}}
`)
  const first = ask('POST /notes', { body: { body: 'a' } }).body as { id: string }
  const second = ask('POST /notes', { body: { body: 'b', note_reference: { note_id: first.id } } }).body as {
    id: string
  }
  expect(ask(`GET /notes/${first.id}`).body).toMatchObject({ body: 'a' })
  expect(ask(`GET /notes/${second.id}`).body).toMatchObject({ body: 'b', note_reference: { note_id: first.id } })
})

it('makes one of each that is sent to a kind, and shows it under that kind alone', async () => {
  const item = `{$ref: '#/components/schemas/Item'}`
  const { ask } = await sandboxOf(`
paths:
  /items/{sort}: {post: {parameters: [{name: sort, in: path, required: true, schema: ${text}}], ${taking(`{type: object, properties: {title: ${text}}}`)}, responses: {'200': ${answering(item)}}}}
  /items/{sort}/{item_id}: {get: {parameters: [{name: sort, in: path, required: true, schema: ${text}}, {name: item_id, in: path, required: true, schema: ${text}}], responses: {'200': ${answering(item)}, '404': {description: none}}}}
components: {schemas: {Item: {type: object, properties: {item_id: ${text}, title: ${text}}}}}
`)
  const make = (title: string) => (ask('POST /items/page', { body: { title } }).body as { item_id: string }).item_id
  const [one, two] = [make('a'), make('b')]
  expect(ask(`GET /items/page/${one}`).body).toMatchObject({ title: 'a' })
  expect(ask(`GET /items/page/${two}`).body).toMatchObject({ title: 'b' })
  expect(ask(`GET /items/post/${one}`).status).toBe(404)
})

it.each([
  ['submit', `{type: object, properties: {title: ${text}}}`, true],
  ['preview', `{type: object, properties: {title: ${text}}}`, false],
  ['submit', `{type: object, properties: {claim_id: ${text}, title: ${text}}}`, false],
])('makes what is sent by %s and answered, unless %s names one: %s', async (verb, sent, makes) => {
  const claim = `{$ref: '#/components/schemas/Claim'}`
  const { ask } = await sandboxOf(`
paths:
  /claim/${verb}: {post: {${taking(sent)}, responses: {'200': ${answering(claim)}}}}
  /claim/list: {get: {responses: {'200': ${answering(`{type: object, properties: {claims: {type: array, items: ${claim}}}}`)}}}}
  /claim/{claim_id}: {get: {parameters: [{name: claim_id, in: path, required: true, schema: ${text}}], responses: {'200': ${answering(claim)}}}}
components: {schemas: {Claim: {type: object, properties: {claim_id: ${text}, title: ${text}}}}}
`)
  const made = ask(`POST /claim/${verb}`, { body: { title: 'mine' } }).body
  const { claims } = ask('GET /claim/list').body as { claims: readonly { title: string }[] }
  expect(claims.some(({ title }) => title === 'mine')).toBe(makes)
  if (makes) expect(claims).toContainEqual(made)
})
