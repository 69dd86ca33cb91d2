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

it('lasts as long as an object says, and for good where nothing is said', async () => {
  const after = (described = '') =>
    description
      .replace(
        'ttl: {type: integer}',
        `expires_after: {type: object${described}, properties: {anchor: {type: string}, seconds: {type: integer}}}`,
      )
      .replaceAll("[string, 'null']", 'string')
  const { ask } = await sandboxOf(after())
  const file = ask('POST /tokens', { body: { expires_after: { anchor: 'created_at', seconds: 7200 } } }).body
  const { expiresAt, createdAt } = file as Record<string, string>
  expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt ?? '')).toBe(7_200_000)
  expect(ask('POST /tokens', { body: { name: 'a' } }).body).not.toHaveProperty('expiresAt')
  const other = await sandboxOf(after(', description: Defaults to 30 days'))
  expect(other.ask('POST /tokens', { body: { name: 'a' } }).body).toHaveProperty('expiresAt')
})

it('reads lengths that are spelled with their unit', async () => {
  const { ask } = await sandboxOf(
    description.replaceAll('expires_in_days: {type: integer}', 'expires_in: {type: string}'),
  )
  const link = ask('POST /links', { body: { expires_in: '12h' } }).body as Record<string, number>
  expect(Number(link['expires_at']) - Number(link['created_at'])).toBe(12 * 3_600)
})

it('never ends where it lasts for nothing, and may show so', async () => {
  expect(await made('/tokens', { ttl: 0 })).toMatchObject({ expiresAt: null })
})

it('other lengths are no life', async () => {
  const code = await made('/codes', { ttl_of_cache: 5 })
  expect(Number(code['expires_at']) - Number(code['created'])).not.toBe(5)
})
