import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import type { DescribedApi } from '../../api/model.ts'
import { openApi, swagger } from '../import.fixture.ts'
import { importDescription } from '../import.ts'

async function overlaid(document: object, ...overlays: readonly string[]): Promise<DescribedApi> {
  const read = await importDescription(
    { location: 'api.json', bytes: Buffer.from(JSON.stringify(document)) },
    () => Promise.reject(new Error('nothing is referred to')),
    overlays.map((actions, index) => ({
      location: `${index}.yaml`,
      bytes: Buffer.from(`overlay: 1.0.0\ninfo: { title: O${index}, version: '1' }\nactions:\n${actions}`),
    })),
  )
  if (!read.ok) throw new Error(read.error.map(({ message }) => message).join('; '))
  return read.value
}

const things = openApi({
  paths: { '/things': { get: { operationId: 'list', responses: {} }, post: { operationId: 'make', responses: {} } } },
  components: { schemas: { Thing: { type: 'object', properties: { id: { type: 'string' } } } } },
})['api.json'] as object

it('reads the document with what overlays add, and names them', async () => {
  const api = await overlaid(
    things,
    '- target: $.paths["/things"]\n  update: { put: { operationId: put, responses: {} } }',
    '- { target: $.info, update: { title: Other } }\n- { target: $.none, remove: true }',
  )
  expect(api.title).toBe('Other')
  expect(api.operations.map(({ id, overlaid: mark }) => [id, mark])).toEqual([
    ['list', undefined],
    ['make', undefined],
    ['put', true],
  ])
  expect(api.overlays?.map(({ title, location }) => [title, location])).toEqual([
    ['O0', '0.yaml'],
    ['O1', '1.yaml'],
  ])
  expect(api.problems[0]).toMatchObject({ document: '1.yaml', message: 'Target "$.none" matches nothing' })
})

it('marks what of a schema came from an overlay', async () => {
  const api = await overlaid(
    things,
    '- { target: $.components.schemas.Thing, update: { x-tool-id: t_, properties: { n: { type: integer } } } }\n- { target: $.components.schemas.Thing.properties.id, update: { example: t_1 } }',
  )
  expect(api.schemas.get('Thing')).toMatchObject({
    'x-tool-overlay': ['x-tool-id'],
    properties: { id: { 'x-tool-overlay': ['example'] }, n: { 'x-tool-overlay': true } },
  })
})

it.each([
  ['OpenAPI 3', things],
  ['Swagger 2.0', { ...things, openapi: undefined, swagger: '2.0' }],
])('lets a path item and a document state for all their operations: %s', async (_name, document) => {
  const api = await overlaid(
    { ...document, 'x-tool-error': { '404': 'gone' } },
    `- target: $.paths['/things']
  update: { x-tool-list: none }
- target: $.paths['/things'].get
  update: { x-tool-list: page }`,
  )
  expect(api.operations.map(({ extensions, overlaid: mark }) => ({ ...extensions, mark }))).toEqual([
    { 'x-tool-list': 'page', 'x-tool-error': { '404': 'gone' }, mark: ['x-tool-list'] },
    { 'x-tool-list': 'none', 'x-tool-error': { '404': 'gone' }, mark: ['x-tool-list'] },
  ])
})

it('tells of names of ours that mean nothing, where they stand', async () => {
  const api = await overlaid(swagger({ paths: {}, definitions: { A: { 'x-tool-ids': 'a_' } } })['api.json'] as object)
  expect(api.problems).toContainEqual(
    expect.objectContaining({
      pointer: '/definitions/A/x-tool-ids',
      message: 'x-tool-ids is unknown and ignored (did you mean x-tool-id?)',
    }),
  )
})

it('refuses the whole import for a broken overlay', async () => {
  await expect(overlaid(things, '- { target: $ }')).rejects.toThrow('The action changes nothing')
})
