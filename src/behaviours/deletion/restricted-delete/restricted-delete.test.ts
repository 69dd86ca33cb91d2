import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const made = (name: string) => `{'201': {description: made, ${json(`{$ref: '#/components/schemas/${name}'}`)}}}`
const shelves = (words: string, more = '') => `
paths:
  /shelves: {post: {requestBody: {${json('{type: object, properties: {name: {type: string}}}')}}, responses: ${made('Shelf')}}}
  /shelves/{shelf_id}:
    parameters: [${inPath('shelf_id')}]
    get: {responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Shelf'}")}}}}
    delete: {description: ${JSON.stringify(words)}, parameters: [${more}], responses: {'204': {description: gone}, '409': {description: conflict}}}
  /shelves/{shelf_id}/books:
    parameters: [${inPath('shelf_id')}]
    post: {requestBody: {${json('{type: object, properties: {title: {type: string}}}')}}, responses: ${made('Book')}}
    get: {responses: {'200': {description: ok, ${json("{type: array, items: {$ref: '#/components/schemas/Book'}}")}}}}
  /shelves/{shelf_id}/books/{book_id}:
    parameters: [${inPath('shelf_id')}, ${inPath('book_id')}]
    delete: {responses: {'204': {description: gone}}}
components:
  schemas:
    Shelf: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Book: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}}}
`

async function filled(words: string, more?: string) {
  const { ask } = await sandboxOf(shelves(words, more))
  const { id } = ask('POST /shelves', { body: { name: 'a' } }).body as { id: string }
  const book = ask(`POST /shelves/${id}/books`, { body: { title: 'b' } }).body as { id: string }
  return { ask, shelf: `/shelves/${id}`, book: `/shelves/${id}/books/${book.id}` }
}

it.each([
  'Deletes the shelf. You must delete all its books first.',
  'Before you can delete a shelf, all books in it must be removed.',
  'The shelf must be empty.',
  'You cannot delete a shelf if it still has books.',
  'Deletes a shelf. If the shelf contains books, the request fails.',
  'Deletes a shelf. Returns an error when the shelf has books.',
])('keeps what words say must be emptied: %s', async (words) => {
  const { ask, shelf, book } = await filled(words)
  expect(ask(`DELETE ${shelf}`).status).toBe(409)
  expect(ask(`GET ${shelf}`).status).toBe(200)
  expect(ask(`DELETE ${book}`).status).toBe(204)
  expect(ask(`DELETE ${shelf}`).status).toBe(204)
})

it.each([
  'Deletes the shelf and all its books.',
  'Deletes the shelf. On success the response is empty.',
  'Deletes the shelf. You must be the owner of its books.',
  'Deletes the shelf. All books must have been paid for.',
  'The trash must be empty.',
  'You do not need to delete the books first.',
  'You do not have to remove the books before deleting the shelf.',
  'The shelf does not have to be empty.',
  'Deletes the shelf even if it is not empty.',
  'You need to be an administrator to delete a shelf and all its books.',
  'You must have permission to delete books and shelves.',
  'You cannot delete books that are on loan with this operation.',
])('lets go of the rest: %s', async (words) => {
  const { ask, shelf } = await filled(words)
  expect(ask(`DELETE ${shelf}`).status).toBe(204)
})

it('takes what is in it with it where the request says so', async () => {
  const recursive = '{name: recursive, in: query, schema: {type: boolean}}'
  const { ask, shelf } = await filled('The shelf must be empty.', recursive)
  expect(ask(`DELETE ${shelf}`).status).toBe(409)
  expect(ask(`DELETE ${shelf}?recursive=true`).status).toBe(204)
})

it('does not take what is said of others for what is deleted', async () => {
  const { ask, shelf } = await filled(
    'Deletes a shelf.',
    `{name: edition, in: query, schema: {type: string}, description: "Deletes an edition. You can't delete an edition that a book refers to."}`,
  )
  expect(ask(`DELETE ${shelf}`).status).toBe(204)
})
