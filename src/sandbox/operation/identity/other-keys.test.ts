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
