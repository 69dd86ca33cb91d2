import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`

it('sends an answer to where it declares that it leads', async () => {
  const { ask } = await sandboxOf(`
paths:
  /files/{id}/raw: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'307': {description: there, headers: {location: {schema: {type: string}}}}}}}
  /login: {get: {responses: {'303': {description: see, headers: {Location: {required: true, schema: {type: string, example: /home}}}}}}}
  /jobs: {post: {responses: {'202': {description: begun, headers: {Location: {schema: {type: string}}, Retry-After: {schema: {type: integer, example: 9}}, Link: {schema: {type: string}}}}}}}
`)
  expect([ask('GET /files/7/raw').status, ask('GET /files/7/raw').field('Location')]).toEqual([
    307,
    expect.stringMatching(/^https?:\/\/./),
  ])
  expect(ask('GET /login').field('Location')).toBe('/home')
  const begun = ask('POST /jobs')
  expect([begun.field('Location'), begun.field('Retry-After')]).toEqual(['/sim/jobs', '9'])
  expect(begun.field('Link')).toBe('</sim/jobs>; rel="self"')
})

it('means by a cookie of a scheme a credential that it takes, and sends every other as shown', async () => {
  const { ask } = await sandboxOf(`
paths:
  /in:
    post:
      security: []
      responses: {'204': {description: in, headers: {Set-Cookie: {schema: {type: string}, example: 'sid=x1; Domain=api.example; Path=/v1; Secure; SameSite=Strict'}}}}
  /out: {delete: {security: [], responses: {'204': {description: out, headers: {Set-Cookie: {schema: {type: string}}}}}}}
  /theme: {put: {security: [], responses: {'204': {description: set, headers: {Set-Cookie: {schema: {type: array, items: {type: string}}, example: [dark=1, 'big=1; Path=/']}}}}}}
  /me: {get: {security: [{jar: []}], responses: {'200': {description: ok, ${json('{type: object, properties: {on: {type: boolean}}}')}}}}}
components: {securitySchemes: {jar: {type: apiKey, in: cookie, name: sid}}}
`)
  const set = ask('POST /in').field('Set-Cookie') ?? ''
  expect(set).toMatch(/^sid=at_\w+; Path=\/; SameSite=Strict$/)
  const fields = { authorization: '', cookie: set.split(';')[0] ?? '' }
  expect(ask('GET /me', { fields }).status).toBe(200)
  expect(ask('GET /me', { fields: { authorization: '' } }).status).toBe(401)
  expect(ask('DELETE /out').field('Set-Cookie')).toBe('sid=; Path=/; Max-Age=0')
  expect(ask('PUT /theme').field('Set-Cookie')).toBe('dark=1')
})

it('tags what declares an entity tag, and says where it made what nothing reads', async () => {
  const { ask } = await sandboxOf(`
paths:
  /things:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}, responses: {'201': {description: made, headers: {Location: {schema: {type: string}}}, ${json('{type: object, properties: {id: {type: string}, a: {type: string}}}')}}}}
    get: {responses: {'200': {description: ok, headers: {ETag: {schema: {type: string}}}, ${json('{type: array, items: {type: object, properties: {id: {type: string}, a: {type: string}}}}')}}}}
`)
  const made = ask('POST /things', { body: { a: 'x' } })
  expect(made.field('Location')).toBe(`/sim/things/${(made.body as { id: string }).id}`)
  const tag = ask('GET /things').field('ETag') ?? ''
  expect(tag).toMatch(/^"\w+"$/)
  expect(ask('GET /things', { fields: { 'if-none-match': tag } }).status).toBe(304)
})

it('tells of the limit on a 429 that declares nothing of it', async () => {
  const { ask } = await sandboxOf(`
paths:
  /a:
    get:
      responses:
        '200': {description: ok, headers: {RateLimit-Limit: {schema: {type: integer}, example: 60}, RateLimit-Remaining: {schema: {type: integer}, example: 59}, X-Other: {schema: {type: string}}}, ${json('{type: object}')}}
        '429': {description: slow down, headers: {Retry-After: {schema: {type: integer}}}}
`)
  const told = ask('GET /a', { fields: { prefer: 'code=429' } })
  expect([told.status, told.field('RateLimit-Limit'), told.field('RateLimit-Remaining')]).toEqual([429, '60', '0'])
  expect([told.field('Retry-After'), told.field('X-Other')]).toEqual(['1', undefined])
})

it('sends what it declares of CORS once', async () => {
  const { ask } = await sandboxOf(`
security: [{key: []}]
paths:
  /own: {get: {responses: {'200': {description: ok, headers: {Access-Control-Allow-Origin: {schema: {type: string}}, access-control-expose-headers: {schema: {type: string}, example: X-Total}}, ${json('{type: object}')}}}}}
  /any: {get: {responses: {'200': {description: ok, headers: {Access-Control-Allow-Origin: {schema: {type: string, enum: ['*']}}}, ${json('{type: object}')}}}}}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
`)
  const fields = { origin: 'https://ui.example' }
  const own = ask('GET /own', { fields })
  expect([own.field('Access-Control-Allow-Origin'), own.field('Access-Control-Expose-Headers')]).toEqual([
    'https://ui.example',
    'X-Total',
  ])
  const any = ask('GET /any', { fields })
  expect([any.field('Access-Control-Allow-Origin'), any.field('Access-Control-Allow-Credentials')]).toEqual([
    '*',
    undefined,
  ])
  expect(ask('GET /own').field('Access-Control-Allow-Origin')).toBe('*')
})

it('answers a preflight of a path that declares OPTIONS', async () => {
  const { ask } = await sandboxOf(`
security: [{key: []}]
paths:
  /a: {options: {responses: {'200': {description: ok, ${json('{type: object}')}}}}, patch: {responses: {'204': {description: ok}}}}
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
`)
  const fields = { authorization: '', origin: 'https://ui.example', 'access-control-request-method': 'PATCH' }
  const told = ask('OPTIONS /a', { fields })
  expect([told.status, told.field('Access-Control-Allow-Methods')]).toEqual([204, expect.stringContaining('PATCH')])
  expect(ask('OPTIONS /a', { fields: { authorization: '' } }).status).toBe(401)
  expect(ask('OPTIONS /a').status).toBe(200)
})

it('says by what the answer varies, and tells its representations apart', async () => {
  const things = '{type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}'
  const both = `content: {application/json: {schema: ${things}}, application/xml: {schema: ${things}}}`
  const { ask } = await sandboxOf(`
paths:
  /things: {post: {requestBody: {content: {application/json: {schema: ${things}}}}, responses: {'201': {description: made, ${both}}}}}
  /things/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${both}}}}
    patch: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'200': {description: ok, ${both}}}}
`)
  ask('POST /things', { body: { id: 'a' } })
  const plain = ask('GET /things/a')
  const xml = ask('GET /things/a', { fields: { accept: 'application/xml' } })
  expect([plain.field('Vary'), xml.field('Vary')]).toEqual(['Accept', 'Accept'])
  const tag = xml.field('ETag') ?? ''
  expect(tag).not.toBe(plain.field('ETag'))
  const known = { 'if-none-match': tag }
  expect(ask('GET /things/a', { fields: known }).status).toBe(200)
  expect(ask('GET /things/a', { fields: { ...known, accept: 'application/xml' } }).status).toBe(304)
  expect(ask('PATCH /things/a', { body: { name: 'n' }, fields: { 'if-match': tag } }).status).toBe(200)
  expect(ask('PATCH /things/a', { body: { name: 'm' }, fields: { 'if-match': tag } }).status).toBe(412)
})
