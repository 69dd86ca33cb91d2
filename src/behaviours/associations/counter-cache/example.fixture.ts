import { answers, type Example, idOf, inPath, media, ref } from '../../example.fixture.ts'

const api = (property: string): string => `
paths:
  /posts: {post: {requestBody: {${media('{type: object, properties: {title: {type: string}}}')}}, responses: {'201': ${answers(ref('Post'))}}}}
  /posts/{id}: {get: {${inPath('id')}, responses: {'200': ${answers(ref('Post'))}}}}
  /posts/{id}/comments:
    post: {${inPath('id')}, requestBody: {${media(ref('Comment'))}}, responses: {'201': ${answers(ref('Comment'))}}}
    get: {${inPath('id')}, responses: {'200': ${answers(`{type: array, items: ${ref('Comment')}}`)}}}
components:
  schemas:
    Post: {type: object, required: [${property}], properties: {id: {type: string}, title: {type: string}, ${property}: {type: integer, default: 0}}}
    Comment: {type: object, properties: {id: {type: string, readOnly: true}, text: {type: string}}}
`

export const example: Example = {
  implied: api('comments_count'),
  plain: api('score'),
  seen(ask) {
    const id = idOf(ask('POST /posts', { body: { title: 'One' } }))
    ask(`POST /posts/${id}/comments`, { body: { text: 'a' } })
    return (ask(`GET /posts/${id}`).body as { comments_count: number }).comments_count
  },
  acts: 1,
  off: 0,
}
