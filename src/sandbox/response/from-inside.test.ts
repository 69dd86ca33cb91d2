import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const text = '{type: string}'
const of = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const boxes = `
paths:
  /boxes:
    post:
      parameters: [{name: name, in: query, schema: ${text}}]
      requestBody: {${of("{$ref: '#/components/schemas/Config'}")}}
      responses: {'201': {description: ok, ${of('{type: object, properties: {id: {type: string}}}')}}, '409': {description: conflict}}
    get: {responses: {'200': {description: ok, ${of("{type: array, items: {$ref: '#/components/schemas/BoxSummary'}}")}}}}
  /boxes/{id}:
    get:
      parameters: [{name: id, in: path, required: true, description: ID or name of the box, schema: ${text}}]
      responses: {'200': {description: ok, ${of("{$ref: '#/components/schemas/Box'}")}}}
components:
  schemas:
    Config: {type: object, properties: {image: ${text}, labels: {type: object, additionalProperties: ${text}}}}
    Ports: {type: object, properties: {first: {type: integer}, size: {type: integer}}}
    Disk: {type: object, properties: {size: {type: integer}}}
    Box: {type: object, properties: {id: ${text}, name: ${text}, config: {$ref: '#/components/schemas/Config'}, ports: {$ref: '#/components/schemas/Ports'}, disk: {$ref: '#/components/schemas/Disk'}}}
    BoxSummary: {type: object, properties: {id: ${text}, names: {type: array, items: ${text}}, image: ${text}, labels: {type: object, additionalProperties: ${text}}, first: {type: boolean}, size: {type: integer}}}
`

it('shows outside what the record has inside one object, and its name as the only one of its names', async () => {
  const api = await sandboxOf(boxes)
  const made = api.ask('POST /boxes?name=web', { body: { image: 'nginx', labels: { team: 'x' } } })
  expect(made.status).toBe(201)
  const { id } = made.body as { id: string }
  const [shown] = api.ask('GET /boxes').body as readonly Record<string, unknown>[]
  expect(shown).toMatchObject({ id, names: ['web'], labels: { team: 'x' }, image: 'nginx' })
  // A flag is no number, and what two objects have is of neither.
  expect(typeof shown?.['first']).not.toBe('number')
  const whole = api.ask(`GET /boxes/web`).body as { disk?: { size: number }; ports?: { size: number } }
  expect(whole).toMatchObject({ id, config: { labels: { team: 'x' } } })
})

it('refuses the name by which another is found, where a conflict is declared', async () => {
  const api = await sandboxOf(boxes)
  const make = (name: string) => api.ask(`POST /boxes?name=${name}`, { body: { image: 'nginx' } }).status
  expect([make('web'), make('web'), make('db')]).toEqual([201, 409, 201])
})

it('shows the record inside what stands in for it in a list', async () => {
  const { ask } = await sandboxOf(`
paths:
  /rules:
    post: {requestBody: {${of("{$ref: '#/components/schemas/Rule'}")}}, responses: {'201': {description: ok, ${of("{$ref: '#/components/schemas/Rule'}")}}}}
    get: {responses: {'200': {description: ok, ${of("{type: object, properties: {rules: {type: array, items: {$ref: '#/components/schemas/RuleEntry'}}}}")}}}}
  /rules/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, ${of("{$ref: '#/components/schemas/Rule'}")}}}}}
components:
  schemas:
    Rule: {type: object, properties: {id: ${text}, name: ${text}}}
    RuleEntry: {type: object, properties: {kind: {type: string, enum: [custom]}, rule: {$ref: '#/components/schemas/Rule'}}}
`)
  const { id } = ask('POST /rules', { body: { name: 'a' } }).body as { readonly id: string }
  expect(ask('GET /rules').body).toEqual({ rules: [{ rule: { id, name: 'a' } }] })
})
