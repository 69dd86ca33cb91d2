import { expect, it } from 'vitest'
import { type Inline, sandboxOf } from '../../../test/support/inline.ts'
import { credential, dump } from '../../../test/support/simulated.ts'

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const answers =
  "responses: {'200': {description: ok}, '401': {description: no, content: {application/json: {schema: {type: object, required: [code], properties: {code: {type: integer}}}}}}}"

const api = await sandboxOf(`
paths:
  /header: {get: {security: [{header: []}], ${answers}}}
  /query: {get: {security: [{query: []}], ${answers}}}
  /long: {get: {security: [{long: []}], ${answers}}}
  /cookie: {get: {security: [{cookie: []}], ${answers}}}
  /basic: {get: {security: [{basic: []}], ${answers}}}
  /bearer: {get: {security: [{bearer: []}], ${answers}}}
  /digest: {get: {security: [{digest: []}], ${answers}}}
  /oauth2: {get: {security: [{oauth2: [read]}], ${answers}}}
  /oidc: {get: {security: [{oidc: []}], ${answers}}}
  /tls: {get: {security: [{tls: []}], ${answers}}}
  /named: {get: {security: [{header: [], client: [], version: []}], ${answers}}}
  /session: {get: {security: [{header: [], user: []}], ${answers}}}
  /app: {get: {security: [{header: [], app: []}], ${answers}}}
  /unnamed: {get: {security: [{client: []}], ${answers}}}
  /both: {get: {security: [{header: [], query: []}], ${answers}}}
  /either: {get: {security: [{header: []}, {query: []}], ${answers}}}
  /open: {get: {security: [], ${answers}}}
  /optional: {get: {security: [{bearer: []}, {}], ${answers}}}
  /unsaid: {get: {${answers}}}
  /proto: {get: {security: [{__proto__: []}], ${answers}}}
components:
  securitySchemes:
    header: {type: apiKey, in: header, name: X-Api-Key}
    query: {type: apiKey, in: query, name: key}
    long: {type: apiKey, in: query, name: private_token}
    cookie: {type: apiKey, in: cookie, name: sid}
    client: {type: apiKey, in: header, name: X-CLIENT-ID}
    user: {type: apiKey, in: cookie, name: user}
    app: {type: apiKey, in: header, name: X-Api-Key-App}
    version: {type: apiKey, in: header, name: Api-Version}
    basic: {type: http, scheme: basic}
    bearer: {type: http, scheme: bearer}
    digest: {type: http, scheme: digest}
    oauth2: {type: oauth2, flows: {clientCredentials: {tokenUrl: /token, scopes: {read: reads}}}}
    oidc: {type: openIdConnect, openIdConnectUrl: 'https://id.example/.well-known/openid-configuration'}
    tls: {type: mutualTLS}
`)

const schemes = ['header', 'query', 'cookie', 'basic', 'bearer', 'digest', 'oauth2', 'oidc', 'tls', 'both', 'either']

it.each([
  `HMAC-SHA256 Credential=${credential}/20250101/eu-west-1/things, SignedHeaders=host, Signature=ab`,
  `Signature keyId="${credential}",algorithm="hmac-sha256",signature="ab+c/d=="`,
  `Digest username="${credential}", realm="x", uri="/digest", response="ab"`,
  `OAuth oauth_consumer_key="${credential}", oauth_signature="ab"`,
  `Token token=${credential}`,
  `SharedKey ${credential}:c2lnbmF0dXJl==`,
])('takes the issued credential of one who signs: %s', (authorization) => {
  const other = authorization.replace(credential, 'another')
  expect(api.ask('GET /header', { fields: { authorization } }).status).toBe(200)
  expect(api.ask('GET /header', { fields: { authorization: other } }).status).toBe(401)
})

it.each(schemes)('takes the issued credential in Authorization for /%s, in every shape', (path) => {
  for (const authorization of [
    credential,
    `Bearer ${credential}`,
    `bearer ${credential}`,
    `token ${credential}`,
    basic(credential, ''),
    basic('me', credential),
    `Token token="${credential}"`,
    `Studio Client="web", Device="desk", Token="${credential}"`,
    `api_key=${credential}`,
  ])
    expect(api.ask(`GET /${path}`, { fields: { authorization } }).status, authorization).toBe(200)
})

const basicOnly = `
security: [{basic: []}]
paths: {/basic: {get: {${answers}}}}
components: {securitySchemes: {basic: {type: http, scheme: basic}}}
`

