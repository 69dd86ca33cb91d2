import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const pass = (path: string, length: string, end: string) => `
  ${path}:
    post:
      operationId: make-${path.slice(1)}
      requestBody: {content: {application/json: {schema: {type: object, properties: {${length}: {type: integer}, name: {type: string}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, ${end}}}}}}}
  ${path}/{id}:
    get:
      operationId: get-${path.slice(1)}
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, ${end}}}}}}}`

const description = `
paths:${pass('/tokens', 'ttl', "createdAt: {type: string, format: date-time}, expiresAt: {type: [string, 'null'], format: date-time, example: '2020-01-02T03:04:05.678Z'}")}
${pass('/links', 'expires_in_days', 'created_at: {type: integer}, expires_at: {type: integer}')}
${pass('/passes', 'ttl', 'created_at: {type: integer}, expires_at: {type: integer}').replace('ttl: {type: integer}', 'ttl: {type: integer, description: Time to live in days}')}
${pass('/codes', 'ttl_of_cache', 'created: {type: integer}, expires_at: {type: integer}')}
`

async function made(path: string, body: object): Promise<Record<string, unknown>> {
  const { ask } = await sandboxOf(description)
  return ask(`POST ${path}`, { body }).body as Record<string, unknown>
}

it('a record ends as long after it is made as its request says', async () => {
  const token = await made('/tokens', { ttl: 600 })
  expect(Date.parse(String(token['expiresAt'])) - Date.parse(String(token['createdAt']))).toBe(600_000)
  const link = await made('/links', { expires_in_days: 2 })
  expect(Number(link['expires_at']) - Number(link['created_at'])).toBe(2 * 86_400)
})

it('lasts as many units as words say', async () => {
  const day = await made('/passes', { ttl: 3 })
  expect(Number(day['expires_at']) - Number(day['created_at'])).toBe(3 * 86_400)
})

it('never ends where it lasts for nothing, and may show so', async () => {
  expect(await made('/tokens', { ttl: 0 })).toMatchObject({ expiresAt: null })
})

it('other lengths are no life', async () => {
  const code = await made('/codes', { ttl_of_cache: 5 })
  expect(Number(code['expires_at']) - Number(code['created'])).not.toBe(5)
})
