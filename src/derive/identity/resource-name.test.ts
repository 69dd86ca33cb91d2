import { expect, it } from 'vitest'
import { object, ref, type Sketch, smallApi, text } from '../../../test/support/small-api.ts'
import { declaredOperations } from '../../api/declared.ts'
import { withResourceNames } from './resource-name.ts'

const saying = (description: string) => ({ type: 'string', description })

function pathsOf(operations: Readonly<Record<string, Sketch>>): readonly string[] {
  const before = smallApi(operations, { Book: object({ name: text }) })
  const { operations: after } = withResourceNames(before)
  expect(declaredOperations(after)).toEqual(before.operations)
  return after.filter(({ namesAt }) => namesAt !== undefined).map(({ method, path }) => `${method} ${path}`)
}

it.each([
  ['an asterisk', saying('Format: `sites/*/books/*`.')],
  ['braces', saying('e.g. "sites/{site}/books/{book}"')],
  ['capitals', saying('The book: sites/SITE_ID/books/BOOK_ID')],
  ['a pattern', { type: 'string', pattern: '^sites/[^/]+/books/[^/]+$' }],
])('reads the form of a name from %s', (_, name) => {
  const answer = ref('Book')
  expect(pathsOf({ 'GET /v1/{name}': { answer, params: { name } } })).toEqual(['GET /v1/sites/{site}/books/{name}'])
})

it('takes what several operations at one path once were from the collections', () => {
  const parent = saying('sites/*')
  const paths = pathsOf({
    'POST /v1/{parent}/books': {
      id: 'lib.sites.books.create',
      body: ref('Book'),
      answer: ref('Book'),
      params: { parent },
    },
    'POST /v1/{parent}/pens': { id: 'lib.sites.pens.create', body: object({}), answer: object({}), params: { parent } },
    'DELETE /v1/{name}': { id: 'lib.sites.pens.delete', answer: null },
    'POST /v1/{name}:open': { id: 'lib.sites.books.open', answer: ref('Book') },
  })
  expect(paths).toEqual([
    'POST /v1/sites/{site}/books',
    'POST /v1/sites/{site}/pens',
    'DELETE /v1/sites/{site}/pens/{name}',
    'POST /v1/sites/{site}/books/{name}:open',
    'DELETE /v1/sites/{site}/books/{name}',
  ])
})

it('leaves descriptions alone whose parameters are single segments', () => {
  const params = { id: saying('As it is shown in books/{id}') }
  expect(pathsOf({ 'GET /v1/{id}': { id: 'lib.books.get', answer: ref('Book'), params } })).toEqual([])
})