it.each(['judge:secret', 'judge:', ':secret', 'a:b:c'])(
  'takes a credential with a colon in Basic: %s',
  async (whole) => {
    const { ask } = await sandboxOf(basicOnly, { credential: whole })
    const sent = (authorization: string) => ask('GET /basic', { fields: { authorization } }).status
    expect([sent(basic(whole, '')), sent(basic('me', whole)), sent(`Bearer ${whole}`)]).toEqual([200, 200, 200])
    expect(sent(`Basic ${btoa(whole)}`)).toBe(200)
    expect([sent(basic(`${whole}x`, '')), sent(basic('other', '')), sent(basic(`${whole}:`, ''))]).toEqual([
      401, 401, 401,
    ])
  },
)

it.each<[string, Record<string, string>]>([
  ['/header', { 'x-api-key': credential }],
  ['/header', { 'x-api-key': `Bearer ${credential}` }],
  [`/query?key=${credential}`, {}],
  [`/query?a=1&key=${credential}`, {}],
  ['/long', { 'private-token': credential }],
  ['/cookie', { cookie: `a=b; sid=${credential}` }],
  [`/both?key=${credential}`, { 'x-api-key': credential }],
  ['/named', { 'x-client-id': 'me', 'api-version': '2020-01-01', 'x-api-key': credential }],
  ['/unnamed', { 'x-client-id': credential }],
  ['/either', { 'x-api-key': credential }],
  [`/either?key=${credential}`, {}],
  ['/open', {}],
  ['/optional', {}],
  ['/unsaid', {}],
  ['/open', { authorization: 'Bearer wrong' }],
])('admits to %s with %o', (path, fields) => {
  expect(api.ask(`GET ${path}`, { fields: { authorization: '', ...fields } }).status).toBe(200)
})

it.each<[string, Record<string, string>]>([
  ...schemes.map((path): [string, Record<string, string>] => [`/${path}`, {}]),
  ...schemes.map((path): [string, Record<string, string>] => [`/${path}`, { authorization: 'Bearer wrong' }]),
  ['/header', { 'x-api-key': 'wrong' }],
  ['/header', { 'x-api-key': '' }],
  [`/header?X-Api-Key=${credential}`, {}],
  ['/query', { key: credential }],
  ['/query?key=', {}],
  ['/long', { 'private-token': 'wrong' }],
  ['/cookie', { cookie: `sid2=${credential}` }],
  ['/both', { 'x-api-key': credential }],
  [`/both?key=${credential}`, { 'x-api-key': 'wrong' }],
  ['/named', { 'x-client-id': 'me', 'api-version': '2020-01-01', 'x-api-key': 'wrong' }],
  ['/named', { 'x-client-id': credential, 'api-version': '2020-01-01' }],
  ['/named', { 'x-api-key': credential }],
  ['/unnamed', { 'x-client-id': 'me' }],
  ['/session', { 'x-api-key': credential, cookie: 'user=me' }],
  ['/app', { 'x-api-key': credential, 'x-api-key-app': 'mine' }],
  ['/basic', { authorization: basic('wrong', 'wrong') }],
  ['/basic', { authorization: 'Basic' }],
  ['/bearer', { authorization: `Bearer ${credential}x` }],
  ['/bearer', { authorization: `Bearer ${credential.slice(0, -1)}` }],
  ['/bearer', { cookie: `sid=${credential}` }],
  ['/proto', {}],
])('refuses %s with %o, in the words of the interface', (path, fields) => {
  const told = api.ask(`GET ${path}`, { fields: { authorization: '', ...fields } })
  expect(told.status).toBe(401)
  expect(told.text).toBe('{"message":"Authentication required"}')
  expect(told.field('WWW-Authenticate')).toBe('Bearer')
  expect(told.field('Content-Type')).toBe('application/json; charset=utf-8')
  expect(told.field('X-Tool-Operation')).toBeDefined()
})

const undeclared = (text: string): Promise<Inline> => sandboxOf(`paths: {/a: {get: {${text} ${answers}}}}`)

it('asks for a bearer where the description declares no scheme at all', async () => {
  const bare = await undeclared('')
  expect(bare.ask('GET /a').status).toBe(200)
  expect(bare.ask('GET /a', { fields: { authorization: '' } }).status).toBe(401)
})

