import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const taking = (name: string) =>
  `requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}, application/json-patch+json: {schema: {}}}}`

const description = (scale: string) => `
paths:
  /fleets:
    post: {${taking('Fleet')}, responses: {'201': ${ok('Fleet')}}}
    get: {responses: {'200': ${ok('Fleets')}}}
  /fleets/{name}:
    parameters: &name [{name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': ${ok('Fleet')}, '404': {description: no}}}
    put: {${taking('Fleet')}, responses: {'200': ${ok('Fleet')}}}
  /fleets/{name}/scale:
    parameters: *name
    get: {responses: {'200': ${ok('Scale')}, '404': {description: no}}}
    put: {${taking('Scale')}, responses: {'200': ${ok('Scale')}}}
    patch: {${taking('Scale')}, responses: {'200': ${ok('Scale')}}}
components:
  schemas:
    Fleets: {type: object, properties: {items: {type: array, items: {$ref: '#/components/schemas/Fleet'}}}}
    Meta: {type: object, properties: {name: {type: string}, uid: {type: string, description: Populated by the system. Read-only.}, generation: {type: integer, description: Populated by the system.}, finalizers: {type: array, items: {type: string}}}}
    Fleet: {type: object, properties: {kind: {type: string}, metadata: {$ref: '#/components/schemas/Meta'}, spec: {type: object, properties: {replicas: {type: integer}, image: {type: string}}}, status: {type: object, properties: {replicas: {type: integer}}}}}
    Scale: ${scale}
`

const alike = `{type: object, properties: {kind: {type: string, enum: [Scale]}, metadata: {$ref: '#/components/schemas/Meta'}, spec: {type: object, properties: {replicas: {type: integer}}}, status: {type: object, description: The current status. Read-only., required: [replicas], properties: {replicas: {type: integer}, selector: {type: string}}}}}`

it('is what its parent says, and changes that', async () => {
  const { ask } = await sandboxOf(description(alike))
  const made = ask('POST /fleets', { body: { metadata: { name: 'a' }, spec: { replicas: 2, image: 'x' } } })
  const { metadata } = made.body as { metadata: { generation: number } }
  expect(ask('GET /fleets/a/scale').body).toMatchObject({ metadata, spec: { replicas: 2 }, status: { replicas: 2 } })
  expect((ask('GET /fleets/a/scale').body as typeof made.body & { metadata: unknown }).metadata).toEqual(metadata)
  const scaled = ask('PATCH /fleets/a/scale', { body: { spec: { replicas: 3 }, status: { replicas: 9 } } })
  const after = { ...metadata, generation: metadata.generation + 1 }
  expect(scaled.body).toMatchObject({ kind: 'Scale', metadata: after, spec: { replicas: 3 } })
  expect(scaled.body).not.toMatchObject({ status: { replicas: 9 } })
  expect(ask('GET /fleets/a').body).toMatchObject({ metadata: after, spec: { replicas: 3, image: 'x' } })
  ask('PUT /fleets/a', { body: { metadata: { name: 'a' }, spec: { replicas: 5, image: 'y' } } })
  expect(ask('GET /fleets/a/scale').body).toMatchObject({ spec: { replicas: 5 } })
  const body = [{ op: 'replace', path: '/spec/replicas', value: 6 }]
  ask('PATCH /fleets/a/scale', { body, fields: { 'content-type': 'application/json-patch+json' } })
  expect(ask('GET /fleets/a').body).toMatchObject({ spec: { replicas: 6, image: 'y' } })
  const tag = ask('GET /fleets/a/scale').field('etag') ?? ''
  expect(ask('GET /fleets/a').field('etag')).toBe(tag)
  const scale = { spec: { replicas: 7 } }
  expect(ask('PATCH /fleets/a/scale', { body: scale, fields: { 'if-match': tag } }).status).toBe(200)
  expect(ask('PATCH /fleets/a/scale', { body: scale, fields: { 'if-match': tag } }).status).toBe(412)
  expect(ask('GET /fleets/b/scale').status).toBe(404)
})

it('is itself where it has no more in common than how it is named', async () => {
  const { ask } = await sandboxOf(
    description(
      `{type: object, properties: {metadata: {$ref: '#/components/schemas/Meta'}, spec: {type: object, properties: {size: {type: integer}}}}}`,
    ),
  )
  ask('POST /fleets', { body: { metadata: { name: 'a' }, spec: { replicas: 2 } } })
  expect(ask('PUT /fleets/a/scale', { body: { spec: { size: 7 } } }).body).toMatchObject({ spec: { size: 7 } })
  expect(ask('GET /fleets/a').body).toMatchObject({ metadata: { generation: 1 }, spec: { replicas: 2 } })
})
