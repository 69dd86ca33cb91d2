import { expect, it } from 'vitest'
import { sandboxOf } from '../../test/support/inline.ts'
import { dump } from '../../test/support/simulated.ts'

const description = `
paths:
  /pets:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses:
        '201':
          description: ok
          headers: {X-Left: {schema: {type: integer}, example: 7}}
          content: {application/json: {schema: &pet {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}, examples: {cat: {value: {id: 1, name: Tom}}, dog: {value: {id: 2, name: Rex}}}}}
        '402': {description: pay, content: {application/json: {schema: {type: object, required: [owed], properties: {owed: {type: integer, minimum: 5, maximum: 5}}}}}}
        '409': {description: nothing to show}
        '400': {description: bad, content: {application/json: {schema: {type: object, required: [message], properties: {message: {type: string}}}}}}
        5XX: {description: broken, content: {text/plain: {schema: {type: string}, example: broken}}}
`

it.each([
  ['code=402', 402, { owed: 5 }],
  ['code=409', 409, undefined],
  ['code=503', 503, 'broken'],
  ['code=201', 201, { id: 1, name: 'Tom' }],
  ['example=dog', 201, { id: 2, name: 'Rex' }],
  ['code=201, example=dog', 201, { id: 2, name: 'Rex' }],
  ['code=201; example="dog"', 201, { id: 2, name: 'Rex' }],
  ['example=cow', 400, { message: 'Prefer: example=cow is not declared; declared are cat, dog' }],
  ['example=__proto__', 400, { message: 'Prefer: example=__proto__ is not declared; declared are cat, dog' }],
  ['code=404', 400, { message: 'Prefer: code=404 is not declared; declared are 201, 400, 402, 409, 5XX' }],
  ['code=200x', 400, { message: 'Prefer: code=200x is not a status code' }],
])('Prefer: %s answers %i, and changes nothing', async (prefer, status, body) => {
  const { ask, live } = await sandboxOf(description)
  const before = dump(live.store)
  const told = ask('POST /pets', { body: { name: 'Own' }, fields: { prefer } })
  expect([told.status, told.body]).toEqual([status, body])
  expect(dump(live.store)).toEqual(before)
})

const secured = `
paths:
  /pets/{id}:
    get:
      security: [{key: []}]
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}
        '401': &error {description: No key, content: {application/json: {schema: &shape {type: object, required: [message, type], properties: {message: {type: string, example: There is no such pet}, type: {type: string, enum: [not_found, rate_limit, authentication]}}}}}}
        '404': {description: There is no such pet, content: {application/json: {schema: *shape}}}
        default: {description: '', content: {application/json: {schema: *shape}}}
  /open: {get: {security: [], responses: {'200': {description: ok}, '401': *error}}}
components: {securitySchemes: {key: {type: http, scheme: basic}}}
`

it.each([
  ['/pets/1', 401, { message: 'Authentication required' }],
  ['/pets/1', 404, { message: 'There is no such pet', type: 'not_found' }],
  ['/pets/1', 429, { message: 'Too Many Requests', type: 'rate_limit' }],
  ['/open', 401, { message: 'No key', type: 'authentication' }],
])('GET %s with Prefer: code=%i says what that status means', async (path, code, body) => {
  const { ask } = await sandboxOf(secured)
  const told = ask(`GET ${path}`, { fields: { prefer: `code=${code}` } })
  expect([told.status, told.body, told.field('Preference-Applied')]).toEqual([code, body, `code=${code}`])
})

it('answers Prefer: code=401 as it does without a credential', async () => {
  const { ask } = await sandboxOf(secured)
  const preferred = ask('GET /pets/1', { fields: { prefer: 'code=401' } })
  const real = ask('GET /pets/1', { fields: { authorization: '' } })
  expect([preferred.text, preferred.field('WWW-Authenticate')]).toEqual([real.text, real.field('WWW-Authenticate')])
})

it('tells that it did as preferred, with the declared fields', async () => {
  const { ask } = await sandboxOf(description)
  const told = ask('POST /pets', { body: {}, fields: { prefer: 'example=dog' } })
  expect([told.field('Preference-Applied'), told.field('X-Left')]).toEqual(['example=dog', '7'])
})

it('makes an answer from the schema when it shall be dynamic', async () => {
  const { ask } = await sandboxOf(description)
  const told = ask('POST /pets', { body: {}, fields: { prefer: 'dynamic=true' } })
  expect(told.status).toBe(201)
  expect(told.body).not.toEqual({ id: 1, name: 'Tom' })
  expect(told.body).toMatchObject({ id: expect.any(Number) })
})

it.each(['return=minimal', 'respond-async, wait=10', 'dynamic=false'])(
  'goes on as usual with Prefer: %s',
  async (prefer) => {
    const { ask } = await sandboxOf(description)
    expect(ask('POST /pets', { body: { name: 'Own' }, fields: { prefer } }).body).toMatchObject({ name: 'Own' })
  },
)

it('asks for the credential all the same', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('POST /pets', { fields: { prefer: 'code=201', authorization: '' } }).status).toBe(401)
})
