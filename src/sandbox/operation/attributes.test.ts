import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const flat = '{type: object, properties: {name: {type: string}, emails: {type: array, items: {type: string}}}}'
const shown =
  '{type: object, properties: {data: {type: object, properties: {id: {type: integer}, type: {type: string}, attributes: {type: object, properties: {name: {type: string}, emails: {type: array, items: {type: string}, example: [x@example.com]}}}}}}}'
const id = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]'

it('keeps in the attributes what requests say flat', async () => {
  const { ask } = await sandboxOf(`
paths:
  /lists: {post: {requestBody: {${json(flat)}}, responses: {'201': {description: ok, ${json(shown)}}}}}
  /lists/{id}:
    get: {${id}, responses: {'200': {description: ok, ${json(shown)}}}}
    patch: {${id}, requestBody: {${json(flat)}}, responses: {'200': {description: ok, ${json(shown)}}}}
`)
  const { data } = ask('POST /lists', { body: { name: 'a', emails: ['a@example.com'] } }).body as {
    readonly data: { readonly id: number; readonly attributes: object }
  }
  expect(data.attributes).toEqual({ name: 'a', emails: ['a@example.com'] })
  ask(`PATCH /lists/${data.id}`, { body: { name: 'b' } })
  expect(ask(`GET /lists/${data.id}`).body).toMatchObject({
    data: { attributes: { name: 'b', emails: ['a@example.com'] } },
  })
})
