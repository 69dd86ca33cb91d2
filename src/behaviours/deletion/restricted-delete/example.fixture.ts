import { answers, type Example, idOf, inPath, media, ref } from '../../example.fixture.ts'

const api = (words: string): string => `
paths:
  /shelves: {post: {requestBody: {${media(ref('Shelf'))}}, responses: {'201': ${answers(ref('Shelf'))}}}}
  /shelves/{id}:
    get: {${inPath('id')}, responses: {'200': ${answers(ref('Shelf'))}}}
    delete: {${inPath('id')}, description: ${words}, responses: {'204': {description: gone}, '409': {description: no}}}
  /shelves/{id}/books:
    post: {${inPath('id')}, requestBody: {${media(ref('Book'))}}, responses: {'201': ${answers(ref('Book'))}}}
    get: {${inPath('id')}, responses: {'200': ${answers(`{type: array, items: ${ref('Book')}}`)}}}
components:
  schemas:
    Shelf: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Book: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}}}
`

export const example: Example = {
  implied: api('You must delete all its books first.'),
  plain: api('Deletes a shelf.'),
  seen(ask) {
    const id = idOf(ask('POST /shelves', { body: { name: 'One' } }))
    ask(`POST /shelves/${id}/books`, { body: { title: 'A' } })
    return ask(`DELETE /shelves/${id}`).status
  },
  acts: 409,
  off: 204,
}
