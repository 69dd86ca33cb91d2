import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { imported, openApi, tryImport } from './import.fixture.ts'
import { importDescription } from './import.ts'
import { limits } from './limits.ts'

it.each([
  [
    'a Postman collection',
    { info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item: [] },
  ],
  ['a HAR recording', { log: { entries: [] } }],
  ['an AsyncAPI document; pass it with --webhooks in addition to a description', 'asyncapi: 3.0.0\ninfo: {}'],
  ['a GraphQL introspection result', { data: { __schema: {} } }],
  ['a GraphQL schema', 'type Query {\n  pets: [Pet!]!\n}\ntype Pet { id: ID! }'],
  ['a Swagger 1.x document', { swaggerVersion: '1.2' }],
  ['a RAML document', '#%RAML 1.0\ntitle: x'],
  ['an API Blueprint', 'FORMAT: 1A\n# Pets'],
  ['an HTML page', '<!DOCTYPE html><html></html>'],
  ['a WSDL document', '<?xml version="1.0"?><definitions xmlns="http://schemas.xmlsoap.org/wsdl/">'],
  ['an XML document', '<?xml version="1.0"?><a/>'],
])('names %s, which is not read yet', async (name, content) => {
  const read = await tryImport({ 'a.yaml': content })
  expect(read).toEqual({
    ok: false,
    error: [
      {
        document: '',
        pointer: '',
        message: `The document is ${name}, which is not supported yet; OpenAPI 3.0-3.2 or Swagger 2.0 is expected`,
      },
    ],
  })
})

it.each([['"text"'], ['[1, 2]'], ['a: 1'], ['just words'], ['null'], ['3']])(
  'refuses %s, which is no description',
  async (text) => {
    const read = await tryImport({ 'a.yaml': text })
    expect(read).toMatchObject({
      ok: false,
      error: [{ message: expect.stringContaining('is not an API description') }],
    })
  },
)

it('refuses what cannot be parsed with line and column', async () => {
  const read = await tryImport({ 'a.yaml': 'openapi: 3.0.0\ninfo: {title: [}' })
  expect(read).toMatchObject({
    ok: false,
    error: [{ document: '', line: 2, message: expect.stringContaining('not valid YAML') }],
  })
})

it('refuses more documents than the bound', async () => {
  let asked = 0
  const read = await importDescription(
    { location: '0.yaml', bytes: Buffer.from('{openapi: 3.0.0, a: {$ref: 1.yaml}}') },
    async (location) => {
      asked++
      const from = Number.parseInt(location, 10) * 64
      const more = Array.from({ length: 64 }, (_, i) => `{$ref: ${from + i + 1}.yaml}`)
      return { location, bytes: Buffer.from(`[${more.join(', ')}]`) }
    },
  )
  expect(read).toMatchObject({
    ok: false,
    error: [{ message: `The description has more than ${limits.documents} documents` }],
  })
  expect(asked).toBeLessThan(limits.documents * 2)
})

it('asks for each document once, by its resolved location', async () => {
  const asked: string[] = []
  const text =
    'openapi: 3.0.0\nx-a: [{$ref: "../b.yaml#/A"}, {$ref: "./../b.yaml#/B"}, {$ref: "gone.yaml"}, {$ref: "gone.yaml#/x"}]'
  const read = await importDescription({ location: 'dir/a.yaml', bytes: Buffer.from(text) }, async (location) => {
    asked.push(location)
    if (location !== 'b.yaml') throw new Error('no such file')
    return { location, bytes: Buffer.from('A: {$ref: dir/a.yaml}\nB: {}') }
  })
  expect(read.ok).toBe(true)
  expect(asked.sort()).toEqual(['b.yaml', 'dir/gone.yaml'])
})

it('lists one problem at many places only so often', async () => {
  const paths = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`/p${i}`, 'x']))
  const api = await imported(
    openApi({ paths, security: [], components: { securitySchemes: { k: { type: 'http', scheme: 'basic' } } } }),
  )
  expect(api.problems).toHaveLength(limits.repeats + 1)
  expect(api.problems[limits.repeats]?.message).toBe('A path item is expected here; left out (at 480 further places)')
})

it('finds the lines of problems in JSON too', async () => {
  const text = '{\n\t"openapi": "3.0.0",\n\t"info": {"title": "T"},\n\t"paths": {\n\t\t"/a": "x"\n\t}\n}'
  const api = await imported({ 'a.json': text })
  expect(api.problems).toContainEqual({
    document: '',
    pointer: '/paths/~1a',
    line: 5,
    column: 3,
    message: 'A path item is expected here; left out',
  })
})

it('refuses examples that references multiply beyond what can be kept', async () => {
  const shown = {
    description: 'ok',
    content: { 'application/json': { examples: { big: { $ref: '#/components/examples/Big' } } } },
  }
  const documentOf = (operations: number) => ({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, i) => [`/p${i}`, { get: { responses: { 200: shown } } }]),
    ),
    components: { examples: { Big: { value: 'y'.repeat(4_000_000) } } },
  })
  expect(await tryImport({ 'a.yaml': documentOf(80) })).toMatchObject({
    ok: false,
    error: [{ message: expect.stringContaining('more than 256 MiB where its references are followed') }],
  })
  expect(await tryImport({ 'a.yaml': documentOf(40) })).toMatchObject({ ok: true })
})
