import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const one = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const body = (properties: string) =>
  `{content: {application/json: {schema: {type: object, properties: {${properties}}}}}}`
const text = '{type: string}'
const yaml = (profile: string) => `
paths:
  /user: {get: {operationId: getUser, responses: {'200': ${one('User')}}}}
  /users: {post: {operationId: register, requestBody: ${body(`username: ${text}, email: ${text}, password: ${text}, bio: ${text}`)}, responses: {'201': ${one('User')}}}}
  /users/login: {post: {operationId: login, requestBody: ${body(`email: ${text}, password: ${text}`)}, responses: {'200': ${one('User')}}}}
  /profiles/{username}: {get: {operationId: getProfile, parameters: [{name: username, in: path, required: true, schema: ${text}}], responses: {'200': ${one('Profile')}}}}
  /posts: {post: {operationId: makePost, requestBody: ${body(`title: ${text}, body: ${text}`)}, responses: {'201': ${one('Post')}}}}
components:
  schemas:
    User: {type: object, required: [username, email, token, bio], properties: {username: ${text}, email: ${text}, token: ${text}, bio: ${text}}}
    Profile: {type: object, required: [username], properties: {username: ${text}, ${profile}}}
    Post: {type: object, required: [id, title, body, author], properties: {id: ${text}, title: ${text}, body: ${text}, author: {$ref: '#/components/schemas/Profile'}}}
`
const profile = `bio: ${text}, following: {type: boolean}`

interface User {
  readonly username: string
  readonly bio: string
  readonly token: string
}

it('shows the one who asks and the one who registered under their names, as their posts do', async () => {
  const { ask } = await sandboxOf(yaml(profile))
  const me = ask('GET /user').body as User
  const ada = ask('POST /users', { body: { username: 'ada', email: 'ada@example.com', password: 'secret-12' } })
    .body as User
  for (const [who, fields] of [
    [me, {}],
    [ada, { authorization: `Bearer ${ada.token}` }],
  ] as const) {
    const { author } = ask('POST /posts', { body: { title: 'a', body: 'b' }, fields }).body as { author: User }
    expect(author).toMatchObject({ username: who.username, bio: who.bio })
    expect(ask(`GET /profiles/${who.username}`).body).toEqual(author)
  }
})

it('shows nobody under a name that nobody has, nor in what is no profile', async () => {
  const { ask } = await sandboxOf(yaml(profile))
  const { bio } = ask('GET /user').body as User
  expect(ask('GET /profiles/zoe').body).toMatchObject({ username: 'zoe' })
  const other = await sandboxOf(yaml(`karma: {type: integer}, rank: ${text}, bio: {type: integer}`))
  const me = other.ask('GET /user').body as User
  expect((other.ask(`GET /profiles/${me.username}`).body as { bio: unknown }).bio).not.toBe(bio)
})
