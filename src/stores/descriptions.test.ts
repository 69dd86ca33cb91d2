import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { ApiHead, Operation, OperationId } from '../api/description.ts'
import { type ApiModel, schemaReference } from '../api/model.ts'
import type { Schema } from '../api/schema/schema.ts'
import { openDescription, openDescriptionOf, type StoredDescription, writeDescription } from './descriptions.ts'

const directory = mkdtempSync(join(tmpdir(), 'models-'))
afterAll(() => rmSync(directory, { recursive: true }))

const path = join(directory, 'pay.ir.json')

function operation(id: string, extra: object = {}): Operation {
  return {
    id: id as OperationId,
    method: 'GET',
    path: '/things' as Operation['path'],
    security: [],
    plan: {
      kind: 'list',
      parents: [],
      success: '200',
      because: 'a list',
      level: 'derived',
    } as unknown as Operation['plan'],
    parameters: [],
    responses: {},
    callbacks: [],
    ...extra,
  }
}

function model(operations: readonly Operation[], schemas: ReadonlyMap<string, Schema>, title = 'Pay'): ApiModel {
  const head: ApiHead = {
    title,
    version: '1',
    format: 'openapi-3.1',
    source: { location: 'pay.yaml', sha256: '0'.repeat(64) },
    basePaths: [''],
    operations,
    securitySchemes: {},
    resources: [],
    events: [],
    report: { problems: [], realism: { stated: 0, derived: 0, filler: 0 } },
    draft: false,
  }
  return { head, operations: new Map(operations.map((o) => [o.id, o])), schemas }
}

function withOpen<T>(use: (description: StoredDescription) => T): T {
  const description = openDescription(path)
  try {
    return use(description)
  } finally {
    description.close()
  }
}

const small = model(
  [operation('listThings'), operation('other')],
  new Map<string, Schema>([['Thing', { type: 'object' }]]),
)

it('gives the same object for the same id', () => {
  writeDescription(path, small)
  withOpen((d) => {
    expect(d.operation('listThings' as OperationId)).toBe(d.operation('listThings' as OperationId))
    expect(d.schema('#/schemas/Thing')).toBe(d.schema('#/schemas/Thing'))
  })
})

it('knows nothing of ids, keys and references that the model does not have', () => {
  writeDescription(path, small)
  withOpen((d) => {
    expect(d.operation('__proto__' as OperationId)).toBeUndefined()
    expect(d.schema('#/schemas/constructor')).toBeUndefined()
    expect(d.schema('Thing')).toBeUndefined()
  })
})

it('is one JSON document', () => {
  writeDescription(path, small)
  const document = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  expect(document['operations']).toEqual([...small.operations.values()])
  expect(document['schemas']).toEqual([...small.schemas.values()])
  expect(document['head']).toEqual(small.head)
})

it('keeps what it has decoded when it is closed, and reads nothing more', () => {
  writeDescription(path, small)
  const description = openDescription(path)
  const known = description.operation('listThings' as OperationId)
  description.close()
  description.close()
  expect(description.operation('listThings' as OperationId)).toBe(known)
  expect(() => description.operation('other' as OperationId)).toThrow(/after it was closed/)
})

it('keeps what an open description says while the file is replaced', () => {
  writeDescription(path, small)
  withOpen((d) => {
    writeDescription(path, model([operation('listThings', { summary: 'New' })], new Map()))
    expect(d.operation('listThings' as OperationId)?.summary).toBeUndefined()
  })
  withOpen((d) => expect(d.operation('listThings' as OperationId)?.summary).toBe('New'))
})

it('decodes an operation among 2,000 beside a huge schema', () => {
  const many = Array.from({ length: 2_000 }, (_, i) => operation(`o${i}`))
  writeDescription(path, model(many, new Map([['S', { description: 'x'.repeat(1_000_000) }]])))
  withOpen((d) => expect(d.operation('o1999' as OperationId)).toEqual(many[1999]))
})

const anyJson = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const anyKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '', 'a/b~c', '\u{1f600}', '\ud800'),
  fc.string({ unit: 'binary' }),
)
const anySchema = fc.oneof(
  fc.boolean(),
  fc.dictionary(anyKey, anyJson).map((object) => JSON.parse(JSON.stringify(object)) as Schema),
  fc.constant<Schema>({ description: '\u00e9\u{1f600}'.repeat(50_000) }),
  fc.constant(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as Schema),
)

