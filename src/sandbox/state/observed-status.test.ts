import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const item = (type: string) => `
  /${type.toLowerCase()}s: {post: {requestBody: {${json(ref(type))}}, responses: {'201': {description: made, ${json(ref(type))}}}}}
  /${type.toLowerCase()}s/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(ref(type))}}}}
    put: {requestBody: {${json(ref(type))}}, responses: {'200': {description: replaced, ${json(ref(type))}}}}
    patch: {requestBody: {content: {application/merge-patch+json: {schema: ${ref(type)}}}}, responses: {'200': {description: changed, ${json(ref(type))}}}}`
const int = '{type: integer}'
const meta = 'metadata: {type: object, properties: {name: {type: string}, generation: {type: integer}}}'
const { ask } = await sandboxOf(`
paths:${item('Set')}${item('Job')}${item('Fleet')}
components:
  schemas:
    Set: {type: object, properties: {${meta}, spec: {type: object, properties: {replicas: {type: integer, description: Number of pods. Defaults to 1.}, image: {type: string}}}, status: {type: object, properties: {replicas: ${int}, readyReplicas: ${int}, unavailableReplicas: ${int}, collisionCount: ${int}, observedGeneration: ${int}}}}}
    Fleet: {type: object, properties: {${meta}, spec: {type: object, properties: {replicas: ${int}}}, status: {type: object, required: [replicas], properties: {replicas: ${int}, readyReplicas: ${int}}}}}
    Job: {type: object, properties: {${meta}, spec: {type: object, properties: {parallelism: ${int}}}, status: {type: object, properties: {active: ${int}, observedGeneration: ${int}}}}}
`)

it('has what is wanted from the next request on, and later what is wanted then', () => {
  const made = ask('POST /sets', { body: { metadata: { name: 'a' }, spec: { replicas: 2 } } }).body
  expect(made).toMatchObject({ status: {} })
  expect(made).not.toHaveProperty('status.readyReplicas')
  const seen = ask('GET /sets/a').body
  expect(seen).toMatchObject({ status: { replicas: 2, readyReplicas: 2, observedGeneration: 1 } })
  expect(seen).not.toHaveProperty('status.unavailableReplicas')
  const headers = { fields: { 'content-type': 'application/merge-patch+json' } }
  const changed = ask('PATCH /sets/a', { ...headers, body: { spec: { replicas: 5 } } })
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ spec: { replicas: 5 }, status: { replicas: 2, readyReplicas: 2 } })
  expect(ask('GET /sets/a').body).toMatchObject({ status: { replicas: 5, readyReplicas: 5 } })
})

it('keeps a status that a client wrote until something else is wanted', () => {
  const patch = (body: unknown) =>
    ask('PATCH /sets/e', { fields: { 'content-type': 'application/merge-patch+json' }, body })
  ask('POST /sets', { body: { metadata: { name: 'e' }, spec: { replicas: 3 } } })
  patch({ status: { readyReplicas: 1 } })
  expect(patch({ spec: { image: 'x' } }).body).toMatchObject({ status: { replicas: 3, readyReplicas: 1 } })
  const { status } = ask('PUT /sets/e', { body: { metadata: { name: 'e' }, spec: { replicas: 3 } } })
  expect(status).toBe(200)
  expect(ask('GET /sets/e').body).toMatchObject({ status: { replicas: 3, readyReplicas: 1 } })
  expect(patch({ spec: { replicas: 4 } }).body).toMatchObject({ status: { replicas: 3, readyReplicas: 1 } })
  expect(ask('GET /sets/e').body).toMatchObject({ status: { replicas: 4, readyReplicas: 4 } })
})

it('wants what words say where nobody says it', () => {
  ask('POST /sets', { body: { metadata: { name: 'b' }, spec: { image: 'x' } } })
  expect(ask('GET /sets/b').body).toMatchObject({ status: { replicas: 1, readyReplicas: 1 } })
})

it('keeps a status that is sent, and makes none where nothing in it is wanted', () => {
  const sent = { metadata: { name: 'c' }, spec: { replicas: 2 }, status: { replicas: 0 } }
  expect(ask('POST /sets', { body: sent }).body).toMatchObject({ status: { replicas: 0 } })
  expect(ask('POST /jobs', { body: { metadata: { name: 'd' }, spec: { parallelism: 2 } } }).body).not.toHaveProperty(
    'status.active',
  )
})

it('shows nothing of what must be shown before it is there', () => {
  const made = ask('POST /fleets', { body: { metadata: { name: 'f' }, spec: { replicas: 2 } } }).body
  expect(made).toMatchObject({ status: { replicas: 0 } })
  expect(ask('GET /fleets/f').body).toMatchObject({ status: { replicas: 2, readyReplicas: 2 } })
})

it('keeps nothing of what an answer showed as it was before, where others show the record', async () => {
  const own = 'id: {type: string, readOnly: true}'
  const read = (path: string, type: string, takes: string) => `
  /${path}: {post: {requestBody: {${json(`{type: object, properties: {${takes}}}`)}}, responses: {'201': {description: made, ${json(ref(type))}}}}}
  /${path}/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, ${json(ref(type))}}}}}`
  const shown = await sandboxOf(`
paths:${read('clusters', 'Cluster', 'name: {type: string}')}${read('deployments', 'Deployment', `cluster: {type: string}, spec: ${ref('Spec')}`)}
components:
  schemas:
    Spec: {type: object, properties: {replicas: ${int}}}
    Cluster: {type: object, properties: {${own}, name: {type: string}, deployments: {type: array, readOnly: true, items: ${ref('Deployment')}}}}
    Deployment: {type: object, properties: {${own}, cluster: ${ref('Cluster')}, spec: ${ref('Spec')}, status: {type: object, properties: {replicas: ${int}, readyReplicas: ${int}}}}}
`)
  const cluster = shown.ask('POST /clusters', { body: { name: 'a' } }).body as { id: string }
  const made = shown.ask('POST /deployments', { body: { cluster: cluster.id, spec: { replicas: 3 } } })
  expect(made.body).toMatchObject({ status: {} })
  expect(made.body).not.toHaveProperty('status.replicas')
  const { id } = made.body as { id: string }
  const status = { replicas: 3, readyReplicas: 3 }
  expect(shown.ask(`GET /deployments/${id}`).body).toMatchObject({ status })
  expect(shown.ask(`GET /clusters/${cluster.id}`).body).toMatchObject({ deployments: [{ id, status }] })
})

it('shows what was so before under a tag of its own, which names the version all the same', () => {
  const patch = (replicas: number, more: Record<string, string> = {}) =>
    ask('PATCH /sets/g', {
      fields: { 'content-type': 'application/merge-patch+json', ...more },
      body: { spec: { replicas } },
    })
  ask('POST /sets', { body: { metadata: { name: 'g' }, spec: { replicas: 3 } } })
  const shown = patch(5)
  const tag = shown.field('ETag') ?? ''
  const seen = ask('GET /sets/g', { fields: { 'if-none-match': tag } })
  expect(seen).toMatchObject({ status: 200, body: { status: { replicas: 5 } } })
  expect(seen.field('ETag')).not.toBe(tag)
  expect(patch(6, { 'if-match': tag }).status).toBe(200)
  expect(patch(7, { 'if-match': tag }).status).toBe(412)
})
