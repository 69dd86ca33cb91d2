/** By what names requests mean records and their properties. */
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const many = (name: string) => `{type: array, items: ${ref(name)}}`
const param = (name: string, type = 'string') => `{name: ${name}, in: path, required: true, schema: {type: ${type}}}`
const ok = (schema: string) => `{description: ok, ${json(schema)}}`

const description = `
paths:
  /teams:
    post: {requestBody: {${json('{type: object, properties: {name: {type: string}, slug: {type: string}}}')}}, responses: {'201': ${ok(ref('Team'))}}}
  /teams/{team_id}:
    get: {parameters: [${param('team_id')}], responses: {'200': ${ok(ref('Team'))}, '404': {description: no}}}
  /teams/{team_id}/settings:
    parameters: [${param('team_id')}]
    get: {responses: {'200': ${ok(many('Setting'))}}}
    post: {requestBody: {${json('{type: array, items: {type: object, properties: {key: {type: string}, value: {type: string}}}}')}}, responses: {'201': ${ok(many('Setting'))}}}
  /teams/{team_id}/settings/{key}:
    get: {parameters: [${param('team_id')}, ${param('key')}], responses: {'200': ${ok(ref('Setting'))}, '404': {description: no}}}
  /{team_slug}/boards:
    parameters: [${param('team_slug')}]
    get: {responses: {'200': ${ok(many('Board'))}, '404': {description: no}}}
    post: {requestBody: {${json('{type: object, properties: {title: {type: string}}}')}}, responses: {'201': ${ok(ref('Board'))}, '404': {description: no}}}
  /boards/{board_id}:
    get: {parameters: [${param('board_id')}], responses: {'200': ${ok(ref('Board'))}, '404': {description: no}}}
  /boards/{board_id}/cuts:
    parameters: [${param('board_id')}]
    get: {responses: {'200': ${ok(many('Cut'))}}}
    post: {requestBody: {${json('{type: object, required: [mark_name], properties: {mark_name: {type: string}}}')}}, responses: {'201': ${ok(ref('Cut'))}}}
  /boards/{board_id}/cuts/{cut_id}:
    get: {parameters: [${param('board_id')}, ${param('cut_id', 'integer')}], responses: {'200': ${ok(ref('Cut'))}, '404': {description: no}}}
  /boards/{board_id}/cuts/marks/{mark}:
    get: {parameters: [${param('board_id')}, ${param('mark')}], responses: {'200': ${ok(ref('Cut'))}, '404': {description: no}}}
  /access-keys:
    get: {responses: {'200': ${ok(many('AccessKey'))}}}
    post: {requestBody: {${json('{type: object, required: [key_name], properties: {key_name: {type: string}, email: {type: string}}}')}}, responses: {'201': ${ok(ref('AccessKey'))}}}
  /access-keys/{key_id}:
    delete: {parameters: [${param('key_id')}], responses: {'204': {description: gone}}}
  /wallets:
    post: {requestBody: {${json('{type: object, properties: {walletName: {type: string}}}')}}, responses: {'201': ${ok(ref('Wallet'))}}}
  /wallets/{id}:
    get: {parameters: [${param('id')}], responses: {'200': ${ok(ref('Wallet'))}}}
  /kinds:
    post: {requestBody: {${json('{type: object, required: [kind], properties: {kind: {type: string}, note: {type: string}}}')}}, responses: {'200': ${ok(`{type: object, properties: {data: ${ref('Kind')}}}`)}}}
  /kinds/{id}:
    get: {parameters: [${param('id')}], responses: {'200': ${ok(`{type: object, properties: {data: ${ref('Kind')}}}`)}, '404': {description: no}}}
components:
  schemas:
    Team: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, slug: {type: string}}}
    Setting: {type: object, properties: {key: {type: string}, value: {type: string}}}
    Board: {type: object, required: [id], properties: {id: {type: string}, title: {type: string}}}
    Cut: {type: object, required: [id], properties: {id: {type: integer}, mark_name: {type: string}}}
    AccessKey: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, granted_to_email: {type: string}}}
    Wallet: {type: object, required: [id, name, balance, shared_balance], properties: {id: {type: string}, name: {type: string, example: Main}, balance: {type: integer, example: 23950}, shared_balance: {type: integer, example: 7}}}
    Kind: {type: object, properties: {kind: {type: string}, note: {type: string}}}
`

it('knows each of many by the name that the client gave it', async () => {
  const { ask } = await sandboxOf(description)
  const { id } = ask('POST /teams', { body: { name: 'Blue' } }).body as { id: string }
  const sent = [
    { key: 'a', value: '1' },
    { key: 'b', value: '2' },
  ]
  expect(ask(`POST /teams/${id}/settings`, { body: sent }).body).toEqual(sent)
  expect(ask(`GET /teams/${id}/settings/b`).body).toEqual(sent[1])
})

it('finds a parent by the property that its parameter names', async () => {
  const { ask } = await sandboxOf(description)
  ask('POST /teams', { body: { name: 'Blue', slug: 'blue' } })
  const made = ask('POST /blue/boards', { body: { title: 'Plans' } })
  expect(made.status).toBe(201)
  expect(ask('GET /blue/boards').body).toEqual([made.body])
  expect(ask('GET /red/boards').status).toBe(404)
})

