import { expect, it } from 'vitest'
import { type Inline, sandboxOf } from '../../../test/support/inline.ts'
import { credential, dump } from '../../../test/support/simulated.ts'
import { makeRedactor } from '../journal/redact.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const credentials =
  '{type: object, required: [email, password], properties: {email: {type: string}, password: {type: string}, name: {type: string}}}'
const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'

const description = `
security: [{token: []}]
paths:
  /users:
    post: {security: [], requestBody: {${json(credentials)}}, responses: {'201': {description: ok, ${json(ref('User'))}}}}
  /users/{id}:
    get: {${byId}, responses: {'200': {description: ok, ${json(ref('User'))}}, '404': {description: none}}}
    delete: {${byId}, responses: {'204': {description: gone}}}
  /login:
    post: {security: [], requestBody: {${json(credentials)}}, responses: {'200': {description: ok, ${json('{type: object, required: [token], properties: {token: {type: string, example: abc.def}, user: {$ref: "#/components/schemas/User"}}}')}}, '401': {description: no, ${json('{type: object, properties: {error: {type: string}}}')}}}}
  /me:
    get: {responses: {'200': {description: ok, ${json(ref('User'))}}}}
    patch: {requestBody: {${json('{type: object, properties: {name: {type: string}, password: {type: string}}}')}}, responses: {'200': {description: ok, ${json(ref('User'))}}}}
  /posts:
    post: {requestBody: {${json('{type: object, properties: {title: {type: string}}}')}}, responses: {'201': {description: ok, ${json(ref('Post'))}}}}
  /api-keys:
    post: {requestBody: {${json('{type: object, properties: {label: {type: string}}}')}}, responses: {'201': {description: ok, ${json(ref('ApiKey'))}}}}
  /api-keys/{id}:
    delete: {${byId}, responses: {'204': {description: gone}}}
components:
  securitySchemes: {token: {type: http, scheme: bearer}}
  schemas:
    User: {type: object, required: [id, email], properties: {id: {type: string}, email: {type: string}, name: {type: string}}}
    Post: {type: object, required: [id, author], properties: {id: {type: string}, title: {type: string}, author: ${ref('User')}}}
    ApiKey: {type: object, required: [id, key], properties: {id: {type: string}, label: {type: string}, key: {type: string}}}
`

const ada = { email: 'ada@example.com', password: 'one', name: 'Ada' }
const bob = { email: 'bob@example.com', password: 'two', name: 'Bob' }

function as(api: Inline, token: string) {
  return (line: string, body?: unknown) =>
    api.ask(line, { ...(body !== undefined && { body }), fields: { authorization: `Bearer ${token}` } })
}

function logIn(api: Inline, { email, password }: { email: string; password: string }) {
  return api.ask('POST /login', { body: { email, password }, fields: { authorization: '' } })
}

it('lets those in who registered, as themselves', async () => {
  const api = await sandboxOf(description)
  const made = [ada, bob].map((body) => api.ask('POST /users', { body }).body as { id: string })
  const tokens = [ada, bob].map((one) => (logIn(api, one).body as { token: string }).token)
  expect(new Set(tokens).size).toBe(2)
  for (const [index, one] of [ada, bob].entries())
    expect(as(api, tokens[index] ?? '')('GET /me').body).toMatchObject({ id: made[index]?.id, name: one.name })
  expect(logIn(api, ada).body).toMatchObject({ user: { id: made[0]?.id, email: ada.email } })
  expect(as(api, tokens[1] ?? '')('POST /posts', { title: 'T' }).body).toMatchObject({ author: { id: made[1]?.id } })
})

it('refuses wrong passwords, strangers, and tokens of those who are gone', async () => {
  const api = await sandboxOf(description)
  const { id } = api.ask('POST /users', { body: ada }).body as { id: string }
  expect(logIn(api, { ...ada, password: 'three' })).toMatchObject({
    status: 401,
    body: { error: 'Wrong name or password' },
  })
  expect(logIn(api, bob).status).toBe(401)
  const { token } = logIn(api, ada).body as { token: string }
  expect(api.ask(`DELETE /users/${id}`).status).toBe(204)
  expect(as(api, token)('GET /me').status).toBe(401)
})

