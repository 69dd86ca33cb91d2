import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { captureTerminal } from '../../test/support/capture-terminal.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { describe as describeModel } from '../api/model.ts'
import { difference, isEmpty } from './difference.ts'
import { importModel } from './import-model.ts'
import { differenceText } from './print/difference-text.ts'

const before = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: { operationId: 'listPets', responses: { '200': answer({ type: 'array', items: ref('Pet') }) } },
      post: {
        operationId: 'createPet',
        requestBody: { content: { 'application/json': { schema: ref('Pet') } } },
        responses: { '201': answer(ref('Pet')) },
      },
    },
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getPet', responses: { '200': answer(ref('Pet')) } },
      delete: { operationId: 'deletePet', responses: { '204': { description: 'gone' } } },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, name: { type: 'string' }, age: { type: 'integer' } },
      },
    },
  },
}

function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}

function answer(schema: object): object {
  return { description: 'fine', content: { 'application/json': { schema } } }
}

async function imported(document: object) {
  using temp = tempDirectory()
  writeFileSync(join(temp.path, 'spec.json'), JSON.stringify(document))
  const { stdin } = captureTerminal({ cwd: temp.path })
  const { model } = await importModel({ spec: 'spec.json', cwd: temp.path, stdin: stdin() })
  return describeModel(model)
}

it('finds nothing between a description and itself, also when its keys stand in another order', async () => {
  const { components, paths, info, openapi } = structuredClone(before)
  const found = difference(await imported(before), await imported({ components, openapi, info, paths }))
  expect(isEmpty(found)).toBe(true)
  expect(differenceText(found)).toEqual(['  nothing changed'])
})

it('tells another title and version', async () => {
  const after = { ...before, info: { title: 'Animals', version: '2' } }
  const found = difference(await imported(before), await imported(after))
  expect(differenceText(found)).toEqual(['  title: Pets → Animals', '  version: 1 → 2'])
})

it('tells operations, types and fields that come, go and change', async () => {
  const { components, ...rest } = structuredClone(before)
  const paths: Record<string, Record<string, unknown>> = rest.paths
  delete paths['/pets/{id}']?.['delete']
  const properties: Record<string, object> = components.schemas.Pet.properties
  delete properties['age']
  properties['name'] = { type: 'string', maxLength: 10 }
  properties['color'] = { type: 'string' }
  Object.assign(paths['/pets']?.['get'] ?? {}, { summary: 'All of them' })
  paths['/shops'] = { get: { operationId: 'listShops', responses: { '200': { description: 'fine' } } } }
  expect(differenceText(difference(await imported(before), await imported({ ...rest, components })))).toEqual([
    '  operations added: 1 (GET /shops)',
    '  operations removed: 1 (DELETE /pets/{id})',
    '  operations changed: 1 (GET /pets)',
    '  fields added: 1 (pet.color)',
    '  fields removed: 1 (pet.age)',
    '  fields changed: 1 (pet.name)',
  ])
})

it('tells events that come, go and change what fires them', async () => {
  const event = { post: { responses: { '200': { description: 'fine' } } } }
  const fired = { post: { ...event.post, 'x-tool-trigger': 'deletePet' } }
  const webhooks = { 'pet.lost': event, 'pet.sold': event, 'pet.fed': event }
  const found = difference(
    await imported({ ...before, webhooks }),
    await imported({ ...before, webhooks: { 'pet.found': event, 'pet.sold': fired, 'pet.fed': event } }),
  )
  expect(differenceText(found)).toEqual([
    '  events added: 1 (pet.found)',
    '  events removed: 1 (pet.lost)',
    '  events changed: 1 (pet.sold)',
  ])
})
