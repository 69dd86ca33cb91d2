import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Asked, type Inline, sandboxOf } from '../../../test/support/inline.ts'
import { credential } from '../../../test/support/simulated.ts'
import { rangeOf } from '../state/keys.ts'
import { advanceClock, resetSandbox } from '../upkeep.ts'

const description = `
servers: [{url: 'https://api.example/v1'}]
paths:
  /read: {get: {security: [{o: [read]}], responses: {'200': {description: ok}}}}
  /write:
    post: {security: [{o: [read, write]}], responses: {'200': {description: ok}, '403': {description: no, content: {application/json: {schema: {type: object, required: [error], properties: {error: {type: object, properties: {message: {type: string}}}}}}}}}}
  /mixed: {get: {security: [{o: [write]}, {k: []}], responses: {'200': {description: ok}}}}
components:
  securitySchemes:
    k: {type: apiKey, in: header, name: X-Key}
    o:
      type: oauth2
      flows:
        clientCredentials: {tokenUrl: 'https://api.example/v1/oauth/token', scopes: &s {read: reads, write: writes}}
        authorizationCode: {authorizationUrl: /oauth/authorize, tokenUrl: 'https://api.example/v1/oauth/token', refreshUrl: /oauth/refresh, scopes: *s}
        password: {tokenUrl: /password/token, scopes: *s}
`

interface Grant {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly token_type: string
  readonly scope: string
}

const fresh = (): Promise<Inline> => sandboxOf(description)
const anonymous = { authorization: '' }

function token(
  { ask }: Inline,
  parameters: Record<string, string>,
  fields: Record<string, string> = {},
  at = '/v1/oauth/token',
) {
  const asked: Asked = {
    body: new URLSearchParams(parameters).toString(),
    fields: { ...anonymous, 'content-type': 'application/x-www-form-urlencoded', ...fields },
  }
  const told = ask(`POST ${at}`, asked)
  return { ...told, grant: told.body as Grant, error: (told.body as { error?: string }).error }
}

const client = { grant_type: 'client_credentials', client_id: 'me', client_secret: credential }

function authorize({ ask }: Inline, parameters: Record<string, string>): URL {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'me',
    redirect_uri: 'http://app.example/back?a=1',
    ...parameters,
  })
  const told = ask(`GET /oauth/authorize?${query}`, { fields: anonymous })
  expect(told.status).toBe(302)
  return new URL(told.field('Location') ?? '')
}

const code = (api: Inline, parameters: Record<string, string> = {}): Record<string, string> => ({
  grant_type: 'authorization_code',
  code: authorize(api, parameters).searchParams.get('code') ?? '',
  redirect_uri: 'http://app.example/back?a=1',
  client_id: 'me',
  client_secret: credential,
})

const use = ({ ask }: Inline, access: string, line = 'GET /read') =>
  ask(line, { fields: { authorization: `Bearer ${access}` } }).status

it('grants a client its token, and takes it', async () => {
  const api = await fresh()
  const told = token(api, { ...client, scope: 'read' })
  expect(told.status).toBe(200)
  expect(told.grant).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read' })
  expect(told.grant.refresh_token).toBeUndefined()
  expect(told.field('Cache-Control')).toBe('no-store')
  expect(use(api, told.grant.access_token)).toBe(200)
})

it.each([
  [
    'the secret in Basic',
    { grant_type: 'client_credentials' },
    { authorization: `Basic ${Buffer.from(`me:${credential}`).toString('base64')}` },
    '/v1/oauth/token',
  ],
  ['the credential as client id', { grant_type: 'client_credentials', client_id: credential }, {}, '/v1/oauth/token'],
  ['the bare path', client, {}, '/oauth/token'],
  ['a slash at the end', client, {}, '/v1/oauth/token/'],
  ['the password of a user', { grant_type: 'password', username: 'me', password: credential }, {}, '/password/token'],
])('knows a client by %s', async (_, parameters, fields, at) => {
  const api = await fresh()
  const told = token(api, parameters as Record<string, string>, fields as Record<string, string>, at)
  expect(told.status).toBe(200)
  expect(use(api, told.grant.access_token)).toBe(200)
})

it('takes JSON as well as a form', async () => {
  const api = await fresh()
  expect(api.ask('POST /oauth/token', { body: client, fields: anonymous }).status).toBe(200)
})