it('keeps what those who ask change of themselves, their password too', async () => {
  const api = await sandboxOf(description)
  api.ask('POST /users', { body: ada })
  const me = as(api, (logIn(api, ada).body as { token: string }).token)
  expect(me('PATCH /me', { name: 'Countess', password: 'four' }).body).toMatchObject({ name: 'Countess' })
  expect(me('GET /me').body).toMatchObject({ name: 'Countess', email: ada.email })
  expect(logIn(api, ada).status).toBe(401)
  expect(logIn(api, { ...ada, password: 'four' }).status).toBe(200)
})

it('takes whoever logs in where nobody registered for one who was there before', async () => {
  const api = await sandboxOf(description)
  const { token } = logIn(api, bob).body as { token: string }
  expect(as(api, token)('GET /me').body).toMatchObject({ email: bob.email })
})

it('accepts the keys that it gives out, as long as there are', async () => {
  const api = await sandboxOf(description)
  const { id, key } = api.ask('POST /api-keys', { body: { label: 'l' } }).body as { id: string; key: string }
  // Nothing tells how keys begin.
  expect(key).toMatch(/^[A-Za-z0-9]{40}$/)
  expect(as(api, key)('GET /me').status).toBe(200)
  expect(JSON.stringify(api.live.journal.last(10))).not.toContain(key)
  expect(api.ask(`DELETE /api-keys/${id}`).status).toBe(204)
  expect(as(api, key)('GET /me').status).toBe(401)
})

const object = (properties: string) => `{type: object, properties: {${properties}}}`
const text = (...names: string[]) => names.map((name) => `${name}: {type: string}`).join(', ')
const makes = (sent: string, shown: string) =>
  `post: {requestBody: {${json(sent)}}, responses: {'201': {description: ok, ${json(shown)}}}}`
const shows = (param: string, shown: string) =>
  `get: {parameters: [{name: ${param}, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(shown)}}, '404': {description: none}}}`

it.each([
  ['sessions', 'session_id', 'session_id', text('email', 'password')],
  ['tokens', 'token', 'token', text('label')],
  ['tokens', 'token', 'token', text('email', 'password')],
  ['cards', 'card_token', 'token', text('pin', 'memo')],
])('keeps what POST /%s makes under {%s}', async (path, param, property, sent) => {
  const shown = object(`${text(property)}, memo: {type: string}`)
  const api = await sandboxOf(
    `paths:\n  /${path}:\n    ${makes(object(sent), shown)}\n  /${path}/{${param}}:\n    ${shows(param, shown)}\n`,
  )
  const body = { email: 'a@b.c', password: 'p', pin: '1234', label: 'l', memo: 'm' }
  const made = api.ask(`POST /${path}`, { body }).body as Record<string, string>
  const got = api.ask(`GET /${path}/${made[property]}`)
  expect(got).toMatchObject({ status: 200, body: made })
})

const people = (login: string, extra = '') => `
security: [{token: []}]
components: {securitySchemes: {token: {type: http, scheme: bearer}}}
paths:
  /users:
    ${makes(object(text('account', 'username', 'email', 'password')), object(`id: {type: string}, ${text('username', 'email')}${extra}`))}
  /users/{id}:
    ${shows('id', object(`id: {type: string}, ${text('username', 'email')}${extra}`))}
  /login:
    ${makes(object(login), object(text('token'))).replace('{', '{security: [], ')}
`

it('lets in whom every word that is sent is true of', async () => {
  const api = await sandboxOf(people(text('account', 'username', 'password'), ', account: {type: string}'))
  for (const username of ['alice', 'bob'])
    api.ask('POST /users', { body: { account: 'acme', username, email: `${username}@b.c`, password: username } })
  const login = (username: string, password: string, account = 'acme') =>
    api.ask('POST /login', { body: { account, username, password }, fields: { authorization: '' } }).status
  expect([login('alice', 'alice'), login('bob', 'bob')]).toEqual([201, 201])
  expect([login('bob', 'alice'), login('bob', 'bob', 'other')]).toEqual([401, 401])
})

it('takes a login for the address or the name', async () => {
  const api = await sandboxOf(people(text('login', 'password')))
  api.ask('POST /users', { body: { username: 'bob', email: 'bob@b.c', password: 'p' } })
  const statuses = ['bob', 'bob@b.c', 'carl'].map(
    (login) => api.ask('POST /login', { body: { login, password: 'p' }, fields: { authorization: '' } }).status,
  )
  expect(statuses).toEqual([201, 201, 401])
})

