import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const shown = `{id: d_1, created_at: '2020-03-01T10:00:00Z', reserved_at: '2020-03-01T10:00:05Z', version_end_of_life: '2024-03-01T10:00:00Z', expires_at: '2020-03-31T10:00:00Z', birth_date: '1990-01-01T10:00:00Z', published_at: '2001-01-01T10:00:00Z', day: '2020-03-02T00:00:00', next_run_at: 1583143200, progress: {steps: [{name: build, started_at: '2020-03-01T10:00:01.250Z', note: '2020-03-01'}]}, window: {opens_at: '2020-03-08T10:00:00Z'}}`
const time = '{type: string, format: date-time, readOnly: true}'
const answer = `content: {application/json: {schema: {$ref: '#/components/schemas/Database'}, example: ${shown}}}`
const description = `
paths:
  /databases:
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Row'}}}}}}}
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, window: {type: object, properties: {opens_at: {type: string}}}}}}}}, responses: {'201': {description: ok, ${answer}}}}
  /databases/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${answer}}}}
  /runs:
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Run'}}}}}}}
components:
  schemas:
    Run: {type: object, required: [id, queued_at, begun_at, taken_at], properties: {id: {type: string}, queued_at: {type: string, format: date-time, example: '2023-05-01T10:00:00Z'}, begun_at: {type: string, format: date-time, example: '2023-05-01T10:00:00Z'}, taken_at: {type: string, format: date-time, example: '1999-05-01T10:00:00Z'}}}
    Row: {type: object, required: [id, created_at, engine], properties: {id: {type: string}, created_at: {type: integer, example: 1583056800}, engine: {type: string, example: pg}, color: {type: string, example: red}}}
    Database:
      type: object
      required: [id, created_at, reserved_at, version_end_of_life, expires_at, birth_date, published_at, day, next_run_at, progress, window]
      properties:
        id: {type: string, readOnly: true}
        name: {type: string}
        created_at: ${time}
        reserved_at: ${time}
        version_end_of_life: ${time}
        expires_at: ${time}
        birth_date: ${time}
        published_at: ${time}
        day: {type: string, readOnly: true}
        next_run_at: {type: integer, readOnly: true}
        progress: {type: object, readOnly: true, properties: {steps: {type: array, items: {type: object, properties: {name: {type: string}, started_at: {type: string}, note: {type: string}}}}}}
        window: {type: object, properties: {opens_at: {type: string}}}
`

it('moves the times of an example to where they are for what was made now', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('POST /databases', { body: { name: 'a' } }).body).toMatchObject({
    created_at: '2025-01-01T00:00:00Z',
    reserved_at: '2025-01-01T00:00:00Z',
    version_end_of_life: '2029-01-01T00:00:00Z',
    expires_at: '2025-01-31T00:00:00Z',
    next_run_at: 1735776000,
    progress: { steps: [{ started_at: '2025-01-01T00:00:00.000Z', note: '2020-03-01' }] },
    window: { opens_at: '2025-01-08T00:00:00Z' },
  })
})

it('leaves the times of persons and works, days, and what was sent', async () => {
  const { ask } = await sandboxOf(description)
  expect(
    ask('POST /databases', { body: { name: 'a', window: { opens_at: '2020-03-08T10:00:00Z' } } }).body,
  ).toMatchObject({
    birth_date: '1990-01-01T10:00:00Z',
    published_at: '2001-01-01T10:00:00Z',
    day: '2020-03-02T00:00:00',
    window: { opens_at: '2020-03-08T10:00:00Z' },
  })
})

it('moves what happened to records that were there already', async () => {
  const { ask } = await sandboxOf(description)
  const [run] = ask('GET /runs').body as Record<string, string>[]
  expect(run).toMatchObject({ queued_at: '2024-12-29T22:37:43Z', begun_at: '2024-12-29T22:37:43Z' })
  expect(run?.['taken_at']).toBe('1999-05-01T10:00:00Z')
})

it('shows in a list, in its own form, the time that the record has, and nothing that the record does not have', async () => {
  const { ask } = await sandboxOf(description)
  ask('POST /databases', { body: { name: 'a' } })
  const [row] = ask('GET /databases').body as Record<string, unknown>[]
  expect(row).toMatchObject({ created_at: 1735689600, engine: 'pg' })
  expect(row).not.toHaveProperty('color')
})

it('leaves a time that may not be another', async () => {
  const { ask } = await sandboxOf(`
paths:
  /runs:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Run'}}}}}}
  /runs/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Run'}}}}}}
components:
  schemas:
    Run:
      type: object
      required: [id, created_at, queued_at, begun_at, ended_at]
      properties:
        id: {type: string}
        name: {type: string}
        created_at: {type: string, format: date-time, example: '2020-03-01T10:00:00Z'}
        queued_at: {type: string, pattern: '^202[0-3]', example: '2020-03-01T10:00:00Z'}
        begun_at: {type: integer, maximum: 1600000000, example: 1583056800}
        ended_at: {type: string, enum: ['2020-03-01T10:00:00Z'], example: '2020-03-01T10:00:00Z'}
`)
  const told = { queued_at: '2020-03-01T10:00:00Z', begun_at: 1583056800, ended_at: '2020-03-01T10:00:00Z' }
  expect(ask('POST /runs', { body: { name: 'a' } })).toMatchObject({ status: 201, body: told })
})

it('takes an example of very many times', async () => {
  const times = Array.from({ length: 150_000 }, () => "{at: '2020-03-01T10:00:00Z'}").join(', ')
  const { ask } = await sandboxOf(
    description.replace('version_end_of_life:', () => `log: [${times}], version_end_of_life:`),
  )
  expect(ask('POST /databases', { body: { name: 'a' } })).toMatchObject({ status: 201 })
}, 60_000)
