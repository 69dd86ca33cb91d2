import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const type = "{$ref: '#/components/schemas/EventType'}"
const id = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'

const description = (held: string, more = '') => `
paths:
  /hooks:
    post: {requestBody: {${json('{type: object, properties: {url: {type: string}, event_types: {}}}')}}, responses: {'201': {description: made, ${json("{$ref: '#/components/schemas/Hook'}")}}}}
  /hooks/{id}:
    get: {${id}, responses: {'200': {description: one, ${json("{$ref: '#/components/schemas/Hook'}")}}}}
    patch: {${id}, requestBody: {${json('{type: object, properties: {event_types: {}}}')}}, responses: {'200': {description: changed, ${json("{$ref: '#/components/schemas/Hook'}")}}}}
  /hooks/{id}/event-types:
    get: {${id}, responses: {'200': {description: all, ${json(`{type: object, properties: {data: {type: array, items: ${type}}}}`)}}}}
${more}
components:
  schemas:
    Hook: {type: object, required: [id], properties: {id: {type: string}, url: {type: string}, event_types: ${held}}}
    EventType: {type: object, required: [name, description], properties: {name: {type: string}, description: {type: string}}}
`

async function listed(api: Awaited<ReturnType<typeof sandboxOf>>, body: unknown) {
  const made = api.ask('POST /hooks', { body }).body as { id: string }
  const names = () =>
    (api.ask(`GET /hooks/${made.id}/event-types`).body as { data: { name: string }[] }).data.map(({ name }) => name)
  return { id: made.id, names }
}

it('lists what the parent holds, whole, and what it holds later', async () => {
  const api = await sandboxOf(description(`{type: array, items: ${type}}`))
  const { id, names } = await listed(api, { url: 'a', event_types: [{ name: 'order.paid' }, { name: 'a.gone' }] })
  expect(api.ask(`GET /hooks/${id}/event-types`).body).toMatchObject({
    data: [{ name: 'order.paid', description: 'Sent when an order was paid' }, { name: 'a.gone' }],
  })
  expect(api.ask(`PATCH /hooks/${id}`, { body: { event_types: [{ name: 'b.gone' }] } }).status).toBe(200)
  expect(names()).toEqual(['b.gone'])
})

it('lists words that the parent holds, and nothing where it holds none', async () => {
  const api = await sandboxOf(description('{type: array, items: {type: string}}'))
  expect((await listed(api, { url: 'a', event_types: ['z.made', 'b.made'] })).names()).toEqual(['z.made', 'b.made'])
  expect((await listed(api, { url: 'a', event_types: [] })).names()).toEqual([])
})

it('lists records of their own where requests make them', async () => {
  const more = `  /hooks/{id}/event-types/{name}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: name, in: path, required: true, schema: {type: string}}]
    put: {requestBody: {${json(type)}}, responses: {'200': {description: put, ${json(type)}}}}
`
  const api = await sandboxOf(description(`{type: array, items: ${type}}`, more))
  const { id, names } = await listed(api, { url: 'a' })
  expect(api.ask(`PUT /hooks/${id}/event-types/x.y`, { body: { name: 'x.y', description: 'X' } }).status).toBe(200)
  expect(names()).toEqual(['x.y'])
})

it('lists records of their own where requests delete them', async () => {
  const more = `  /hooks/{id}/event-types/{name}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(type)}}}}
    delete: {responses: {'204': {description: gone}}}
`
  const api = await sandboxOf(description('{type: array, items: {type: string}}', more))
  const { id, names } = await listed(api, { url: 'a', event_types: ['x', 'y'] })
  api.ask(`DELETE /hooks/${id}/event-types/x`)
  expect(names()).not.toContain('x')
})

it('lists no more than 500', async () => {
  const api = await sandboxOf(description('{type: array, items: {type: string}}'))
  const { names } = await listed(api, {
    url: 'a',
    event_types: Array.from({ length: 510 }, (_, index) => `e.${index}`),
  })
  expect([names().length, names().at(-1)]).toEqual([500, 'e.499'])
})