it('takes the credential in any field or query parameter where the description declares no scheme at all', async () => {
  const { ask } = await undeclared('')
  const sent = (fields: Record<string, string>, query = ''): number =>
    ask(`GET /a${query}`, { fields: { authorization: '', ...fields } }).status
  expect(sent({ 'x-shop-server-token': credential })).toBe(200)
  expect(sent({}, `?sig=${credential}`)).toBe(200)
  expect(sent({ 'x-shop-server-token': 'another' }, '?sig=another')).toBe(401)
  expect(sent({ 'user-agent': credential })).toBe(401)
})

it('takes the credential in a property of the body or a variable of the path where no scheme is declared at all', async () => {
  const { ask } = await sandboxOf(`
servers: [{url: 'https://api.example.com/bot{token}', variables: {token: {default: '1:a'}}}]
paths:
  /notes:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {key: {type: string}, text: {type: string}}}}}}, ${answers}}
  /{key}/notes:
    get: {parameters: [{name: key, in: path, required: true, schema: {type: string}}], ${answers}}
`)
  const sent = (line: string, body?: unknown): number =>
    ask(line, { fields: { authorization: '' }, ...(body !== undefined && { body }) }).status
  expect(sent('POST /notes', { key: credential, text: 'a' })).toBe(200)
  expect(sent('POST /notes', { key: 'another', text: 'a' })).toBe(401)
  expect(sent('POST /notes')).toBe(401)
  expect(sent(`POST /bot${credential}/notes`, { text: 'a' })).toBe(200)
  expect(sent('POST /bot1:a/notes', { text: 'a' })).toBe(401)
  expect(sent(`GET /${credential}/notes`)).toBe(200)
})

it('keeps no credential that came in a body', async () => {
  const note = '{type: object, properties: {id: {type: string}, key: {type: string}, text: {type: string}}}'
  const { ask, live } = await sandboxOf(`
paths: {/notes: {post: {requestBody: {content: {application/json: {schema: ${note}}}}, responses: {'201': {description: ok, content: {application/json: {schema: ${note}}}}}}}}
`)
  for (const authorization of ['', credential]) {
    const told = ask('POST /notes', { body: { key: credential, text: 'a' }, fields: { authorization } })
    expect(told.body).toMatchObject({ text: 'a' })
    expect(told.text).not.toContain(credential)
  }
  expect(JSON.stringify(dump(live.store))).not.toContain(credential)
})

it('takes no credential out of a body where the description says where it stands', async () => {
  const { ask } = await sandboxOf(`
security: [{header: []}]
paths: {/notes: {post: {requestBody: {content: {application/json: {schema: {type: object}}}}, ${answers}}}}
components: {securitySchemes: {header: {type: apiKey, in: header, name: X-Api-Key}}}
`)
  expect(ask('POST /notes', { body: { key: credential }, fields: { authorization: '' } }).status).toBe(401)
})

it('takes the credential where a header is called a key, whatever product is named before it', async () => {
  const { ask } = await undeclared(
    'parameters: [{name: acme-api-key, in: header, schema: {type: string}}, {name: idempotency-key, in: header, schema: {type: string}}],',
  )
  const sent = (fields: Record<string, string>) => ask('GET /a', { fields: { authorization: '', ...fields } }).status
  expect(sent({ 'acme-api-key': credential })).toBe(200)
  expect(sent({ 'acme-api-key': 'wrong' })).toBe(401)
  expect(sent({ 'idempotency-key': credential })).toBe(401)
})

it('applies the security of the document where the operation says nothing', async () => {
  const { ask } = await sandboxOf(`
security: [{k: []}]
paths: {/a: {get: {${answers}}}, /b: {get: {security: [], ${answers}}}}
components: {securitySchemes: {k: {type: apiKey, in: query, name: k}}}
`)
  const nothing = { fields: { authorization: '' } }
  expect([ask('GET /a', nothing).status, ask(`GET /a?k=${credential}`, nothing).status]).toEqual([401, 200])
  expect(ask('GET /b', nothing).status).toBe(200)
})

it('judges the credential before the request', async () => {
  const { ask } = await sandboxOf(`
paths: {/a: {post: {requestBody: {required: true, content: {application/json: {schema: {type: object}}}}, ${answers}}}}
`)
  expect(ask('POST /a', { fields: { authorization: '' }, body: '{' }).status).toBe(401)
})

