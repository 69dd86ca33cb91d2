import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`

it.each<[string, string, object, object, string | undefined]>([
  [
    'a flag',
    '{deletion_protection: {type: boolean}}',
    { deletion_protection: true },
    { deletion_protection: false },
    'deletion_protection',
  ],
  [
    'a flag among others',
    '{protection: {type: object, properties: {delete: {type: boolean}}}}',
    { protection: { delete: true } },
    { protection: { delete: false } },
    'protection.delete',
  ],
  [
    'words',
    '{hold: {type: boolean, description: "While true, the shelf is protected against deletion."}}',
    { hold: true },
    { hold: false },
    'hold',
  ],
  [
    'words of the opposite',
    '{loose: {type: boolean, description: "Set to `false` to keep the shelf protected against deletion."}}',
    { loose: true },
    { loose: false },
    undefined,
  ],
])('what is protected is not deleted: %s', async (_name, properties, on, off, told) => {
  const shelf = `{type: object, properties: ${properties.replace('{', '{id: {type: string}, ')}}`
  const { ask } = await sandboxOf(`
paths:
  /shelves:
    post: {requestBody: {${json(shelf)}}, responses: {'201': {description: made, ${json(shelf)}}}}
  /shelves/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json(shelf)}}}}
    patch: {requestBody: {${json(shelf)}}, responses: {'200': {description: it, ${json(shelf)}}}}
    delete: {responses: {'204': {description: gone}, '423': {description: locked, ${json('{type: object, properties: {message: {type: string}}}')}}}}
`)
  const { id } = ask('POST /shelves', { body: on }).body as { id: string }
  const first = ask(`DELETE /shelves/${id}`)
  expect(first.status).toBe(told === undefined ? 204 : 423)
  if (told === undefined) return
  expect(first.body).toEqual({ message: `Cannot delete this shelf: its ${told} is true` })
  expect(ask(`PATCH /shelves/${id}`, { body: off }).status).toBe(200)
  expect(ask(`DELETE /shelves/${id}`).status).toBe(204)
})

it('deletes at once what holds itself in many places', async () => {
  const properties = Array.from({ length: 40 }, (_, i) => `p${i}: {$ref: '#/components/schemas/Knot'}`).join(', ')
  const { ask } = await sandboxOf(`
paths:
  /knots: {post: {requestBody: {${json("{$ref: '#/components/schemas/Knot'}")}}, responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/Knot'}")}}}}}
  /knots/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Knot'}")}}}}
    delete: {responses: {'204': {description: gone}}}
components: {schemas: {Knot: {type: object, properties: {id: {type: string, readOnly: true}, locked: {type: boolean, description: Protected against deletion.}, ${properties}}}}}
`)
  const { id } = ask('POST /knots', { body: { p0: {} } }).body as { id: string }
  expect(ask(`DELETE /knots/${id}`).status).toBe(204)
})
