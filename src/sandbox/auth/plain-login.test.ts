import { expect, it } from 'vitest'
import { type Inline, sandboxOf } from '../../../test/support/inline.ts'
import { credential } from '../../../test/support/simulated.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const user =
  '{type: object, properties: {id: {type: integer}, username: {type: string}, password: {type: string}, city: {type: string}}}'
const query = (...names: string[]) =>
  `parameters: [${names.map((name) => `{name: ${name}, in: query, schema: {type: string}}`).join(', ')}]`

const api = (login: string, answer = json('{type: string}')) => `
paths:
  /user: {post: {security: [], requestBody: {${json(user)}}, responses: {'200': {description: ok, ${json(user)}}}}}
  /user/{username}:
    get: {parameters: [{name: username, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(user)}}, '404': {description: none}}}
  /user/login: {${login}, responses: {'200': {description: ok, ${answer}}, '400': {description: Invalid password}}}}
security: [{token: []}]
components: {securitySchemes: {token: {type: http, scheme: bearer}}}
`
const byQuery = `get: {security: [], ${query('username', 'password')}`
const byPost = `post: {security: [], ${query('username', 'password')}`
const byBody = `post: {security: [], requestBody: {${json('{type: object, properties: {username: {type: string}, password: {type: string}}}')}}`

const anonymous = { fields: { authorization: '' } }
const ada = { username: 'ada', password: 'one', city: 'London' }

function logIn(inline: Inline, line: string, username: string, password: string) {
  return line.startsWith('POST') && !line.endsWith('?')
    ? inline.ask(line, { ...anonymous, body: { username, password } })
    : inline.ask(`${line.replace('?', '')}?username=${username}&password=${password}`, anonymous)
}

it.each([
  [api(byQuery), 'GET /user/login'],
  [api(byPost), 'POST /user/login?'],
  [api(byBody), 'POST /user/login'],
  [api(byBody, 'content: {text/plain: {schema: {type: string}}}'), 'POST /user/login'],
])('answers a token that is known again, where the answer is nothing else', async (description, line) => {
  const inline = await sandboxOf(description)
  const first = logIn(inline, line, 'theUser', '12345')
  expect(first).toMatchObject({ status: 200, body: expect.stringMatching(/^at_\w{40}$/) })
  inline.ask('POST /user', { body: ada })
  const { body } = logIn(inline, line, 'ada', 'one')
  const read = (token: unknown) => inline.ask('GET /user/ada', { fields: { authorization: `Bearer ${token}` } })
  expect(read(body)).toMatchObject({ status: 200, body: { username: 'ada', city: 'London' } })
  expect(read('other').status).toBe(401)
  expect(logIn(inline, line, 'ada', 'two').status).toBe(400)
  expect(logIn(inline, line, 'bob', 'one').status).toBe(400)
  expect(logIn(inline, line, 'bob', credential).status).toBe(200)
  expect(JSON.stringify(inline.live.journal.last(100))).not.toContain(body)
})

it('makes nobody by a look', async () => {
  const inline = await sandboxOf(api(byQuery))
  logIn(inline, 'GET /user/login', 'theUser', '12345')
  expect(inline.ask('GET /user/theUser').status).toBe(404)
})

it('reads the password of the query where the answer holds a token, too', async () => {
  const answer = json('{type: object, required: [token], properties: {token: {type: string}}}')
  const inline = await sandboxOf(api(byQuery, answer))
  inline.ask('POST /user', { body: ada })
  expect(logIn(inline, 'GET /user/login', 'ada', 'one').body).toEqual({ token: expect.stringMatching(/^at_/) })
  expect(logIn(inline, 'GET /user/login', 'ada', 'two').status).toBe(400)
})

it.each([
  [byQuery, json('{type: string, enum: [ok]}')],
  [byQuery, json('{type: string, example: You are in}')],
  [byQuery, json('{type: string, description: A message}')],
  [byQuery, json('{type: string, format: uri}')],
  [byQuery, 'content: {text/html: {schema: {type: string}}}'],
  [`get: {security: [], ${query('username')}`, json('{type: string}')],
])(
  'takes a text for no token that is something else, and what takes no password for no login: %s %s',
  async (login, answer) => {
    const inline = await sandboxOf(api(login, answer))
    expect(inline.ask('GET /user/login?username=a&password=b').text).not.toMatch(/at_\w{40}/)
  },
)

it('shows the password of one who is made as sent, where logins have it in the query and users show it', async () => {
  const inline = await sandboxOf(api(byQuery))
  expect(inline.ask('POST /user', { body: ada }).body).toMatchObject(ada)
})

it('takes a text that tells the id of what was made for no token', async () => {
  const session = '{type: object, properties: {id: {type: string}, username: {type: string}}}'
  const path = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
  const { ask } = await sandboxOf(`
paths:
  /sessions:
    post: {requestBody: {${json('{type: object, properties: {username: {type: string}, password: {type: string}}}')}}, responses: {'201': {description: ok, ${json('{type: string}')}}}}
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${session}}`)}}}}
  /sessions/{id}: {get: {${path}, responses: {'200': {description: ok, ${json(session)}}}}}
`)
  expect(ask('POST /sessions', { body: { username: 'a', password: 'b' } }).body).not.toMatch(/^at_/)
})