it('reads what was written, whatever the model', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyKey),
      fc.uniqueArray(fc.tuple(anyKey, anySchema), { selector: ([key]) => key }),
      anyJson,
      fc.string({ unit: 'binary' }),
      (ids, schemas, example, title) => {
        const written = model(
          ids.map((id) => operation(id, { extension: example })),
          new Map(schemas),
          title,
        )
        writeDescription(path, written)
        withOpen((d) => {
          expect(d.head).toEqual(written.head)
          for (const [id, value] of written.operations) expect(d.operation(id)).toEqual(value)
          for (const [key, value] of written.schemas) expect(d.schema(schemaReference(key))).toEqual(value)
        })
      },
    ),
    { numRuns: 60 },
  )
})

/** Everything a reader may ask of the model. */
function readAll(): void {
  withOpen((d) => {
    for (const id of small.operations.keys()) expect(d.operation(id)).toEqual(small.operations.get(id))
    expect(d.schema('#/schemas/Thing')).toEqual({ type: 'object' })
    expect(d.head).toEqual(small.head)
  })
}

const corrupt = {
  code: 'corrupt',
  message: expect.stringMatching(/pay\.ir\.json: .*tool import pay --update/) as string,
}

it('refuses a file cut off at any byte, in words that say what to do', () => {
  writeDescription(path, small)
  const whole = readFileSync(path)
  for (let length = 0; length < whole.length; length++) {
    truncateSync(path, length)
    expect(readAll).toThrow(expect.objectContaining(corrupt))
    writeFileSync(path, whole)
  }
  readAll()
})

it('refuses a file with any byte changed, or does not notice because nothing it says is different', () => {
  writeDescription(path, small)
  const whole = readFileSync(path)
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0x15
    writeFileSync(path, changed)
    try {
      readAll()
    } catch (error) {
      expect(error).toMatchObject(corrupt)
    }
  }
})

it.each([
  ['empty', ''],
  ['of another kind', '{"openapi":"3.1.0"}'],
  ['plain JSON of a model', JSON.stringify({ format: 'ir-0', head: {} })],
  ['zeros', '\0'.repeat(5000)],
])('refuses a file that is %s', (_, text) => {
  writeFileSync(path, text)
  expect(readAll).toThrow(expect.objectContaining(corrupt))
})

it('refuses what an earlier version imported, which would be served without its guards, and says what mends it', () => {
  writeDescription(path, small)
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"format":"ir-\d+"/, '"format":"ir-1"'))
  expect(readAll).toThrow(/an earlier version of tool imported it \(run "tool import [\w-]+ --update"\)/)
  writeFileSync(path, '{"format":"ir-9999",\n"operations":[]}')
  expect(readAll).toThrow(/a later version of tool imported it/)
})

it('tells damage of an operation that nobody asked for yet when it is opened', () => {
  writeDescription(path, small)
  const whole = readFileSync(path)
  const at = whole.indexOf('"other"') + 2
  for (let bit = 0; bit < 8; bit++) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ (1 << bit)
    writeFileSync(path, changed)
    expect(() => openDescription(path)).toThrow(expect.objectContaining(corrupt))
  }
})

it('holds lines that are longer than what is read at once against their checksums', () => {
  const large = model(
    [operation('o', { description: 'é'.repeat(400_000) })],
    new Map([['S', { description: 'x'.repeat(700_000) }]]),
  )
  writeDescription(path, large)
  const whole = readFileSync(path)
  openDescription(path).close()
  for (const at of [300_000, 700_000, 900_000, 1_400_000]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    writeFileSync(path, changed)
    expect(() => openDescription(path)).toThrow(expect.objectContaining(corrupt))
  }
})

it('refuses the model of another description, and takes its own', () => {
  writeDescription(path, small)
  const { source } = small.head
  openDescriptionOf(path, { source }).close()
  const other = { sha256: source.sha256.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) || '1' }
  expect(() => openDescriptionOf(path, { source: other })).toThrow(
    /made of another description .*tool import pay --update/,
  )
  expect(() => openDescriptionOf(path, { source, overlays: [source] })).toThrow(expect.objectContaining(corrupt))
})

it('refuses a directory in its place', () => {
  expect(() => openDescription(directory)).toThrow(expect.objectContaining({ code: 'corrupt' }))
})

it('says not-found for a model that is not there', () => {
  expect(() => openDescription(join(directory, 'none.ir.json'))).toThrow(expect.objectContaining({ code: 'not-found' }))
})
