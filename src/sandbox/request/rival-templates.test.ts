import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const answer = (schema: string): string =>
  `{'200': {description: ok, content: {application/json: {schema: {type: object, required: [kind], properties: {kind: {const: ${schema}}}}}}}}`
const got = (name: string, schema: string, kind = name): string =>
  `{get: {operationId: ${kind}, parameters: [{name: ${name}, in: path, required: true, schema: ${schema}}], responses: ${answer(kind)}}}`

it('finds the template that is meant where several differ in names only', async () => {
  const { ask } = await sandboxOf(`
paths:
  /files/{fileName}: ${got('fileName', '{type: string}')}
  /files/{fileId}: ${got('fileId', '{type: string, format: uuid}')}
  /files/{number}: ${got('number', '{type: integer, maximum: 99}')}
  /files/{any}/x/{n}: ${got('n', '{type: integer}')}
  /files/{all}/x/{m}: ${got('m', '{type: integer, minimum: 5}')}
  /items/{id:[0-9]+}: ${got('id', '{type: integer}')}
  /items/{name:[a-z]+}: ${got('name', '{type: string}')}
`)
  const found = (path: string) => ask(`GET ${path}`).field('X-Tool-Operation')
  expect(found('/files/read-me.txt')).toBe('fileName')
  expect(found('/files/100')).toBe('fileName')
  expect(found('/files/12')).toBe('number')
  expect(found('/files/2f9a0c1e-8c55-4b3c-9f0a-0d6b7a1f2e3d')).toBe('fileId')
  expect(found('/files/a/x/3')).toBe('n')
  expect(found('/files/a/x/none')).toBe('n')
  expect(found('/items/12')).toBe('id')
  expect(found('/items/lamp')).toBe('name')
  expect(ask('GET /items/Lamp').status).toBe(404)
})
