import { expect, it } from 'vitest'
import { requestOf, sandboxOf } from '../../test/support/inline.ts'
import { explain } from './explain.ts'

const { live, ask } = await sandboxOf(`
paths:
  /pets:
    post: {operationId: makePet, requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
  /pets/{id}: {get: {operationId: getPet, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}}
components: {schemas: {Pet: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}}}
`)
ask('POST /pets', { body: { name: 'first' } })

const none = { authorization: '' }

it.each<[string, Parameters<typeof requestOf>[1], readonly string[]]>([
  [
    'POST /pets',
    { body: { name: 'a' } },
    [
      'auth: credential sent',
      'faults: none',
      'route: POST /pets (makePet)',
      'auth: satisfied',
      'request: valid',
      'operation: create pet /pets',
      'synth: sent name; generated id',
      'store: pet',
    ],
  ],
  [
    'GET /pets/x',
    {},
    [
      'auth: credential sent',
      'faults: none',
      'route: GET /pets/{id} (getPet)',
      'auth: satisfied',
      'request: valid',
      'operation: read pet',
      'operation: refused with 404',
    ],
  ],
  [
    'GET /pets/x',
    { fields: none },
    ['auth: no credential sent', 'faults: none', 'route: GET /pets/{id} (getPet)', 'auth: refused with 401'],
  ],
  [
    'POST /pets',
    { body: {} },
    [
      'auth: credential',
      'faults: none',
      'route: POST',
      'auth: satisfied',
      'request: body:/name',
      'operation: refused with 400: Missing required property name',
    ],
  ],
  ['GET /pet', {}, ['auth: credential', 'faults: none', 'route: no operation matched GET /pet; nearest: POST /pets']],
  [
    'POST /pets',
    { body: '{"name":', fields: { 'content-type': 'application/json' } },
    [
      'auth:',
      'faults:',
      'route: POST /pets',
      'auth: satisfied',
      'request: Request body is ',
      'operation: refused with 400',
    ],
  ],
  [
    'POST /pets',
    { body: 'a', fields: { 'content-type': 'text/plain' } },
    [
      'auth:',
      'faults:',
      'route: POST /pets',
      'auth: satisfied',
      'request: Content-Type text/plain',
      'operation: refused',
    ],
  ],
  ['OPTIONS /pets', {}, ['auth:', 'faults:', 'route: OPTIONS /pets asks which methods are taken: POST, OPTIONS']],
  [
    'POST /pets',
    { body: { name: 'a' }, fields: { prefer: 'code=201' } },
    ['auth:', 'faults:', 'route:', 'auth:', 'request:', 'operation: Prefer: 201'],
  ],
])('tells what was decided of %s %j', (line, asked, expected) => {
  const { steps } = explain(requestOf(line, asked), live)
  const told = steps.map(({ step, decision }) => `${step}: ${decision}`)
  expect(told.map((one, i) => one.slice(0, expected[i]?.length))).toEqual(expected)
})

it('leaves clock, sequence and journal as they are', () => {
  const explained = () => explain(requestOf('POST /pets', { body: { name: 'a' } }), live).outcome.response
  const size = live.journal.size
  expect(explained()).toEqual(explained())
  expect(live.journal.size).toBe(size)
})

it('tells no credential that stands in a path', () => {
  const { credential } = live.settings
  for (const sent of [credential, `%${credential.charCodeAt(0).toString(16)}${credential.slice(1)}`]) {
    const { steps } = explain(requestOf(`GET /bot${sent}/nothing`), live)
    expect(steps.find(({ step }) => step === 'route')?.decision).toMatch(/^no operation matched GET \/bot<redacted:/)
  }
})

it('tells which values were sent, and where the others come from', async () => {
  const shop = await sandboxOf(`
paths:
  /carts:
    post:
      operationId: makeCart
      requestBody: {content: {application/json: {schema: {type: object, properties: {size: {type: integer}, note: {type: string}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Cart'}}}}}
  /carts/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Cart'}}}}}}}
components:
  schemas:
    Cart:
      type: object
      required: [id, size, kind, color, word]
      properties:
        id: {type: string}
        size: {type: integer}
        note: {type: string}
        kind: {type: string, default: plain}
        color: {type: string, example: teal}
        word: {type: string}
`)
  const { steps } = explain(requestOf('POST /carts', { body: { size: 3 } }), shop.live)
  const told = steps.flatMap(({ step, decision }) => (step === 'synth' ? [decision] : []))
  expect(told).toEqual([expect.stringMatching(/: kind$/), 'sent size; example color; generated id, word'])
})

it('says what a head has no room for', async () => {
  const { live } = await sandboxOf(`
paths:
  /moved: {get: {operationId: moved, responses: {'200': {description: ok, headers: {Location: {schema: {type: string}, example: ${'x'.repeat(9_000)}}}}}}}
`)
  const { outcome, steps } = explain(requestOf('GET /moved', {}), live)
  expect(outcome.response.fields).not.toContain('Location')
  expect(steps.map(({ decision }) => decision)).toContain('a head has at most 8192 bytes: Location left out')
})
