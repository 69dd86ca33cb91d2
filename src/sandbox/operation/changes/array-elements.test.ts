import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const hook = "{$ref: '#/components/schemas/Hook'}"
const words = '{type: array, items: {type: string}}'
const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const hooks = `
paths:
  /hooks: {post: {requestBody: {${json(hook)}}, responses: {'201': {description: made, ${json(hook)}}}}}
  /hooks/{id}:
    ${byId}
    get: {responses: {'200': {description: ok, ${json(hook)}}}}
    patch: {requestBody: {${json(`{type: object, properties: {active: {type: boolean}, add_events: ${words}, remove_events: ${words}, add_notes: ${words}}}`)}}, responses: {'200': {description: ok, ${json(hook)}}}}
  /hooks/{id}/events:
    ${byId}
    post: {requestBody: {${json(`{type: object, properties: {events: ${words}}}`)}}, responses: {'204': {description: added}}}
    delete: {requestBody: {${json(`{type: object, properties: {events: ${words}}}`)}}, responses: {'204': {description: gone}}}
components: {schemas: {Hook: {type: object, properties: {id: {type: string, readOnly: true}, active: {type: boolean}, events: ${words}, add_notes: ${words}}}}}
`

it('adds to arrays and takes out of them what a change says so', async () => {
  const { ask } = await sandboxOf(hooks)
  const { id } = ask('POST /hooks', { body: { events: ['push', 'issues'] } }).body as { id: string }
  const change = (body: object) => ask(`PATCH /hooks/${id}`, { body }).body
  expect(change({ add_events: ['release', 'push'], remove_events: ['issues'], active: false })).toMatchObject({
    events: ['push', 'release'],
    active: false,
  })
  expect(change({ add_events: ['fork', 'fork'] })).toMatchObject({ events: ['push', 'release', 'fork'] })
  expect(change({ remove_events: ['fork'] })).toMatchObject({ events: ['push', 'release'] })
  expect(change({ remove_events: ['push', 'release', 'none'] })).toMatchObject({ events: [] })
  expect(change({ add_notes: ['a'] })).toMatchObject({ add_notes: ['a'], events: [] })
})

it('adds to arrays and takes out of them at a path of their own', async () => {
  const { ask } = await sandboxOf(hooks)
  const { id } = ask('POST /hooks', { body: { events: ['push'] } }).body as { id: string }
  const events = () => (ask(`GET /hooks/${id}`).body as { events: readonly string[] }).events
  expect(ask(`POST /hooks/${id}/events`, { body: { events: ['fork', 'push'] } }).status).toBe(204)
  expect(events()).toEqual(['push', 'fork'])
  expect(ask(`DELETE /hooks/${id}/events`, { body: { events: ['push'] } }).status).toBe(204)
  expect(events()).toEqual(['fork'])
})