it('lets any stranger in until somebody registers', async () => {
  const api = await sandboxOf(description)
  const stranger = (name: string, password = 'p') => logIn(api, { email: `${name}@b.c`, password }).status
  expect([stranger('carl'), stranger('dora'), stranger('carl'), stranger('carl', 'q')]).toEqual([200, 200, 200, 401])
  api.ask('POST /users', { body: ada })
  expect([stranger('dora'), stranger('emil')]).toEqual([200, 401])
})

it('neither shows nor stores the password that was sent', async () => {
  const api = await sandboxOf(people(text('email', 'password'), ', password: {type: string}'))
  const sent = { username: 'bob', email: 'bob@b.c', password: 'correct-horse' }
  const made = api.ask('POST /users', { body: sent })
  const { id } = made.body as { id: string }
  const login = api.ask('POST /login', { body: sent, fields: { authorization: '' } })
  expect(login.status).toBe(201)
  for (const { text } of [made, login, api.ask(`GET /users/${id}`)]) expect(text).not.toContain(sent.password)
  expect(JSON.stringify([...dump(api.live.store)])).not.toContain(sent.password)
})

it.each(['passcode', 'client_secret', 'clientSecret', 'apisecret', 'user[passcode]', 'pin', 'userPasscode'])(
  'redacts %s in the journal',
  (name) => {
    const shown = makeRedactor('k', 'credential', []).body({ [name]: 'correct-horse' })
    expect(JSON.stringify(shown)).not.toContain('correct-horse')
  },
)

it.each([
  ['password', 'password', ''],
  ['password', 'password', ', password: {type: string}'],
  ['change-password', 'new_password', ''],
])('changes what logs in with PUT /users/{id}/%s {%s}%s', async (path, word, extra) => {
  const put = `
  /users/{id}/${path}:
    put: {${byId}, requestBody: {${json(object(text(word)))}}, responses: {'204': {description: ok}}}
`
  const api = await sandboxOf(people(text('email', 'password'), extra) + put)
  const { id } = api.ask('POST /users', { body: ada }).body as { id: string }
  const changed = api.ask(`PUT /users/${id}/${path}`, { body: { [word]: 'correct-horse' } })
  expect(changed.status).toBe(204)
  expect([logIn(api, ada).status, logIn(api, { ...ada, password: 'correct-horse' }).status]).toEqual([401, 201])
  expect(JSON.stringify(dump(api.live.store))).not.toContain('correct-horse')
})

it('lets in who proves who they are where the description asks for a credential everywhere', async () => {
  const { ask } = await sandboxOf(description.replace('/login:\n    post: {security: [], ', '/login:\n    post: {'))
  ask('POST /users', { body: ada })
  const login = (password: string) =>
    ask('POST /login', { body: { email: ada.email, password }, fields: { authorization: '' } })
  expect(login('wrong').status).toBe(401)
  const { token } = login('one').body as { token: string }
  expect(ask('GET /me', { fields: { authorization: `Bearer ${token}` } }).body).toMatchObject({ email: ada.email })
})

it.each(['', 'security: [], '])('gives a program a token for its secret and for a refresh token (%s)', async (open) => {
  const pair = json('{type: object, properties: {access: {type: string}, refresh: {type: string}}}')
  const { ask, live } = await sandboxOf(`
security: [{token: []}]
paths:
  /token/new: {post: {${open}requestBody: {${json('{type: object, properties: {secret_id: {type: string}, secret_key: {type: string}}}')}}, responses: {'200': {description: ok, ${pair}}}}}
  /token/refresh: {post: {${open}requestBody: {${json('{type: object, properties: {refresh: {type: string}}}')}}, responses: {'200': {description: ok, ${json('{type: object, properties: {access: {type: string}}}')}}}}}
  /posts: {get: {responses: {'200': {description: ok, ${json('{type: array, items: {type: object, properties: {id: {type: string}}}}')}}}}}
components: {securitySchemes: {token: {type: http, scheme: bearer}}}
`)
  const asked = (line: string, body?: unknown, authorization = '') =>
    ask(line, { ...(body !== undefined && { body }), fields: { authorization } })
  expect(asked('POST /token/new', { secret_id: 'a', secret_key: 'wrong' }).status).toBe(401)
  const first = asked('POST /token/new', { secret_id: 'a', secret_key: credential }).body as Record<string, string>
  expect(asked('GET /posts', undefined, `Bearer ${first['access']}`).status).toBe(200)
  expect(asked('GET /posts', undefined, `Bearer ${first['refresh']}`).status).toBe(401)
  const next = asked('POST /token/refresh', { refresh: first['refresh'] }).body as Record<string, string>
  expect(asked('GET /posts', undefined, `Bearer ${next['access']}`).status).toBe(200)
  expect(asked('POST /token/refresh', { refresh: 'other' }).status).toBe(401)
  expect(JSON.stringify(live.journal.last(100))).not.toContain(first['refresh'])
  expect(JSON.stringify(live.journal.last(100))).not.toContain(next['access'])
})

