import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const description = `
paths:
  /models:
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Model'}}}}}}}
  /models/{id}:
    get:
      parameters:
        - {name: id, in: path, required: true, schema: {type: string, enum: [swift, swift-2024-11-20, swift-2030-01-01, calm]}}
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Model'}, example: {id: swift, created: 1686935002, shutdown_date: '2026-10-23', expires_at: '2027-01-01'}}}}}
components:
  schemas:
    Model:
      type: object
      required: [id, created]
      properties:
        id: {type: string}
        created: {type: integer, description: The Unix timestamp of its creation.}
        shutdown_date: {type: [string, 'null'], format: date}
        expires_at: {type: string, format: date}
`

interface Model {
  readonly id: string
  readonly created: number
  readonly shutdown_date?: string | null
}

it('has records that began one after the other, or on the day that their id tells', async () => {
  const { ask } = await sandboxOf(description)
  const models = ask('GET /models').body as Model[]
  const own = models.map(({ created }) => created)
  expect(new Set(own).size).toBe(models.length)
  expect(Math.max(...own)).toBeLessThanOrEqual(Date.UTC(2025, 0, 1) / 1000)
  const dated = models.find(({ id }) => id === 'swift-2024-11-20')
  if (dated !== undefined) expect(dated.created).toBe(Date.UTC(2024, 10, 20) / 1000)
  for (const one of models.slice(1)) expect(ask(`GET /models/${one.id}`).body).toMatchObject({ created: one.created })
})

it('announces the end of none that the example does not show', async () => {
  const { ask } = await sandboxOf(description)
  const [, ...others] = ask('GET /models').body as Model[]
  expect(others.length).toBeGreaterThan(0)
  for (const one of others) expect(one.shutdown_date ?? null).toBe(null)
})
