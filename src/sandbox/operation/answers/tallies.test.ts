import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const of = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const ok = (schema: string) => `{description: ok, ${of(schema)}}`
const at = 'parameters: [{name: shelf_id, in: path, required: true, schema: {type: string}}]'
const get = (answer: string, where = '') => `{get: {${where} responses: {'200': ${ok(answer)}}}}`

const api = (paths: string) => `
paths:
  /shelves:
    post: {operationId: addShelf, requestBody: {${of(ref('Shelf'))}}, responses: {'201': ${ok(ref('Shelf'))}}}
    get: {operationId: listShelves, responses: {'200': ${ok(`{type: array, items: ${ref('Shelf')}}`)}}}
  /shelves/{shelf_id}: {get: {operationId: getShelf, ${at}, responses: {'200': ${ok(ref('Shelf'))}}}}
  /shelves/{shelf_id}/books:
    post: {operationId: addBook, ${at}, requestBody: {${of(ref('Book'))}}, responses: {'201': ${ok(ref('Book'))}}}
    get: {operationId: listBooks, ${at}, responses: {'200': ${ok(`{type: array, items: ${ref('Book')}}`)}}}
${paths}
components:
  schemas:
    Shelf: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Book: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}, status: {type: string, enum: [draft, published, withdrawn], default: draft}}}
`

/** Two shelves: one with a draft and two published books, one with a draft. */
async function filled(paths: string) {
  const { ask } = await sandboxOf(api(paths))
  const shelf = (name: string) => (ask('POST /shelves', { body: { name } }).body as { id: string }).id
  const [one, two] = [shelf('One'), shelf('Two')]
  const book = (under: string, status: string) => ask(`POST /shelves/${under}/books`, { body: { title: 'A', status } })
  for (const status of ['draft', 'published', 'published']) book(one, status)
  book(two, 'draft')
  return { ask, one, two, read: (path: string) => ask(`GET ${path}`).body, book }
}

const numbers = (...names: readonly string[]) =>
  `{type: object, properties: {${names.map((name) => `${name}: {type: integer, example: 77}`).join(', ')}}}`

it('counts what is stored, as it is when it is asked for', async () => {
  const { read, book, one } = await filled(`  /info: ${get(numbers('Shelves', 'numberOfBooks', 'cpus'))}`)
  expect(read('/info')).toEqual({ Shelves: 2, numberOfBooks: 4, cpus: 77 })
  book(one, 'draft')
  expect(read('/info')).toEqual({ Shelves: 2, numberOfBooks: 5, cpus: 77 })
})

it('tells a client that asks again that the answer is another', async () => {
  const { ask, book, one } = await filled(`  /info: ${get(numbers('numberOfBooks'))}`)
  const etag = ask('GET /info').field('etag') ?? ''
  expect(ask('GET /info', { fields: { 'if-none-match': etag } }).status).toBe(304)
  book(one, 'draft')
  expect(ask('GET /info', { fields: { 'if-none-match': etag } }).status).toBe(200)
})

it('counts under the parent that the path names', async () => {
  const { read, one, two } = await filled(
    `  /shelves/{shelf_id}/stats: ${get(numbers('books_count', 'views'), `${at},`)}`,
  )
  expect(read(`/shelves/${one}/stats`)).toEqual({ books_count: 3, views: 0 })
  expect(read(`/shelves/${two}/stats`)).toEqual({ books_count: 1, views: 0 })
})

it('counts by state, and leaves the rest to the one state that is not known', async () => {
  const names = ['books', 'published_books', 'booksDraft', 'BooksLost']
  const { read } = await filled(`  /summary: ${get(numbers(...names))}`)
  expect(read('/summary')).toEqual({ books: 4, published_books: 2, booksDraft: 2, BooksLost: 0 })
})

it('counts what the path is about', async () => {
  const path = `  /books/stats: ${get(numbers('total', 'draft', 'published', 'borrowed'))}`
  expect((await filled(path)).read('/books/stats')).toEqual({ total: 4, draft: 2, published: 2, borrowed: 0 })
})

it('has an entry for each record in a map of statistics', async () => {
  const entry = numbers('numberOfBooks')
  const map = `{type: object, required: [errors, shelves], properties: {errors: {type: integer, example: 5}, updated_at: {type: string, format: date-time}, shelves: {type: object, additionalProperties: ${entry}}}}`
  const { read, one, two } = await filled(`  /stats: ${get(map)}`)
  expect(read('/stats')).toMatchObject({
    errors: 0,
    shelves: { [one]: { numberOfBooks: 3 }, [two]: { numberOfBooks: 1 } },
  })
})

it.each(['max_books', 'books_limit', 'books_per_page', 'remaining_books'])('leaves %s alone', async (name) => {
  expect((await filled(`  /info: ${get(numbers(name))}`)).read('/info')).toEqual({ [name]: 77 })
})

it('leaves alone what words say is something else, and what clients say themselves', async () => {
  const own = '{type: object, properties: {book_count: {type: integer, example: 77}}}'
  const { read } = await filled(
    `
  /info: ${get('{type: object, properties: {books: {type: integer, example: 77, description: The most books allowed per month}}}')}
  /settings:
    get: {operationId: getSettings, responses: {'200': ${ok(ref('Settings'))}}}
    put: {operationId: setSettings, requestBody: {${of(own)}}, responses: {'200': ${ok(ref('Settings'))}}}`.replaceAll(
      ref('Settings'),
      own,
    ),
  )
  expect(read('/info')).toEqual({ books: 77 })
  expect(read('/settings')).toEqual({ book_count: 77 })
})

it('is zero where nothing is known, in objects as well, but for limits', async () => {
  const inner =
    '{type: object, properties: {cached: {type: integer, example: 4}, rate_limit: {type: integer, example: 50}}}'
  const answer = `{type: object, required: [by_day], properties: {success: {type: integer}, fail: {type: integer, example: 8}, detail: ${inner}, by_day: {type: object, additionalProperties: {type: integer}}}}`
  const { read } = await filled(`  /delivery/stats: ${get(answer)}`)
  expect(read('/delivery/stats')).toEqual({ success: 0, fail: 0, detail: { cached: 0, rate_limit: 50 }, by_day: {} })
})

it('shows the example of a whole answer that no number in it contradicts', async () => {
  const shown = (answer: string) =>
    `{get: {responses: {'200': {description: ok, content: {application/json: {schema: ${answer}, example: {sent: 12, books: 9}}}}}}}`
  const plain = await filled(`  /mail/stats: ${shown(numbers('sent', 'letters')).replace('books: 9', 'letters: 9')}`)
  expect(plain.read('/mail/stats')).toEqual({ sent: 12, letters: 9 })
  const counting = await filled(`  /mail/stats: ${shown(numbers('sent', 'books'))}`)
  expect(counting.read('/mail/stats')).toEqual({ sent: 0, books: 4 })
})
