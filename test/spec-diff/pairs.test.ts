/** Pairs of descriptions of which it is known what a client of the older one is in for. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { documentsOf } from '../../src/spec-diff/documents.fixture.ts'
import { plainRules } from '../../src/spec-diff/rules/registry.ts'
import { schemaRules } from '../../src/spec-diff/rules/schemas.ts'
import { specDiff } from '../../src/spec-diff/spec-diff.ts'

const folder = join(import.meta.dirname, 'pairs')
const read = <T>(file: string): readonly T[] => load(readFileSync(join(folder, file), 'utf8')) as readonly T[]

type Document = Readonly<Record<string, unknown>>

const told = new Set<string>()

/** `ERR rule`, sorted. */
function found(old: Document, fresh: Document): readonly string[] {
  const { findings } = specDiff(documentsOf(old), documentsOf(fresh), { today: '2026-06-01' })
  for (const { rule } of findings) told.add(rule)
  return findings.map(({ severity, rule }) => `${severity} ${rule}`).sort()
}

const listed = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .sort()

const property = (schema: unknown): Document => ({
  content: { 'application/json': { schema: { type: 'object', properties: { it: schema } } } },
})
const ofRequest = (schema: unknown): Document => ({
  openapi: '3.1.0',
  paths: { '/things': { post: { requestBody: property(schema), responses: { 204: {} } } } },
})
const ofResponse = (schema: unknown): Document => ({
  openapi: '3.1.0',
  paths: { '/things': { get: { responses: { 200: property(schema) } } } },
})

describe('a schema in place of another', () => {
  interface SchemaPair {
    readonly what: string
    readonly old: unknown
    readonly new: unknown
    readonly sent: string
    readonly received: string
  }

  const schemas = read<SchemaPair>('schemas.yaml')

  it.each(schemas)('sent: $what', ({ old, new: fresh, sent }) => {
    const [forth = '', back = ''] = sent.split('|').map((text) => text.replaceAll(/([A-Z]+ )/g, '$1request-'))
    expect(found(ofRequest(old), ofRequest(fresh))).toEqual(listed(forth))
    expect(found(ofRequest(fresh), ofRequest(old))).toEqual(listed(back))
  })

  it.each(schemas)('received: $what', ({ old, new: fresh, received }) => {
    const [forth = '', back = ''] = received.split('|').map((text) => text.replaceAll(/([A-Z]+ )/g, '$1response-'))
    expect(found(ofResponse(old), ofResponse(fresh))).toEqual(listed(forth))
    expect(found(ofResponse(fresh), ofResponse(old))).toEqual(listed(back))
  })

  it('has a pair for every rule of schemas', () => {
    const untold = [...schemaRules.keys()].filter((id) => !told.has(`request-${id}`) && !told.has(`response-${id}`))
    expect(untold).toEqual([])
  })
})

describe('a description in place of another', () => {
  interface Pair {
    readonly what: string
    readonly old: Document
    readonly new: Document
    readonly finds: string
  }

  const described = (paths: Document): Document => ({ openapi: '3.1.0', paths, components: { securitySchemes } })
  const securitySchemes = {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    bearer: { type: 'http', scheme: 'bearer' },
    oauth: { type: 'oauth2', flows: {} },
  }
  const operations = read<Pair>('operations.yaml')
    .map((pair) => ({ ...pair, old: described(pair.old), new: described(pair.new) }))
    .concat(read<Pair>('documents.yaml'))

  it.each(operations)('$what', ({ old, new: fresh, finds }) => {
    const [forth, back] = finds.split('|')
    expect(found(old, fresh)).toEqual(listed(forth))
    expect(found(fresh, old)).toEqual(listed(back))
  })

  it('has a pair for every other rule', () => {
    expect(plainRules.map(({ id }) => id).filter((id) => !told.has(id))).toEqual([])
  })
})

describe('a pair that breaks nobody', () => {
  interface Harmless {
    readonly what: string
    readonly schema?: readonly [unknown, unknown]
    readonly sent?: readonly [unknown, unknown]
    readonly received?: readonly [unknown, unknown]
    readonly old?: Document
    readonly new?: Document
  }

  const harmless = load(readFileSync(join(folder, 'harmless.yaml'), 'utf8')) as {
    readonly equal: readonly Harmless[]
    readonly harmless: readonly Harmless[]
  }

  function documentsIn(pair: Harmless): readonly (readonly [old: Document, fresh: Document])[] {
    const { schema, sent = schema, received = schema } = pair
    if (pair.old !== undefined && pair.new !== undefined) return [[pair.old, pair.new]]
    return [
      ...(sent === undefined ? [] : [[ofRequest(sent[0]), ofRequest(sent[1])] as const]),
      ...(received === undefined ? [] : [[ofResponse(received[0]), ofResponse(received[1])] as const]),
    ]
  }

  it.each(harmless.equal)('says the same: $what', (pair) => {
    expect(documentsIn(pair).length).toBeGreaterThan(0)
    for (const [old, fresh] of documentsIn(pair)) {
      expect(found(old, fresh)).toEqual([])
      expect(found(fresh, old)).toEqual([])
    }
  })

  it.each(harmless.harmless)('is harmless: $what', (pair) => {
    expect(documentsIn(pair).length).toBeGreaterThan(0)
    for (const [old, fresh] of documentsIn(pair)) {
      expect(found(old, fresh).filter((one) => one.startsWith('ERR'))).toEqual([])
      // What is told of the way back shows that the pair is one.
      expect([...found(old, fresh), ...found(fresh, old)]).not.toEqual([])
    }
  })
})
