import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const named = (name: string, words: string): string =>
  `{name: ${name}, in: path, required: true, description: ${JSON.stringify(words)}, schema: {type: string}}`

const library = `
paths:
  /v1/{parent}/racks:
    parameters: [${named('parent', 'Required. Format: `sites/{site}`')}]
    get: {operationId: library.sites.racks.list, parameters: [{name: pageSize, in: query, schema: {type: integer}}, {name: pageToken, in: query, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/ListRacksResponse'}}}}}}
    post: {operationId: library.sites.racks.create, parameters: [{name: rackId, in: query, schema: {type: string}}], requestBody: &rack {content: {application/json: {schema: {$ref: '#/components/schemas/Rack'}}}}, responses: {'200': &racked {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Rack'}}}}}}
  /v1/{parent}/books:
    parameters: [${named('parent', 'The rack: sites/SITE_ID/racks/RACK_ID')}]
    get: {operationId: library.sites.racks.books.list, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/ListBooksResponse'}}}}}}
    post: {operationId: library.sites.racks.books.create, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Operation'}}}}}}
  /v1/{name}:
    parameters: [${named('name', 'The name.')}]
    get: {operationId: library.sites.racks.books.get, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
    patch: {operationId: library.sites.racks.patch, requestBody: *rack, responses: {'200': *racked}}
    delete: {operationId: library.sites.racks.books.delete, responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}}
  /v1/{name}/operations:
    parameters: [${named('name', 'The site')}]
    get: {operationId: library.sites.operations.list, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {operations: {type: array, items: {$ref: '#/components/schemas/Operation'}}}}}}}}}
  /v1/{name}:archive:
    parameters: [${named('name', 'The book')}]
    post: {operationId: library.sites.racks.books.archive, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
components:
  schemas:
    Rack: {type: object, properties: {name: {type: string}, theme: {type: string}}}
    Book: {type: object, properties: {name: {type: string}, title: {type: string}, state: {type: string, enum: [HERE, ARCHIVED]}}}
    ListRacksResponse: {type: object, properties: {racks: {type: array, items: {$ref: '#/components/schemas/Rack'}}, nextPageToken: {type: string}}}
    ListBooksResponse: {type: object, properties: {books: {type: array, items: {$ref: '#/components/schemas/Book'}}}}
    Operation: {type: object, properties: {name: {type: string}, done: {type: boolean}, error: {type: object, properties: {message: {type: string}}}, response: {type: object, additionalProperties: true}}}
`

it('makes, finds, changes and removes records of all types by their whole names', async () => {
  const { ask } = await sandboxOf(library)
  expect(ask('POST /v1/sites/s/racks?rackId=a', { body: { theme: 'sea' } }).body).toMatchObject({
    name: 'sites/s/racks/a',
  })
  expect(ask('POST /v1/sites/s/racks?rackId=a', { body: {} }).status).toBe(409)
  expect(ask('GET /v1/sites/s/racks/a').body).toMatchObject({ name: 'sites/s/racks/a', theme: 'sea' })
  expect(ask('GET /v1/sites%2Fs%2Fracks%2Fa').body).toMatchObject({ theme: 'sea' })
  expect(ask('PATCH /v1/sites/s/racks/a', { body: { theme: 'sky' } }).body).toMatchObject({ theme: 'sky' })
  expect(ask('GET /v1/sites/other/racks').body).toEqual({ racks: [] })
  expect(ask('DELETE /v1/sites/s/racks/a').status).toBe(200)
  expect(ask('GET /v1/sites/s/racks/a').status).toBe(404)
})

it('begins names that it chooses with those of what they stand in', async () => {
  const { ask } = await sandboxOf(library)
  const { name } = ask('POST /v1/sites/s/racks', { body: {} }).body as { name: string }
  expect(name).toMatch(/^sites\/s\/racks\/[a-z0-9]+$/)
  expect(ask('GET /v1/sites/s/racks').body).toMatchObject({ racks: [{ name }] })
})

it('answers with an operation that is done and holds what was made', async () => {
  const { ask } = await sandboxOf(library)
  expect(ask('POST /v1/sites/s/racks/a/books', { body: {} }).status).toBe(404)
  ask('POST /v1/sites/s/racks?rackId=a', { body: {} })
  const told = ask('POST /v1/sites/s/racks/a/books', { body: { title: 'Emma' } }).body as {
    name: string
    response: { name: string }
  }
  expect(told).toMatchObject({ done: true, response: { title: 'Emma' } })
  expect(told).not.toHaveProperty('error')
  expect(told.name).toMatch(/^sites\/s\/operations\//)
  expect(ask(`GET /v1/${told.name}`).body).toMatchObject({ done: true })
  expect(ask(`POST /v1/${told.response.name}:archive`).body).toMatchObject({ title: 'Emma', state: 'ARCHIVED' })
})

it('leaves values of one segment to the declared path', async () => {
  const { ask } = await sandboxOf(library)
  ask('POST /v1/here/racks', { body: { theme: 'sea' } })
  expect(ask('GET /v1/here/racks').body).toMatchObject({ racks: [{ theme: 'sea' }] })
})

it('takes ids called after all that the records stand in, and forms of names that only ids of operations tell', async () => {
  const forge = (kind: string) => `{in: path, name: ${kind}, required: true, schema: {type: string}}`
  const of = (name: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`
  const { ask } = await sandboxOf(`
paths:
  /v1/{parent}/trays:
    parameters: [${forge('parent')}]
    get: {operationId: forge.projects.kilns.trays.list, responses: {'200': {description: ok, ${of('ListTrays')}}}}
    post: {operationId: forge.projects.kilns.trays.create, parameters: [{name: oldTrayId, in: query, schema: {type: string}}, {name: kilnTrayId, in: query, schema: {type: string}}], requestBody: {${of('Tray')}}, responses: {'200': {description: ok, ${of('Operation')}}}}
  /v1/{name}:
    parameters: [${forge('name')}]
    get: {operationId: forge.projects.operations.get, responses: {'200': {description: ok, ${of('Operation')}}}}
    delete: {operationId: forge.projects.kilns.trays.delete, responses: {'200': {description: ok, ${of('Operation')}}}}
components:
  schemas:
    Tray: {type: object, properties: {name: {type: string}, glaze: {type: string}}}
    ListTrays: {type: object, properties: {trays: {type: array, items: {$ref: '#/components/schemas/Tray'}}}}
    Operation: {type: object, properties: {name: {type: string}, done: {type: boolean}, response: {type: object, additionalProperties: true}}}
`)
  const trays = 'projects/p/kilns/k/trays'
  expect(ask(`POST /v1/${trays}?oldTrayId=o&kilnTrayId=a`, { body: { glaze: 'ash' } }).status).toBe(200)
  expect(ask(`GET /v1/${trays}/a`).body).toEqual({ name: `${trays}/a`, glaze: 'ash' })
  expect(ask(`DELETE /v1/${trays}/a`).body).toMatchObject({ done: true })
  expect(ask(`GET /v1/${trays}/a`).status).toBe(404)
})