it('takes a record that is sent with a password and a token for no login', async () => {
  const secret =
    '{type: object, properties: {id: {type: string}, username: {type: string}, password: {type: string}, token: {type: string}}}'
  const json = `content: {application/json: {schema: ${secret}}}`
  const { ask } = await sandboxOf(`
paths:
  /secrets:
    post: {requestBody: {${json}}, responses: {'201': {description: made, ${json}}}}
  /secrets/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json}}}}
`)
  const sent = { username: 'u', password: 'MCnbTAGKdeSA', token: 'snVI9GQSqYeO' }
  const made = ask('POST /secrets', { body: sent }).body as { id: string }
  expect(made).toMatchObject(sent)
  expect(ask(`GET /secrets/${made.id}`).body).toMatchObject(sent)
})

const parts = (token: string): readonly unknown[] =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))

it.each([
  ['bearerFormat: JWT', description.replace('scheme: bearer', 'scheme: bearer, bearerFormat: JWT')],
  ['the words of the scheme', description.replace('scheme: bearer', 'scheme: bearer, description: Send the JWT here')],
  ['the words of the token', description.replace('example: abc.def', 'description: A JSON Web Token')],
])('gives out JSON Web Tokens by %s, and knows them again', async (_, told) => {
  const api = await sandboxOf(told)
  const user = api.ask('POST /users', { body: ada }).body as { id: string }
  const { token } = logIn(api, ada).body as { token: string }
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{43}$/)
  const [header, claims] = parts(token)
  expect(header).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(claims).toMatchObject({ sub: user.id })
  const { iat, exp } = claims as { iat: number; exp: number }
  expect(exp - iat).toBe(86_400)
  expect(Math.abs(iat - Date.UTC(2025, 0, 1) / 1000)).toBeLessThan(60)
  expect(as(api, token)('GET /me').body).toMatchObject({ id: user.id })
  expect(as(api, `${token.slice(0, -1)}!`)('GET /me').status).toBe(401)
  expect(JSON.stringify([...dump(api.live.store)])).not.toContain(token)
  const redactor = makeRedactor('k', credential, [])
  expect(JSON.stringify(redactor.body({ said: `it was ${token}` }))).not.toContain(token.slice(-43))
  const again = await sandboxOf(told)
  again.ask('POST /users', { body: ada })
  expect(logIn(again, ada).body).toMatchObject({ token })
})

it.each([
  ['no scheme speaks of them', description],
  [
    'they are what is given for a token',
    description.replace('scheme: bearer', 'scheme: bearer, description: An opaque token in exchange for a JWT'),
  ],
  [
    'another scheme takes them',
    description.replace('scheme: bearer}', 'scheme: bearer}, other: {type: http, scheme: bearer, bearerFormat: JWT}'),
  ],
])('gives out opaque tokens where %s', async (_, told) => {
  const api = await sandboxOf(told)
  api.ask('POST /users', { body: ada })
  expect(logIn(api, ada).body).toMatchObject({ token: expect.stringMatching(/^at_[A-Za-z0-9]{40}$/) })
})

