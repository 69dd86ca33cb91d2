import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const star = `{'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Star'}}}}, '404': {description: none}}`
const stars = `{'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Star'}}}}}}`
const description = (parameter: string, post = ''): string => `
paths:
  /stars: {get: {responses: ${stars}}${post}}
  /stars/{id}: {get: {parameters: [{name: id, in: path, required: true, ${parameter}}], responses: ${star}}}
components: {schemas: {Star: {type: object, properties: {id: {type: string}, name: {type: string}}}}}
`

it.each([
  ['schema: {type: string}, example: vega', 'vega'],
  ['schema: {type: string, example: vega}', 'vega'],
  ['schema: {type: string, enum: [vega, altair]}', 'altair'],
])('%s: there is %s among records that nobody can make', async (parameter, id) => {
  const { ask } = await sandboxOf(description(parameter))
  expect(ask(`GET /stars/${id}`)).toMatchObject({ status: 200, body: { id } })
  expect(ask('GET /stars').body).toContainEqual(expect.objectContaining({ id }))
  expect(ask('GET /stars/other').status).toBe(404)
})

it('has no record of an example that is words about ids, nor where records are made', async () => {
  const words = await sandboxOf(description('schema: {type: string}, example: vega or altair'))
  expect(words.ask('GET /stars').body).toHaveLength(3)
  const post = `, post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Star'}}}}, responses: ${star}}`
  const made = await sandboxOf(description('schema: {type: string}, example: vega', post))
  expect(made.ask('GET /stars/vega').status).toBe(404)
})
