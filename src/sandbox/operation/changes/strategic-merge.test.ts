import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const merging = (key: string, items: string) =>
  `{type: array, x-kubernetes-patch-strategy: merge, x-kubernetes-patch-merge-key: ${key}, items: {$ref: '#/definitions/${items}'}}`

const description = `
swagger: '2.0'
info: {title: Inline, version: '1'}
consumes: [application/json]
produces: [application/json]
paths:
  /sets:
    post: {parameters: [{name: body, in: body, schema: {$ref: '#/definitions/Set'}}], responses: {'201': {description: ok, schema: {$ref: '#/definitions/Set'}}}}
  /sets/{id}:
    parameters: [{name: id, in: path, required: true, type: string}]
    get: {responses: {'200': {description: ok, schema: {$ref: '#/definitions/Set'}}}}
    patch:
      consumes: [application/merge-patch+json, application/strategic-merge-patch+json, application/apply-patch+yaml]
      parameters: [{name: body, in: body, required: true, schema: {$ref: '#/definitions/Patch'}}]
      responses: {'200': {description: ok, schema: {$ref: '#/definitions/Set'}}}
definitions:
  Patch: {type: object, description: a patch}
  Set:
    type: object
    properties:
      id: {type: string, readOnly: true}
      spec: {$ref: '#/definitions/Spec'}
  Spec:
    type: object
    properties:
      boxes: ${merging('name', 'Box')}
      marks: {type: array, x-kubernetes-patch-strategy: merge, items: {type: string}}
      args: {type: array, items: {type: string}}
      plan: {type: object, additionalProperties: {type: string}}
  Box:
    type: object
    required: [name]
    properties:
      name: {type: string}
      image: {type: string}
      ports: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [port, protocol], items: {$ref: '#/definitions/Port'}}
  Port: {type: object, required: [port], properties: {port: {type: integer}, protocol: {type: string, default: TCP}, note: {type: string}}}
`

const spec = {
  boxes: [
    { name: 'a', image: 'a:1', ports: [{ port: 80 }, { port: 90, note: 'x' }] },
    { name: 'b', image: 'b:1' },
  ],
  marks: ['one', 'two'],
  args: ['x', 'y'],
  plan: { type: 'rolling', share: '25%' },
}

async function patching(type = 'application/strategic-merge-patch+json') {
  const { ask } = await sandboxOf(description)
  const { id } = ask('POST /sets', { body: { spec } }).body as { id: string }
  return (change: object) => {
    const answer = ask(`PATCH /sets/${id}`, { body: { spec: change }, fields: { 'content-type': type } })
    expect(answer.status).toBe(200)
    expect(ask(`GET /sets/${id}`).body).toEqual(answer.body)
    return (answer.body as { spec: typeof spec }).spec
  }
}

it('merges lists by the keys that their schemas name', async () => {
  const patch = await patching()
  const [a, b] = spec.boxes
  expect(patch({ boxes: [{ name: 'a', image: 'a:2' }] })).toEqual({ ...spec, boxes: [{ ...a, image: 'a:2' }, b] })
  expect(patch({ boxes: [{ name: 'c', image: null }] }).boxes).toEqual([{ ...a, image: 'a:2' }, b, { name: 'c' }])
  const ports = [{ port: 80, protocol: 'TCP', note: 'y' }]
  expect(patch({ boxes: [{ name: 'a', ports }] }).boxes[0]?.ports).toEqual([...ports, { port: 90, note: 'x' }])
  expect(patch({ marks: ['three', 'one'] }).marks).toEqual(['one', 'two', 'three'])
  expect(patch({ args: ['z'] }).args).toEqual(['z'])
  expect(patch({ plan: { share: null } }).plan).toEqual({ type: 'rolling' })
})

it('follows directives', async () => {
  const patch = await patching()
  const [a, b] = spec.boxes
  expect(patch({ '$setElementOrder/boxes': [{ name: 'b' }, { name: 'a' }] }).boxes).toEqual([b, a])
  expect(patch({ boxes: [{ name: 'a', $patch: 'delete' }] }).boxes).toEqual([b])
  expect(patch({ boxes: [{ $patch: 'replace' }, { name: 'd' }] }).boxes).toEqual([{ name: 'd' }])
  expect(patch({ '$deleteFromPrimitiveList/marks': ['one'] }).marks).toEqual(['two'])
  expect(patch({ plan: { $retainKeys: ['type'], type: 'all' } }).plan).toEqual({ type: 'all' })
  expect(patch({ plan: { $patch: 'replace', b: 'c' } }).plan).toEqual({ b: 'c' })
  expect(patch({ plan: { $patch: 'delete' } })).toEqual({ boxes: [{ name: 'd' }], marks: ['two'], args: ['x', 'y'] })
})

it('replaces lists where another kind of patch is sent', async () => {
  const patch = await patching('application/merge-patch+json')
  expect(patch({ boxes: [{ name: 'a', image: 'a:2' }] }).boxes).toEqual([{ name: 'a', image: 'a:2' }])
})

it('merges what is applied by the type of its lists', async () => {
  const patch = await patching('application/apply-patch+yaml')
  expect(patch({ boxes: [{ name: 'a', ports: [{ port: 80, note: 'z' }] }] }).boxes[0]?.ports).toEqual([
    { port: 80, note: 'z' },
    { port: 90, note: 'x' },
  ])
})
