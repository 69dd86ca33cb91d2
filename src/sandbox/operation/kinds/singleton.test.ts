import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const { ask } = await sandboxOf(`
paths:
  /player:
    get: {responses: {'200': &player {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Player'}, example: {status: playing, volume: 3, paused_at: null}}}}}}
  /player/pause: {put: {responses: {'204': {description: paused}}}}
  /player/volumes: {post: {responses: {'204': {description: nothing to do with it}}}}
  /voices/{id}/settings:
    parameters: &id [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Settings'}}}}}}
  /voices/{id}/settings/edit:
    post: {parameters: *id, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Settings'}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {status: {type: string}}}}}}}}
components:
  schemas:
    Player: {type: object, properties: {status: {type: string, enum: [playing, paused, stopped]}, volume: {type: integer}, paused_at: {type: string, format: date-time, nullable: true}}}
    Settings: {type: object, properties: {stability: {type: number}, style: {type: number}}}
`)

it('does to what there is one of what a verb below it says', () => {
  expect(ask('GET /player').body).toMatchObject({ status: 'playing', paused_at: null })
  expect(ask('PUT /player/pause').status).toBe(204)
  expect(ask('GET /player').body).toMatchObject({ status: 'paused', volume: 3, paused_at: expect.any(String) })
})

it('changes it by a word for that, for each parent', () => {
  const before = ask('GET /voices/a/settings').body as { style: number }
  expect(ask('POST /voices/a/settings/edit', { body: { stability: 0.25 } }).status).toBe(200)
  expect(ask('GET /voices/a/settings').body).toEqual({ ...before, stability: 0.25 })
  expect(ask('GET /voices/b/settings').body).not.toMatchObject({ stability: 0.25 })
})

it('is left as it is by what is only tried with it', async () => {
  const { ask } = await sandboxOf(`
paths:
  /mail-settings:
    get: {responses: {'200': &settings {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Settings'}}}}}}
    put: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Settings'}}}}, responses: {'200': *settings}}
  /mail-settings/test:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {host: {type: string}, to: {type: string}}}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {success: {type: boolean}}}}}}}}
components:
  schemas:
    Settings: {type: object, properties: {host: {type: string}, port: {type: integer}}}
`)
  ask('PUT /mail-settings', { body: { host: 'mail.example.com', port: 25 } })
  expect(ask('POST /mail-settings/test', { body: { host: 'other.example.com', to: 'a' } }).status).toBe(200)
  expect(ask('GET /mail-settings').body).toEqual({ host: 'mail.example.com', port: 25 })
})

it('takes what nobody declares out of the property that is called like it', async () => {
  const { ask } = await sandboxOf(`
paths:
  /users/{id}/prefs:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': &prefs {description: ok, content: {application/json: {schema: {type: object, additionalProperties: true}}}}}}
    patch: {requestBody: {content: {application/json: {schema: {type: object, properties: {prefs: {type: object}}}}}}, responses: {'200': *prefs}}
`)
  expect(ask('PATCH /users/1/prefs', { body: { prefs: { theme: 'dark' } } }).body).toEqual({ theme: 'dark' })
  expect(ask('GET /users/1/prefs').body).toEqual({ theme: 'dark' })
})

const addresses = `
paths:
  /voices/{id}/address:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': &address {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Address'}}}}, '404': {description: none}}}
    put: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Address'}}}}, responses: {'200': *address}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
components:
  schemas:
    Address: {type: object, properties: {street: {type: string}, city: {type: string}}}
`

it('is gone once it is deleted, where that is known, until something is said of it again', async () => {
  const { ask } = await sandboxOf(addresses)
  expect(ask('GET /voices/a/address').status).toBe(200)
  expect(ask('DELETE /voices/a/address').status).toBe(204)
  expect(ask('GET /voices/a/address').status).toBe(404)
  expect(ask('DELETE /voices/a/address').status).toBe(404)
  expect(ask('GET /voices/b/address').status).toBe(200)
  expect(ask('PUT /voices/a/address', { body: { city: 'Rome' } }).body).toMatchObject({ city: 'Rome' })
  expect(ask('GET /voices/a/address').body).toMatchObject({ city: 'Rome' })
})

it('is there again where ids that nobody created stand for records', async () => {
  const { ask } = await sandboxOf(addresses, { unknownIds: 'synthesize' })
  expect(ask('DELETE /voices/a/address').status).toBe(204)
  expect(ask('GET /voices/a/address').status).toBe(200)
  expect(ask('DELETE /voices/a/address').status).toBe(204)
})