it('finds a record by the name in a path of its own', async () => {
  const { ask } = await sandboxOf(description)
  ask('POST /teams', { body: { slug: 'blue' } })
  const board = ask('POST /blue/boards', { body: { title: 'Plans' } }).body as { id: string }
  const cut = ask(`POST /boards/${board.id}/cuts`, { body: { mark_name: 'v2' } }).body
  expect(ask(`GET /boards/${board.id}/cuts/marks/v2`).body).toEqual(cut)
})

it('keeps what a request calls longer or shorter than the record does', async () => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /access-keys', { body: { key_name: 'ci', email: 'a@example.com' } }).body
  expect(made).toMatchObject({ name: 'ci', granted_to_email: 'a@example.com' })
})

it('keeps it also where words are joined otherwise, and opens with nothing in it', async () => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /wallets', { body: { walletName: 'Travel' } }).body
  expect(made).toMatchObject({ name: 'Travel', balance: 0, shared_balance: 7 })
})

it('takes the property that is called as the type for its key, where there is no other', async () => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /kinds', { body: { kind: 'page', note: 'n' } }).body
  expect(ask('GET /kinds/page').body).toEqual(made)
})

it('knows an answer that is all of a record and nothing besides, and what is made from what a path names', async () => {
  const label = "{$ref: '#/components/schemas/Label'}"
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const param = (name: string) => `parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}]`
  const answer = (name: string) => `{'200': {description: ok, ${json(`{$ref: '#/components/schemas/${name}'}`)}}}`
  const { ask } = await sandboxOf(`
paths:
  /labels:
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${label}}`)}}}}
    post: {operationId: createLabel, requestBody: {${json(label)}}, responses: ${answer('create_label_response_body')}}
  /labels/{label_id}:
    get: {${param('label_id')}, responses: ${answer('get_label_response_body')}}
  /labels/rates/{rate_id}:
    post: {operationId: createLabelFromRate, ${param('rate_id')}, responses: ${answer('create_label_from_rate_response_body')}}
  /labels/external_id/{external_id}:
    get: {${param('external_id')}, responses: ${answer('get_label_by_external_id_response_body')}}
components:
  schemas:
    Label: {type: object, required: [label_id], properties: {label_id: {type: string, readOnly: true}, external_id: {type: string}, text: {type: string}}}
    create_label_response_body: {type: object, allOf: [${label}]}
    get_label_response_body: {type: object, allOf: [${label}]}
    create_label_from_rate_response_body: {title: made, type: object, allOf: [${label}]}
    get_label_by_external_id_response_body: {title: got, type: object, allOf: [${label}]}
`)
  const made = ask('POST /labels', { body: { external_id: 'e1', text: 'a' } }).body
  expect(ask('GET /labels/external_id/e1').body).toEqual(made)
  expect(ask('GET /labels/external_id/e2').status).toBe(404)
  const bought = ask('POST /labels/rates/r1').body as { label_id: string }
  expect(ask(`GET /labels/${bought.label_id}`).body).toEqual(bought)
  expect(ask('GET /labels').body).toEqual([made, bought])
})

it('lists together what is made and read under others, where a list of that name stands alone', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const param = (...names: string[]) =>
    `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, schema: {type: string}}`).join(', ')}]`
  const ok = (name: string) => `{'200': {description: ok, ${json(`{$ref: '#/components/schemas/${name}'}`)}}}`
  const { ask } = await sandboxOf(`
paths:
  /trips/{tripId}/legs: {get: {${param('tripId')}, responses: {'200': {description: ok, ${json('{type: object, properties: {trip_id: {type: string, example: shown}, legs: {type: array, items: {type: object, properties: {id: {type: string}, from: {type: string}}}}}}')}}}}}
  /claims: {get: {responses: {'200': {description: ok, ${json(`{type: array, items: {$ref: '#/components/schemas/ClaimForSearch'}}`)}}}}}
  /trips: {post: {requestBody: {${json("{$ref: '#/components/schemas/Trip'}")}}, responses: ${ok('Trip')}}}
  /trips/{trip_id}: {get: {${param('trip_id')}, responses: ${ok('Trip')}}}
  /trips/{trip_id}/claims: {post: {${param('trip_id')}, requestBody: {${json("{$ref: '#/components/schemas/Claim'}")}}, responses: ${ok('Claim')}}}
  /trips/{trip_id}/claims/{claim_id}: {get: {${param('trip_id', 'claim_id')}, responses: ${ok('Claim')}}}
components:
  schemas:
    Trip: {type: object, required: [trip_id], properties: {trip_id: {type: string, readOnly: true}, to: {type: string}}}
    Claim: {type: object, required: [claim_id], properties: {claim_id: {type: string, readOnly: true}, amount: {type: integer}, note: {type: string}}}
    ClaimForSearch: {type: object, required: [claim_id], properties: {claim_id: {type: string}, amount: {type: integer}, note: {type: string}}}
`)
  expect(ask('GET /claims').body).toEqual([])
  const trip = ask('POST /trips', { body: { to: 'Rome' } }).body as { trip_id: string }
  const claim = ask(`POST /trips/${trip.trip_id}/claims`, { body: { amount: 5 } }).body
  expect(ask('GET /claims').body).toEqual([claim])
  expect(ask(`GET /trips/${trip.trip_id}/legs`).body).toMatchObject({ trip_id: trip.trip_id })
})
