import { answers, type Example, media, ref } from '../../example.fixture.ts'

const api = (conflict: string): string => `
paths:
  /users: {post: {requestBody: {${media(ref('User'))}}, responses: {'201': ${answers(ref('User'))}, '409': {description: ${conflict}}}}}
components: {schemas: {User: {type: object, properties: {id: {type: string, readOnly: true}, email: {type: string}}}}}
`

export const example: Example = {
  implied: api('A user with the same email already exists'),
  plain: api('The service is being upgraded'),
  seen: (ask) => [1, 2].map(() => ask('POST /users', { body: { email: 'ada@example.com' } }).status),
  acts: [201, 409],
  off: [201, 201],
}
