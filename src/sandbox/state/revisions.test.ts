import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const body =
  '{content: {application/json: {schema: {type: object, properties: {name: {type: string}, version: {type: integer}}}}}}'
const yaml = (version: string, asked = body.replace(', version: {type: integer}', '')) => `
paths:
  /flows:
    post: {operationId: createFlow, requestBody: ${asked}, responses: {'201': &flow {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Flow'}}}}}}
  /flows/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getFlow, responses: {'200': *flow}}
    put: {operationId: updateFlow, requestBody: ${asked}, responses: {'200': *flow}}
components:
  schemas:
    Flow: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, version: ${version}}}
`

it.each([
  ['{type: integer, example: 7}', undefined, [1, 2, 3]],
  ['{type: integer, description: Starts at 0 and is incremented with every change.}', body, [0, 1, 2]],
])('counts the changes in %s', async (version, asked, expected) => {
  const { ask } = await sandboxOf(yaml(version, asked))
  const { id, ...made } = ask('POST /flows', { body: { name: 'a' } }).body as { id: string; version: number }
  const puts = ['b', 'c'].map((name) => ask(`PUT /flows/${id}`, { body: { name } }).body as { version: number })
  expect([made, ...puts].map((flow) => flow.version)).toEqual(expected)
})

it('leaves alone what requests say', async () => {
  const { ask } = await sandboxOf(yaml('{type: integer}', body))
  const { id } = ask('POST /flows', { body: { name: 'a', version: 4 } }).body as { id: string }
  expect(ask(`PUT /flows/${id}`, { body: { name: 'b', version: 4 } }).body).toMatchObject({ version: 4 })
})

it('refuses a change of another version than the current one, where words say so', async () => {
  const said = 'The request fails if the version provided does not match the current one.'
  const { ask } = await sandboxOf(yaml(`{type: integer, description: ${said}}`, body))
  const { id, version } = ask('POST /flows', { body: { name: 'a' } }).body as { id: string; version: number }
  const put = (name: string, sent?: number) =>
    ask(`PUT /flows/${id}`, { body: { name, ...(sent === undefined ? {} : { version: sent }) } })
  expect(put('b', version).body).toMatchObject({ name: 'b', version: version + 1 })
  expect(put('c', version).status).toBe(409)
  expect(ask(`GET /flows/${id}`).body).toMatchObject({ name: 'b', version: version + 1 })
  expect(put('d').body).toMatchObject({ name: 'd', version: version + 2 })
})

it.each([
  ['1', ['1', '2', '3']],
  [
    '"0x8D1"',
    [
      expect.stringMatching(/^"0x8D1"$/),
      expect.stringMatching(/^"0x[0-9A-F]{8}"$/),
      expect.stringMatching(/^"0x[0-9A-F]{8}"$/),
    ],
  ],
])('gives a changed record another entity tag than %s, and takes it for the condition', async (tag, expected) => {
  const { ask } = await sandboxOf(
    yaml(`{type: integer}, etag: {type: string, readOnly: true, example: '${tag}'}`).replace(
      'required: [id]',
      'required: [id, etag]',
    ),
  )
  const { id, etag } = ask('POST /flows', { body: { name: 'a' } }).body as { id: string; etag: string }
  const put = (name: string, known: string) =>
    ask(`PUT /flows/${id}`, { body: { name }, fields: { 'if-match': known } }) as {
      status: number
      body: { etag: string }
    }
  const first = put('b', etag).body.etag
  const second = put('c', first).body.etag
  expect([etag, first, second]).toEqual(expected)
  expect(new Set([etag, first, second]).size).toBe(3)
  expect([put('d', etag).status, put('d', second).status]).toEqual([412, 200])
})

const inside = (metadata: string, sent = 'name: {type: string}, size: {type: integer}') => `
paths:
  /apps:
    post: {operationId: createApp, requestBody: &sent {content: {application/json: {schema: {type: object, properties: {${sent}}}}}}, responses: {'201': &app {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/App'}}}}}}
  /apps/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getApp, responses: {'200': *app}}
    put: {operationId: replaceApp, requestBody: *sent, responses: {'200': *app}}
    patch: {operationId: updateApp, requestBody: *sent, responses: {'200': *app}}
components:
  schemas:
    App: {type: object, required: [id, metadata], properties: {id: {type: string}, name: {type: string}, size: {type: integer}, metadata: {type: object, required: [owner], properties: {owner: {type: string}, ${metadata}}}}}
`
const whole = `name: {type: string}, size: {type: integer}, metadata: {type: object, properties: {owner: {type: string}, generation: {type: integer}, resourceVersion: {type: string}}}`
const ofServer = `generation: {type: integer, example: 1, description: Counts the desired state. Populated by the system. Read-only.}, resourceVersion: {type: string, example: '41', description: An opaque value. Populated by the system.}`

interface App {
  readonly id: string
  readonly metadata: Readonly<Record<string, unknown>>
}