it('says the id of the record in the path where words say that its id is that', async () => {
  const film =
    '{content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: string}}}}}, description: ok}'
  const about = (more: string, words: string) =>
    `{description: ok, content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: string, description: ${words}}, ${more}}}}}}`
  const id = 'parameters: [{name: film_id, in: path, required: true, schema: {type: string}}]'
  const { ask } = await sandboxOf(`
paths:
  /films: {post: {responses: {'201': ${film}}}}
  /films/{film_id}: {get: {${id}, responses: {'200': ${film}}}}
  /films/{film_id}/rating: {get: {${id}, responses: {'200': ${about('stars: {type: integer}', 'ID of the film')}}}}
  /films/{film_id}/poster: {get: {${id}, responses: {'200': ${about('size: {type: integer}', 'The id of the poster')}}}}
  /films/{film_id}/shots: {get: {${id}, responses: {'200': ${about('shots: {type: array, items: {type: object, properties: {number: {type: integer}}}}', 'The unique identifier for the film')}}}}
`)
  const { id: film_id } = ask('POST /films').body as { id: string }
  expect(ask(`GET /films/${film_id}/rating`).body).toMatchObject({ id: film_id })
  expect(ask(`GET /films/${film_id}/shots`).body).toMatchObject({ id: film_id })
  expect(ask(`GET /films/${film_id}/poster`).body).not.toMatchObject({ id: film_id })
})

it('makes and takes away the only one by verbs below it, where its read knows that there may be none', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const crew = `{'200': {description: ok, ${json("{$ref: '#/components/schemas/Crew'}")}}, '404': {description: none}}`
  const body = `requestBody: {${json('{type: object, properties: {name: {type: string}}}')}}`
  const { ask } = await sandboxOf(`
paths:
  /crew: {get: {responses: ${crew}}}
  /crew/create: {post: {${body}, responses: ${crew}}}
  /crew/delete: {delete: {responses: {'200': {description: gone}}}}
components: {schemas: {Crew: {type: object, properties: {name: {type: string}}}}}
`)
  for (const name of ['A', 'B']) {
    expect(ask('POST /crew/create', { body: { name } }).body).toMatchObject({ name })
    expect(ask('GET /crew').body).toMatchObject({ name })
    expect(ask('DELETE /crew/delete').status).toBe(200)
    expect(ask('GET /crew').status).toBe(404)
  }
})

it('is called like its parent where it has a name in the same place, whatever is sent', async () => {
  const json = (schema: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${schema}'}}}`
  const of = (schema: string) => `{'200': {description: ok, ${json(schema)}}}`
  const parameters = (...names: string[]) =>
    `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, schema: {type: string}}`).join(', ')}]`
  const { ask } = await sandboxOf(`
paths:
  /rooms/{room}/boxes: {${parameters('room')}, post: {requestBody: {${json('Box')}}, responses: ${of('Box')}}}
  /rooms/{room}/boxes/{name}: {${parameters('room', 'name')}, get: {responses: ${of('Box')}}}
  /rooms/{room}/boxes/{name}/scale: {${parameters('room', 'name')}, get: {responses: ${of('Scale')}}, patch: {requestBody: {${json('Scale')}}, responses: ${of('Scale')}}}
  /topics: {post: {requestBody: {${json('Topic')}}, responses: ${of('Topic')}}}
  /topics/{name}: {${parameters('name')}, get: {responses: ${of('Topic')}}}
  /topics/{name}/limits: {${parameters('name')}, get: {responses: ${of('Limits')}}}
components:
  schemas:
    Meta: {type: object, properties: {name: {type: string}, room: {type: string}}}
    Box: {type: object, properties: {metadata: {$ref: '#/components/schemas/Meta'}, size: {type: integer}}}
    Scale: {type: object, properties: {metadata: {$ref: '#/components/schemas/Meta'}, replicas: {type: integer}}}
    Topic: {type: object, properties: {name: {type: string}, size: {type: integer}}}
    Limits: {type: object, properties: {name: {type: string}, most: {type: integer}}}
`)
  ask('POST /rooms/a/boxes', { body: { metadata: { name: 'web' } } })
  expect(ask('GET /rooms/a/boxes/web/scale').body).toMatchObject({ metadata: { name: 'web', room: 'a' } })
  const changed = ask('PATCH /rooms/a/boxes/web/scale', { body: { replicas: 3 } })
  expect(changed.body).toMatchObject({ metadata: { name: 'web', room: 'a' }, replicas: 3 })
  ask('POST /topics', { body: { name: 'news' } })
  expect(ask('GET /topics/news/limits').body).toMatchObject({ name: 'news' })
})