it('asks for no second credential where a parameter or a property of the body repeats it', async () => {
  const rpc = await sandboxOf(`
paths:
  /auth.test:
    get:
      security: [{oauth2: []}]
      parameters:
        - {name: token, in: header, required: true, description: Authentication token, schema: {type: string}}
        - {name: api_key, in: query, required: true, schema: {type: string}}
      ${answers}
  /users.info:
    get:
      security: [{oauth2: []}]
      parameters: [{name: token, in: query, required: true, description: Authentication token, schema: {type: string}}]
      ${answers}
  /post:
    post:
      security: [{oauth2: []}]
      requestBody: {content: {application/json: {schema: {type: object, required: [token, text], properties: {token: {type: string, description: Authentication token}, text: {type: string}}}}}}
      ${answers}
  /devices:
    post:
      security: [{oauth2: []}]
      requestBody: {content: {application/json: {schema: {type: object, required: [token], properties: {token: {type: string, description: The push token of the device}}}}}}
      ${answers}
components:
  securitySchemes:
    oauth2: {type: oauth2, flows: {clientCredentials: {tokenUrl: /token, scopes: {}}}}
`)
  expect(rpc.ask('GET /auth.test').status).toBe(200)
  const bare = { fields: { authorization: '' } }
  expect(rpc.ask(`GET /auth.test?api_key=${credential}`, bare).status).toBe(200)
  expect(rpc.ask('GET /auth.test', { fields: { authorization: '', token: credential } }).status).toBe(200)
  expect(rpc.ask('GET /auth.test?api_key=other', bare).status).toBe(401)
  expect(rpc.ask('POST /users.info', { body: {} }).status).toBe(200)
  expect(rpc.ask('GET /users.info').status).toBe(400)
  expect(rpc.ask('POST /post', { body: { text: 'hi' } }).status).toBe(200)
  expect(rpc.ask('POST /post', { body: {} }).text).toContain('text')
  expect(rpc.ask('POST /devices', { body: {} }).status).toBe(400)
})

it('keeps the credential out of records and a token out of the journal, whatever they are sent under', async () => {
  const thing = '{type: object, properties: {id: {type: string}, k: {type: string}, name: {type: string}}}'
  const ok = (schema: string) => `{'200': {description: ok, content: {application/json: {schema: ${schema}}}}}`
  const { ask, live } = await sandboxOf(`
paths:
  /things:
    get: {responses: ${ok(`{type: array, items: ${thing}}`)}}
    post: {parameters: [{name: k, in: query, schema: {type: string}}], requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: ${ok(thing)}}
  /login: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {password: {type: string}}}}}}, responses: ${ok('{type: object, properties: {token: {type: string}}}')}}}
`)
  const made = ask(`POST /things?k=${credential}`, { body: { name: 'a' }, fields: { authorization: '' } })
  expect([made.status, made.text.includes(credential)]).toEqual([200, false])
  expect(JSON.stringify(dump(live.store))).not.toContain(credential)
  const { token } = ask('POST /login', { body: { password: 'x' } }).body as { token: string }
  expect(ask(`GET /things?zz=${token}`, { fields: { authorization: '', 'x-foo': token } }).status).toBe(200)
  expect(JSON.stringify(live.journal.last(10))).not.toContain(token)
})

it('refuses a wrong credential where none need be sent', async () => {
  const schemes = (more = '') => `
paths:
  /unsaid: {get: {${answers}}}
  /said: {get: {${more}${answers}}}
  /login: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {username: {type: string}, password: {type: string}}}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {access_token: {type: string}}}}}}}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Api-Key}
    client: {type: apiKey, in: header, name: X-Client-Id}
    sid: {type: apiKey, in: cookie, name: sid}
    bearer: {type: http, scheme: bearer}
`
  const asked = (one: Inline, path: string, fields: Record<string, string>) =>
    one.ask(`GET ${path}`, { fields: { authorization: '', ...fields } }).status
  const none = await sandboxOf(schemes())
  expect(asked(none, '/unsaid', {})).toBe(200)
  expect(asked(none, '/unsaid', { 'x-api-key': credential })).toBe(200)
  expect(asked(none, '/unsaid', { 'x-api-key': 'wrong' })).toBe(401)
  expect(asked(none, '/unsaid', { authorization: 'Bearer wrong' })).toBe(401)
  expect(asked(none, '/unsaid', { 'x-client-id': 'any', cookie: 'sid=any' })).toBe(200)
  const old = { body: { username: 'a', password: 'b' }, fields: { authorization: 'Bearer old' } }
  expect(none.ask('POST /login', old).status).toBe(200)
  const some = await sandboxOf(schemes('security: [{}, {bearer: []}], '))
  expect(asked(some, '/unsaid', { 'x-api-key': 'wrong' })).toBe(200)
  expect(asked(some, '/said', {})).toBe(200)
  expect(asked(some, '/said', { authorization: 'Bearer wrong' })).toBe(401)
})