it('moves the numbers in the metadata of what is changed, whatever takes the whole of it', async () => {
  const { ask } = await sandboxOf(inside(ofServer, whole))
  const { id, metadata } = ask('POST /apps', { body: { name: 'a', size: 1, metadata: { owner: 'ada' } } }).body as App
  const [generation, version] = [Number(metadata['generation']), Number(metadata['resourceVersion'])]
  const held = (body: object, method = 'PATCH') => {
    const { generation: g, resourceVersion: v } = (ask(`${method} /apps/${id}`, { body }).body as App).metadata
    return [Number(g) - generation, Number(v) - version]
  }
  expect(held({ size: 2 })).toEqual([1, 1])
  expect(held({ size: 2 })).toEqual([1, 1])
  expect(held({ metadata: { owner: 'eva' } })).toEqual([1, 2])
  expect(held({ name: 'a', size: 3, metadata: { owner: 'eva' } }, 'PUT')).toEqual([2, 3])
  const read = ask(`GET /apps/${id}`).body as App
  expect(held({ ...read, size: 4 }, 'PUT')).toEqual([3, 4])
})

it.each([
  ['version: {type: integer, example: 3}', 4],
  ['version: {type: string, example: 1.2.0}', '1.2.0'],
  ['generation: {type: string, enum: [legacy, dynamic], example: legacy}', 'legacy'],
])('moves only whole numbers that no request says: %s', async (metadata, expected) => {
  const { ask } = await sandboxOf(inside(metadata))
  const { id } = ask('POST /apps', { body: { name: 'a' } }).body as App
  const changed = ask(`PATCH /apps/${id}`, { body: { name: 'b' } }).body as App
  expect(changed.metadata[metadata.split(':')[0] ?? '']).toBe(expected)
})

it('leaves a number in the metadata that clients say', async () => {
  const { ask } = await sandboxOf(
    inside(
      'version: {type: integer}',
      'name: {type: string}, metadata: {type: object, properties: {version: {type: integer}}}',
    ),
  )
  const { id } = ask('POST /apps', { body: { name: 'a', metadata: { version: 7 } } }).body as App
  expect(ask(`PATCH /apps/${id}`, { body: { name: 'b' } }).body).toMatchObject({ metadata: { version: 7 } })
})

it('gives the entity tag in the metadata another value of its form, and takes it for the condition', async () => {
  const tag = '9f86d081884c7d659a2feaa0c55ad015'
  const { ask } = await sandboxOf(inside(`etag: {type: string, readOnly: true, example: ${tag}}`))
  const { id, metadata } = ask('POST /apps', { body: { name: 'a' } }).body as App
  const changed = ask(`PATCH /apps/${id}`, { body: { name: 'b' } }).body as App
  expect(changed.metadata['etag']).toMatch(/^[0-9a-f]{32}$/)
  expect(changed.metadata['etag']).not.toBe(metadata['etag'])
  const put = (known: unknown) => ask(`PUT /apps/${id}`, { body: { name: 'c' }, fields: { 'if-match': `"${known}"` } })
  expect([put(metadata['etag']).status, put(changed.metadata['etag']).status]).toEqual([412, 200])
})

it('keeps the tag of something else that the record remembers', async () => {
  const { ask } = await sandboxOf(
    yaml(
      '{type: integer}, etag: {type: string, example: a1b2c3d4, description: Etag of the repository URL at the last import}',
    ).replace('required: [id]', 'required: [id, etag]'),
  )
  const { id, etag } = ask('POST /flows', { body: { name: 'a' } }).body as { id: string; etag: string }
  expect(ask(`PUT /flows/${id}`, { body: { name: 'b' } }).body).toMatchObject({ etag })
})

it('tells of a list no older version than those of its records', async () => {
  const object = (name: string) =>
    `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
  const version = 'resourceVersion: {type: string, description: Populated by the system. Read-only.}'
  const sent = `requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/App'}}}}`
  const { ask } = await sandboxOf(`
paths:
  /apps:
    post: {${sent}, responses: {'201': ${object('App')}}}
    get: {responses: {'200': ${object('AppList')}}}
  /apps/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': ${object('App')}}}
    put: {${sent}, responses: {'200': ${object('App')}}}
components:
  schemas:
    App: {type: object, properties: {metadata: {type: object, properties: {name: {type: string}, ${version}}}, size: {type: integer}}}
    AppList: {type: object, required: [items, metadata], properties: {items: {type: array, items: {$ref: '#/components/schemas/App'}}, metadata: {type: object, required: [resourceVersion], properties: {${version}}}}}
`)
  const put = (size: number) => ask('PUT /apps/a', { body: { metadata: { name: 'a' }, size } }).body
  for (const name of ['a', 'b']) ask('POST /apps', { body: { metadata: { name }, size: 1 } })
  expect([put(2), put(3)].at(-1)).toMatchObject({ metadata: { resourceVersion: '3' } })
  expect(ask('GET /apps').body).toMatchObject({ metadata: { resourceVersion: '3' } })
})
