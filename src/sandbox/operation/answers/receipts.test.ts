import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const text = '{type: string}'
const json = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`

/** Books whose deletion answers with this component. */
const deleting = (name: string, properties: string, example = '') => `
paths:
  /books:
    post: {requestBody: {content: {application/json: {schema: ${ref('Book')}}}}, responses: {'201': ${json(ref('Book'))}}}
  /books/{id}:
    parameters: [{name: id, in: path, required: true, schema: ${text}}]
    get: {responses: {'200': ${json(ref('Book'))}}}
    delete: {responses: {'200': {description: ok, content: {application/json: {schema: ${ref(name)}${example}}}}}}
components:
  schemas:
    Meta: {type: object, properties: {author: ${text}}}
    PageMeta: {type: object, properties: {size: {type: integer}, cursor: ${text}}}
    Book: {type: object, properties: {id: {type: string, readOnly: true}, kind: ${text}, object: ${text}, name: ${text}, meta: ${ref('Meta')}}}
    ${name}: {type: object, properties: {${properties}}}
`

async function answerOf(yaml: string): Promise<{ readonly made: object; readonly gone: object }> {
  const { ask } = await sandboxOf(yaml)
  const made = ask('POST /books', { body: { kind: 'Book', object: 'book', name: 'Emma', meta: { author: 'Jane' } } })
    .body as { readonly id: string }
  return { made, gone: ask(`DELETE /books/${made.id}`).body as object }
}

it('names itself, tells which record it was, and nothing that nobody said', async () => {
  const { made, gone } = await answerOf(
    deleting(
      'Receipt',
      `kind: ${text}, success: {type: boolean}, reason: ${text}, meta: ${ref('PageMeta')},
       details: {type: object, properties: {id: ${text}, kind: ${text}, name: ${text}, retryAfterSeconds: {type: integer}, causes: {type: array, items: ${text}}}}`,
    ),
  )
  const { id } = made as { readonly id: string }
  expect(gone).toEqual({ kind: 'Receipt', success: true, details: { id, kind: 'Book', name: 'Emma' } })
})

it('is the record itself where its component is that of the record, or a form of it', async () => {
  const form = await answerOf(deleting('DeletedBook', `id: ${text}, object: ${text}, deleted: {type: boolean}`))
  expect(form.gone).toMatchObject({ object: 'book', deleted: true })
  const whole = await answerOf(
    deleting('Other', `kind: ${text}`).replace(
      `delete: {responses: {'200': {description: ok, content: {application/json: {schema: ${ref('Other')}`,
      `delete: {responses: {'200': {description: ok, content: {application/json: {schema: ${ref('Book')}`,
    ),
  )
  expect(whole.gone).toMatchObject({ kind: 'Book', object: 'book', meta: { author: 'Jane' } })
})

it('says what its example says', async () => {
  const example = ', example: {kind: Status, reason: Removed, success: true}'
  const { gone } = await answerOf(
    deleting('Receipt', `kind: ${text}, reason: ${text}, success: {type: boolean}`, example),
  )
  expect(gone).toMatchObject({ kind: 'Status', reason: 'Removed', success: true })
})
