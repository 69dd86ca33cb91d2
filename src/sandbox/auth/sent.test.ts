import { expect, it } from 'vitest'
import { requestOf, sandboxOf } from '../../../test/support/inline.ts'
import { explain } from '../explain.ts'

const { live } = await sandboxOf(`
security: [{q: []}, {h: []}, {c: []}, {b: []}]
paths:
  /k: {get: {operationId: get, responses: {'200': {description: ok}}}}
  /users: {post: {operationId: register, security: [], requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Login'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, email: {type: string}}}}}}}}}
  /login: {post: {operationId: login, security: [], requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Login'}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {token: {type: string}}}}}}}}}
components:
  schemas: {Login: {type: object, required: [email, password], properties: {email: {type: string}, password: {type: string}}}}
  securitySchemes:
    q: {type: apiKey, in: query, name: shop_key}
    h: {type: apiKey, in: header, name: X-Shop}
    c: {type: apiKey, in: cookie, name: sid}
    b: {type: http, scheme: basic}
`)
const { credential } = live.settings
const none = { authorization: '' }
const first = (line: string, asked: Parameters<typeof requestOf>[1]) => explain(requestOf(line, asked), live).steps[0]

it.each<[string, Parameters<typeof requestOf>[1], string]>([
  ['GET /k', { fields: none }, 'no credential sent'],
  ['GET /k?page=1', { fields: { ...none, cookie: 'theme=dark', 'x-id': '7' } }, 'no credential sent'],
  ['GET /k', {}, 'credential sent in the authorization header'],
  [
    'GET /k',
    { fields: { authorization: `Basic ${btoa(`${credential}:`)}` } },
    'credential sent in the authorization header (basic)',
  ],
  ['GET /k?shop_key=wrong', { fields: none }, 'credential sent in the query (shop_key)'],
  ['GET /k', { fields: { ...none, 'x-shop': 'wrong' } }, 'credential sent in the header x-shop'],
  ['GET /k', { fields: { ...none, cookie: 'a=1; sid=2' } }, 'credential sent in the cookie sid'],
  [`GET /k?shop_key=${credential}`, {}, 'credential sent in the authorization header and the query (shop_key)'],
  [`GET /k?other=${credential}`, { fields: none }, 'credential sent in the query (other)'],
  ['POST /login', { fields: none, body: { email: 'a@b.c', password: 'pw' } }, 'credential sent in the body (password)'],
  ['POST /k', { fields: none, body: { shop: credential } }, 'credential sent in the body (shop)'],
  ['POST /users', { fields: none, body: { email: 'a@b.c', password: 'pw' } }, 'no credential sent'],
])('tells where %s %j carries a credential', (line, asked, told) => {
  expect(first(line, asked)).toEqual({ step: 'auth', decision: told })
})
