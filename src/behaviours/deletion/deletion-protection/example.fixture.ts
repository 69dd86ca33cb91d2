import { answers, type Example, idOf, inPath, media, ref } from '../../example.fixture.ts'

const api = (property: string): string => `
paths:
  /shelves: {post: {requestBody: {${media(ref('Shelf'))}}, responses: {'201': ${answers(ref('Shelf'))}}}}
  /shelves/{id}:
    get: {${inPath('id')}, responses: {'200': ${answers(ref('Shelf'))}, '404': {description: none}}}
    delete: {${inPath('id')}, responses: {'204': {description: gone}, '423': {description: locked}}}
components: {schemas: {Shelf: {type: object, properties: {id: {type: string, readOnly: true}, ${property}: {type: boolean}}}}}
`

export const example: Example = {
  implied: api('deletion_protection'),
  plain: api('deletion_planned'),
  seen(ask) {
    const id = idOf(ask('POST /shelves', { body: { deletion_protection: true } }))
    return ask(`DELETE /shelves/${id}`).status
  },
  acts: 423,
  off: 204,
}
