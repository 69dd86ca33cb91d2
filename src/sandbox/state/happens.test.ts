import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const one = (name: string) =>
  `{'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}}`
const list = (name: string) =>
  `{'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}}}`
const id = '{name: hook_id, in: path, required: true, schema: {type: string}}'
const { ask } = await sandboxOf(`
paths:
  /hooks:
    get: {responses: ${list('Hook')}}
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {url: {type: string}}}}}}, responses: ${one('Hook')}}
  /hooks/{hook_id}: {get: {parameters: [${id}], responses: ${one('Hook')}}}
  /hooks/{hook_id}/ping: {post: {parameters: [${id}], responses: {'204': {description: ok}}}}
  /hooks/{hook_id}/deliveries: {get: {parameters: [${id}], responses: ${list('Delivery')}}}
  /hooks/{hook_id}/followers: {get: {parameters: [${id}], responses: ${list('Follower')}}}
  /hooks/{hook_id}/regions: {get: {parameters: [${id}], responses: ${list('Region')}}}
components:
  schemas:
    Hook: {type: object, required: [id], properties: {id: {type: string}, url: {type: string}}}
    Delivery: {type: object, required: [id], properties: {id: {type: string}, hook_id: {type: string}}}
    Follower: {type: object, required: [id], properties: {id: {type: string}, hook_id: {type: string}}}
    Region: {type: object, required: [id], properties: {id: {type: string}, hook_id: {type: string}}}
`)

it('lists of a record which was made just now only what has happened to it since', () => {
  const made = ask('POST /hooks', { body: { url: 'a' } }).body as { id: string }
  expect(ask(`GET /hooks/${made.id}/deliveries`).body).toEqual([])
  expect(ask(`GET /hooks/${made.id}/followers`).body).toEqual([])
  expect(ask(`GET /hooks/${made.id}/regions`).body).toHaveLength(3)
  expect(ask(`POST /hooks/${made.id}/ping`).status).toBe(204)
  expect(ask(`GET /hooks/${made.id}/deliveries`).body).toMatchObject([{ hook_id: made.id }])
  expect(ask(`GET /hooks/${made.id}/followers`).body).toEqual([])
})

it('shows nothing under a new record of what it may have of others, and something under one that was there before', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const record = '{type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}'
  const seat = '{type: object, required: [room_id], properties: {room_id: {type: string}, unread: {type: integer}}}'
  const param = 'parameters: [{name: user_id, in: path, required: true, schema: {type: string}}]'
  const make = `post: {requestBody: {${json('{type: object, properties: {name: {type: string}}}')}}, responses: {'201': {description: made, ${json(record)}}}}`
  const { ask } = await sandboxOf(`
paths:
  /users: {${make}}
  /users/{user_id}: {${param}, get: {responses: {'200': {description: one, ${json(record)}}}}}
  /rooms: {${make}}
  /users/{user_id}/rooms: {${param}, get: {responses: {'200': {description: all, ${json(`{type: array, items: ${seat}}`)}}}}}
`)
  const { id } = ask('POST /users', { body: { name: 'ann' } }).body as { id: string }
  expect(ask(`GET /users/${id}/rooms`).body).toEqual([])
})

it('shows no history that nobody has made, unless the schema wants some, or somebody reads its records one by one', async () => {
  const entry = '{type: object, required: [uuid], properties: {uuid: {type: string, format: uuid}, at: {type: string}}}'
  const all = (items: string, more = '') =>
    `get: {responses: {'200': {description: all, content: {application/json: {schema: {type: object, properties: {count: {type: integer}, data: {type: array, items: ${items}${more}}}}}}}}}`
  const named = (name: string) =>
    `{allOf: [${entry}, {type: object, title: ${name}, properties: {${name}: {type: string}}}]}`
  const { ask } = await sandboxOf(`
paths:
  /history: {${all(named('ride'))}}
  /team.accessLogs: {${all(named('place'))}}
  /audit_log: {${all(named('deed'), ', minItems: 1')}}
  /catalogue: {${all(named('good'))}}
  /logs: {${all(named('line'))}}
  /logs/{uuid}: {get: {parameters: [{name: uuid, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, content: {application/json: {schema: ${named('line')}}}}}}}
`)
  const counted = (path: string) => (ask(`GET ${path}`).body as { data: unknown[] }).data.length
  expect(ask('GET /history').body).toEqual({ count: 0, data: [] })
  expect(['/team.accessLogs', '/audit_log', '/catalogue', '/logs'].map(counted)).toEqual([0, 3, 3, 3])
})

it('shows what is public, though called after histories or activities', async () => {
  const all = (name: string, more = '') =>
    `get: {${more}responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}}}}`
  const city = (needed: boolean) =>
    `parameters: [{name: city, in: query, required: ${needed}, schema: {type: string}}], `
  const thing = (name: string) =>
    `${name}: {type: object, required: [id], properties: {id: {type: string}, ${name}: {type: string}}}`
  const { ask } = await sandboxOf(`
paths:
  /weather/history: {${all('Observation', city(true))}}
  /rides/history: {${all('Ride', city(false))}}
  /activities: {${all('Activity')}}
  /access_settings/activity: {${all('Visit')}}
  /user_activities: {${all('Deed')}}
components:
  schemas: {${['Observation', 'Ride', 'Activity', 'Visit', 'Deed'].map(thing).join(', ')}}
`)
  const counted = (path: string) => (ask(`GET ${path}`).body as unknown[]).length
  expect(['/weather/history?city=x', '/activities'].map(counted)).toEqual([3, 3])
  expect(['/rides/history', '/access_settings/activity', '/user_activities'].map(counted)).toEqual([0, 0, 0])
})