it.each([
  ['maxLength: 64', /^at_/],
  ["pattern: '^[A-Za-z0-9_]+$'", /^at_/],
])('gives out a token that its place accepts: %s', async (bound, form) => {
  const api = await sandboxOf(
    description.replace('scheme: bearer', 'scheme: bearer, bearerFormat: JWT').replace('example: abc.def', () => bound),
  )
  for (const person of [ada, bob]) {
    const { id } = api.ask('POST /users', { body: person }).body as { id: string }
    const { token } = logIn(api, person).body as { token: string }
    expect(token).toMatch(form)
    expect(as(api, token)('GET /me').body).toMatchObject({ id })
  }
})

it('gives out a token that begins as the example does, and hides it', async () => {
  const api = await sandboxOf(description.replace('example: abc.def', 'example: sk_live_xxxxxxxx'))
  const { id } = api.ask('POST /users', { body: ada }).body as { id: string }
  const { token } = logIn(api, ada).body as { token: string }
  expect(token).toMatch(/^sk_live_[A-Za-z0-9]{40}$/)
  expect(as(api, token)('GET /me').body).toMatchObject({ id })
  const redactor = makeRedactor('k', credential, [])
  expect(JSON.stringify(redactor.body({ said: `it was ${token}` }))).not.toContain(token.slice(-40))
  const digest = `sha-${'0123456789abcdef'.repeat(3).slice(0, 40)}`
  expect(redactor.body({ said: digest })).toEqual({ said: digest })
})

it('keeps no password of who registers where nobody logs in', async () => {
  const user = `{type: object, required: [id], properties: {id: {type: string}, email: {type: string}, password: {type: string}, token: {type: string}}}`
  const api = await sandboxOf(`
paths:
  /users:
    post: {requestBody: {${json(credentials)}}, responses: {'201': {description: ok, ${json(user)}}}}
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${user}}`)}}}}
  /users/{id}: {get: {${byId}, responses: {'200': {description: ok, ${json(user)}}}}}
`)
  api.ask('POST /users', { body: { email: 'ada@example.com', password: 'hunter2xyz' } })
  expect(api.ask('GET /users').text).not.toContain('hunter2xyz')
})

it.each([
  ['{type: string, format: uuid}', /^[0-9a-f-]{36}$/],
  ['{type: string, pattern: "^[a-f0-9]{32}$", example: 0123456789abcdef0123456789abcdef}', /^[a-f0-9]{32}$/],
  ['{type: string, maxLength: 12}', /^\w{1,12}$/],
])(
  'gives out tokens in the form that the schema wants, another at each login, and takes them: %s',
  async (token, form) => {
    const api = await sandboxOf(`
security: [{token: []}]
paths:
  /login:
    post: {security: [], requestBody: {${json(credentials)}}, responses: {'200': {description: ok, ${json(`{type: object, required: [token], properties: {token: ${token}}}`)}}}}
  /items:
    get: {responses: {'200': {description: ok, ${json('{type: array, items: {type: object, properties: {id: {type: string}}}}')}}}}
components: {securitySchemes: {token: {type: http, scheme: bearer}}}
`)
    const [first, second] = [ada, bob].map((user) => (logIn(api, user).body as { token: string }).token)
    expect(first).toMatch(form)
    expect(second).not.toBe(first)
    expect(as(api, first ?? '')('GET /items').status).toBe(200)
    expect(as(api, second ?? '')('GET /items').status).toBe(200)
    expect(as(api, `${first}0`)('GET /items').status).toBe(401)
    const redactor = makeRedactor('k', credential, [], api.live.api)
    expect(JSON.stringify(redactor.body({ x: `sid ${first}`, y: second }))).not.toContain(first)
    expect(redactor.path(`/sessions/${second}`)).not.toContain(second)
  },
)

it('gives nobody a token that another has, however few there are', async () => {
  const api = await sandboxOf(`
security: [{token: []}]
paths:
  /login: {post: {security: [], requestBody: {${json(credentials)}}, responses: {'200': {description: ok, ${json('{type: object, required: [token], properties: {token: {type: string, pattern: "^[0-9]{2}$"}}}')}}}}}
  /items: {get: {responses: {'200': {description: ok, ${json('{type: array, items: {type: object, properties: {id: {type: string}}}}')}}}}}
components: {securitySchemes: {token: {type: http, scheme: bearer}}}
`)
  const tokens = Array.from({ length: 40 }, () => (logIn(api, ada).body as { token: string }).token)
  expect(new Set(tokens).size).toBe(40)
})