it.each([
  ['no grant type', {}, 400, 'invalid_request'],
  ['a grant type unheard of', { ...client, grant_type: 'telepathy' }, 400, 'unsupported_grant_type'],
  ['a wrong secret', { ...client, client_secret: 'wrong' }, 401, 'invalid_client'],
  ['no client', { grant_type: 'client_credentials' }, 401, 'invalid_client'],
  ['a wrong password', { grant_type: 'password', username: 'me', password: 'wrong' }, 401, 'invalid_client'],
  ['a scope unheard of', { ...client, scope: 'read fly' }, 400, 'invalid_scope'],
  ['a code unheard of', { ...client, grant_type: 'authorization_code', code: 'x' }, 400, 'invalid_grant'],
  ['a refresh token unheard of', { ...client, grant_type: 'refresh_token', refresh_token: 'x' }, 400, 'invalid_grant'],
  ['no refresh token', { ...client, grant_type: 'refresh_token' }, 400, 'invalid_request'],
  ['no code', { ...client, grant_type: 'authorization_code' }, 400, 'invalid_request'],
])('refuses a token for %s', async (_, parameters, status, error) => {
  const told = token(await fresh(), parameters as Record<string, string>)
  expect([told.status, told.error]).toEqual([status, error])
  expect(told.field('Cache-Control')).toBe('no-store')
})

it('exchanges a code once', async () => {
  const api = await fresh()
  const back = authorize(api, { state: 's&t' })
  expect([back.searchParams.get('state'), back.searchParams.get('a')]).toEqual(['s&t', '1'])
  const parameters = code(api, { scope: 'read' })
  const told = token(api, parameters)
  expect(told.grant).toMatchObject({ scope: 'read', refresh_token: expect.any(String) })
  expect(use(api, told.grant.access_token)).toBe(200)
  expect(token(api, parameters).error).toBe('invalid_grant')
})

const verifier = 'a'.repeat(43)
const hashed = createHash('sha256').update(verifier).digest('base64url')

it.each([
  ['S256', { code_challenge: hashed, code_challenge_method: 'S256' }],
  ['plain', { code_challenge: verifier, code_challenge_method: 'plain' }],
  ['no method, which is plain', { code_challenge: verifier }],
])('holds a code to its challenge: %s', async (_, challenge) => {
  const api = await fresh()
  const { client_secret: _secret, ...parameters } = code(api, challenge as Record<string, string>)
  expect(token(api, parameters).error).toBe('invalid_grant')
  const wrong = { ...parameters, code_verifier: 'b'.repeat(43) }
  expect(token(api, wrong).error).toBe('invalid_grant')
  expect(token(api, { ...parameters, code_verifier: verifier }).status).toBe(200)
})

