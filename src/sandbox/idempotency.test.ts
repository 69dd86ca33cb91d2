import { expect, it } from 'vitest'
import { sandboxOf } from '../../test/support/inline.ts'
import { rangeOf } from './state/keys.ts'
import { advanceClock } from './upkeep.ts'

const post = (responses: string, parameters = '') => `
    post:
      ${parameters}
      requestBody: {content: {application/json: {schema: {type: object, properties: {amount: {type: integer}}}}, multipart/form-data: {schema: {type: object, properties: {file: {type: string, format: binary}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Charge'}}}}${responses}}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Charge'}}}}}}}`

const error =
  '{description: no, content: {application/json: {schema: {type: object, required: [detail], properties: {detail: {type: string}}}}}}'

const description = (responses = '', parameters = '') => `
paths:
  /charges:${post(responses, parameters)}
components: {schemas: {Charge: {type: object, required: [id], properties: {id: {type: string}, amount: {type: integer}}}}}
`

const keyed = (value: string, name = 'Idempotency-Key') => ({ [name]: value })

it('answers the same key and body again, to the byte, and makes nothing', async () => {
  const { ask } = await sandboxOf(description())
  const asked = { body: { amount: 1 }, fields: keyed('k') }
  const first = ask('POST /charges', asked)
  const second = ask('POST /charges', asked)
  expect([second.status, second.text, second.field('ETag')]).toEqual([201, first.text, first.field('ETag')])
  expect(ask('POST /charges', { ...asked, fields: keyed('l') }).text).not.toBe(first.text)
  expect(ask('POST /charges', { body: { amount: 1 } }).text).not.toBe(first.text)
  expect(ask('GET /charges').body).toHaveLength(3)
})

it('takes the same values in another order for the same request', async () => {
  const { ask } = await sandboxOf(description())
  const first = ask('POST /charges', { body: { amount: 1, note: { a: 1, b: [1, 2] } }, fields: keyed('k') })
  const again = ask('POST /charges', { body: { note: { b: [1, 2], a: 1 }, amount: 1 }, fields: keyed('k') })
  expect([again.status, again.text]).toEqual([201, first.text])
  const other = ask('POST /charges', { body: { note: { b: [2, 1], a: 1 }, amount: 1 }, fields: keyed('k') })
  expect(other.status).toBe(400)
})

it.each([
  ['', 400, { message: 'The idempotency key was used before with another request' }],
  [`, '409': ${error}, '400': ${error}`, 409, { detail: 'The idempotency key was used before with another request' }],
  [`, '422': ${error}`, 422, { detail: 'The idempotency key was used before with another request' }],
  [`, default: ${error}`, 400, { detail: 'The idempotency key was used before with another request' }],
])('refuses another body under the key, where %s is declared', async (responses, status, body) => {
  const { ask } = await sandboxOf(description(responses))
  ask('POST /charges', { body: { amount: 1 }, fields: keyed('k') })
  const told = ask('POST /charges', { body: { amount: 2 }, fields: keyed('k') })
  expect([told.status, told.body]).toEqual([status, body])
  expect(ask('GET /charges').body).toHaveLength(1)
})

it.each([
  ['PayPal-Request-Id', true, ''],
  ['X-Request-Id', false, ''],
  ['X-Request-Id', true, 'description: Makes the request idempotent,'],
  ['My-Idempotency-Token', true, ''],
])('a declared %s is a key: %s %s', async (name, isKey, text) => {
  const { ask } = await sandboxOf(
    description('', `parameters: [{name: ${name}, in: header, ${text} schema: {type: string}}]`),
  )
  const asked = { body: { amount: 1 }, fields: keyed('k', name) }
  const first = ask('POST /charges', asked)
  expect(ask('POST /charges', asked).text === first.text).toBe(isKey)
})

it('remembers a key for a day of the sandbox’s time, and then stores nothing of it', async () => {
  const { ask, live } = await sandboxOf(description())
  const kept = () => [...live.store.range(rangeOf('i')), ...live.store.range(rangeOf('x'))].length
  const asked = { body: { amount: 1 }, fields: keyed('k') }
  const first = ask('POST /charges', asked)
  advanceClock(live, 86_399)
  expect(ask('POST /charges', asked).text).toBe(first.text)
  expect(kept()).toBe(2)
  advanceClock(live, 1)
  expect(kept()).toBe(0)
  const second = ask('POST /charges', asked)
  expect(second.text).not.toBe(first.text)
  expect(ask('POST /charges', asked).text).toBe(second.text)
})

it('takes away what is over while it goes on, a little with each request', async () => {
  const { ask, live } = await sandboxOf(description(), { clock: 'real' })
  let now = Date.UTC(2030, 0, 1)
  Object.assign(live.wall, { now: () => now })
  const post = (key: string) => ask('POST /charges', { body: { amount: 1 }, fields: keyed(key) })
  for (let i = 0; i < 10; i++) post(`old ${i}`)
  now += 86_400_000
  const left = () => live.store.range(rangeOf('i')).length
  const sizes = Array.from({ length: 7 }, (_, i) => {
    post(`new ${i}`)
    return left()
  })
  expect(sizes).toEqual([9, 8, 7, 6, 5, 6, 7])
  expect(live.store.range(rangeOf('x'))).toHaveLength(7)
  post('old 0')
  expect(left()).toBe(8)
})

it('lets a refused request be sent again under its key', async () => {
  const { ask } = await sandboxOf(description())
  expect(ask('POST /charges', { body: { amount: 'x' }, fields: keyed('k') }).status).toBe(400)
  expect(ask('POST /charges', { body: { amount: 1 }, fields: keyed('k') }).status).toBe(201)
})

it('takes a file sent again for the same, whatever its boundary', async () => {
  const { ask } = await sandboxOf(description())
  const send = (boundary: string, content: string) =>
    ask('POST /charges', {
      body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${content}\r\n--${boundary}--\r\n`,
      fields: { ...keyed('k'), 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
  const first = send('one', 'text')
  expect(first.status).toBe(201)
  expect(send('two', 'text').text).toBe(first.text)
  expect(send('two', 'other').status).toBe(400)
})
