import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string, example: unknown): string =>
  `content: {application/json: {schema: ${schema}, example: ${JSON.stringify(example)}}}`

it('looks for near addresses so far and no further', async () => {
  const far = (index: number): string => `https://${'abc1'.repeat(140)}${index}`
  const links = Array.from({ length: 400 }, (_, index) => far(index))
  const { ask } = await sandboxOf(`
paths:
  /things: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {n: {type: string}}}}}}, responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/T'}", { id: 'x', near: 'https://a.example/one', links })}}}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/T'}}}}}}}
components: {schemas: {T: {type: object, properties: {id: {type: string}, n: {type: string}, near: {type: string, pattern: '^https://a[.]example/[a-z]+[.]png$'}, links: {type: array, items: {type: string, pattern: '^https://[a-z0-9]{0,580}[A-Z]{41}$'}}}}}}
`)
  const begin = performance.now()
  const made = ask('POST /things', { body: { n: 'a' } })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ near: 'https://a.example/one.png' })
  expect(performance.now() - begin).toBeLessThan(10_000)
})