it.each([
  ['another redirect', { redirect_uri: 'http://app.example/other' }, 'invalid_grant'],
  ['another client', { client_id: 'you' }, 'invalid_grant'],
  ['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
])('refuses a code with %s', async (_, change, error) => {
  const api = await fresh()
  expect(token(api, { ...code(api), ...change }).error).toBe(error)
})

it('forgets a code after ten minutes', async () => {
  const api = await fresh()
  const parameters = code(api)
  advanceClock(api.live, 601)
  expect(token(api, parameters).error).toBe('invalid_grant')
})

it.each(['javascript:alert(1)', 'java\tscript:alert(1)', '\x01data:text/html,x', 'file:///etc/passwd'])(
  'does not redirect to %s',
  async (uri) => {
    const { ask } = await sandboxOf(description)
    const query = new URLSearchParams({ response_type: 'code', redirect_uri: uri })
    const told = ask(`GET /oauth/authorize?${query}`, { fields: anonymous })
    expect([told.status, told.field('Location')]).toEqual([400, undefined])
  },
)

it('refuses to redirect to nowhere, and says other mistakes to the redirect', async () => {
  const api = await fresh()
  expect(api.ask('GET /oauth/authorize?response_type=code', { fields: anonymous }).status).toBe(400)
  expect(api.ask('GET /oauth/authorize?response_type=code&redirect_uri=nowhere', { fields: anonymous }).status).toBe(
    400,
  )
  const error = (parameters: Record<string, string>) => {
    const back = authorize(api, { state: 's', ...parameters })
    return [back.searchParams.get('error'), back.searchParams.get('state'), back.searchParams.get('code')]
  }
  expect(error({ response_type: 'magic' })).toEqual(['unsupported_response_type', 's', null])
  expect(error({ scope: 'fly' })).toEqual(['invalid_scope', 's', null])
  expect(error({ code_challenge: 'x', code_challenge_method: 'S1' })).toEqual(['invalid_request', 's', null])
})

it('gives a token in the fragment to those that ask for one', async () => {
  const api = await fresh()
  const back = authorize(api, { response_type: 'token', state: 's' })
  const fragment = new URLSearchParams(back.hash.slice(1))
  expect([fragment.get('state'), fragment.get('token_type')]).toEqual(['s', 'Bearer'])
  expect(use(api, fragment.get('access_token') ?? '')).toBe(200)
})

it('renews a token, and the refresh token with it', async () => {
  const api = await fresh()
  const first = token(api, code(api)).grant
  const refresh = (refresh_token: string, more = {}) =>
    token(api, { grant_type: 'refresh_token', refresh_token, client_id: 'me', ...more }, {}, '/oauth/refresh')
  expect(refresh(first.refresh_token, { client_secret: 'wrong' }).error).toBe('invalid_client')
  const second = refresh(first.refresh_token, { client_secret: credential }).grant
  expect(use(api, second.access_token)).toBe(200)
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(refresh(first.refresh_token).error).toBe('invalid_grant')
  const narrow = refresh(second.refresh_token, { scope: 'read' }).grant
  expect([use(api, narrow.access_token), use(api, narrow.access_token, 'POST /write')]).toEqual([200, 403])
  expect(refresh(narrow.refresh_token, { scope: 'read write' }).error).toBe('invalid_scope')
})

it('says 403 of a good token that lacks a scope, in the declared shape', async () => {
  const api = await fresh()
  const { access_token } = token(api, { ...client, scope: 'read' }).grant
  const told = api.ask('POST /write', { fields: { authorization: `Bearer ${access_token}` } })
  expect(told.status).toBe(403)
  expect(told.body).toEqual({ error: { message: 'The token lacks the scope write' } })
  expect(told.field('WWW-Authenticate')).toBe('Bearer error="insufficient_scope", scope="write"')
  expect(
    api.ask('GET /mixed', { fields: { authorization: `Bearer ${access_token}`, 'x-key': credential } }).status,
  ).toBe(200)
  expect(use(api, token(api, client).grant.access_token, 'POST /write')).toBe(200)
})

it('lets a token expire by the virtual clock', async () => {
  const api = await fresh()
  const { access_token } = token(api, client).grant
  advanceClock(api.live, 3599)
  expect(use(api, access_token)).toBe(200)
  advanceClock(api.live, 1)
  expect(use(api, access_token)).toBe(401)
})

it('stores no token beyond its time', async () => {
  const api = await fresh()
  const stored = () => [...api.live.store.range(rangeOf('t')), ...api.live.store.range(rangeOf('x'))].length
  for (let i = 0; i < 5; i++) token(api, client)
  token(api, code(api))
  expect(stored(), '6 access tokens with their ends, a refresh token; the code is used').toBe(13)
  advanceClock(api.live, 3600)
  expect(stored(), 'the refresh token').toBe(1)
})

it('takes neither codes nor refresh tokens for access tokens, nor tokens from before a reset', async () => {
  const api = await fresh()
  const parameters = code(api)
  expect(use(api, parameters['code'] ?? '')).toBe(401)
  const { access_token, refresh_token } = token(api, parameters).grant
  expect(use(api, refresh_token)).toBe(401)
  resetSandbox(api.live)
  expect(use(api, access_token)).toBe(401)
  expect(token(api, client).grant.access_token).not.toBe(access_token)
})

it('draws tokens from the seed', async () => {
  const [a, b, c] = await Promise.all([fresh(), fresh(), sandboxOf(description, { seed: 'other' })])
  const texts = [a, b, c].map((api) => token(api, client).grant.access_token)
  expect(texts[0]).toBe(texts[1])
  expect(texts[0]).not.toBe(texts[2])
})

it('grants a token in the declared shape where the endpoint is an operation too', async () => {
  const api = await sandboxOf(`
paths:
  /oauth/token: {post: {operationId: createToken, security: [], responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [access_token, app_id], properties: {access_token: {type: string}, app_id: {type: string}}}}}}}}}
  /read: {get: {security: [{o: []}], responses: {'200': {description: ok}}}}
components: {securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: /oauth/token, scopes: {}}}}}}
`)
  const told = token(api, client, {}, '/oauth/token')
  expect([told.status, told.field('X-Tool-Operation')]).toEqual([200, 'createToken'])
  expect(told.grant).toMatchObject({ app_id: expect.any(String), token_type: 'Bearer' })
  expect(use(api, told.grant.access_token)).toBe(200)
})

it('lets a browser ask for tokens, and nobody with another method', async () => {
  const { ask } = await fresh()
  const preflight = ask('OPTIONS /oauth/token', { fields: { ...anonymous, origin: 'http://app.example' } })
  expect([preflight.status, preflight.field('Access-Control-Allow-Methods')]).toEqual([204, 'POST, OPTIONS'])
  expect(preflight.field('Access-Control-Allow-Origin')).toBe('http://app.example')
  const got = ask('GET /oauth/token', { fields: anonymous })
  expect([got.status, got.field('Allow')]).toEqual([405, 'POST, OPTIONS'])
})

it.each(['https://{tenant}.example/oauth/token', '//login.example/oauth/token?a=b', 'oauth/token', '/oauth/token/'])(
  'serves the token endpoint that is declared as %s',
  async (url) => {
    const api = await sandboxOf(`
paths: {/read: {get: {security: [{o: []}], responses: {'200': {description: ok}}}}}
components: {securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: '${url}', scopes: {}}}}}}
`)
    expect(use(api, token(api, client, {}, '/oauth/token').grant.access_token)).toBe(200)
  },
)
