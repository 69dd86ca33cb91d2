import { expect, it } from 'vitest'
import { compileSchema, type Validator } from './compile.ts'
import { type SchemaDocument, schemaStore } from './store.ts'

function validatorAt(uri: string, documents: readonly SchemaDocument[]): Validator {
  const store = schemaStore(documents)
  const schema = store.resolve(uri)
  if (schema === undefined) throw new Error(`${uri} is not there`)
  return compileSchema(schema, { ...store, direction: 'neither' })
}

it('resolves pointers, anchors and ids against the base in force', () => {
  const documents: SchemaDocument[] = [
    {
      uri: 'http://x.test/root.json',
      dialect: '2020-12',
      document: {
        properties: {
          pointer: { $ref: '#/$defs/number' },
          anchor: { $ref: '#text' },
          inner: { $ref: 'folder/inner.json#/$defs/flag' },
          other: { $ref: 'other.json' },
        },
        $defs: {
          number: { type: 'number' },
          text: { $anchor: 'text', type: 'string' },
          inner: { $id: 'folder/inner.json', $defs: { flag: { $ref: 'flag.json' } } },
          flag: { $id: 'folder/flag.json', type: 'boolean' },
        },
      },
    },
    { uri: 'http://x.test/other.json', dialect: 'draft-04', document: { minimum: 1, exclusiveMinimum: true } },
  ]
  const validator = validatorAt('http://x.test/root.json', documents)
  expect(validator.accepts({ pointer: 1, anchor: 'a', inner: true, other: 2 })).toBe(true)
  for (const wrong of [{ pointer: '1' }, { anchor: 1 }, { inner: 1 }, { other: 1 }])
    expect(validator.accepts(wrong)).toBe(false)
})

it('binds dynamic references to the outermost resource', () => {
  const tree = {
    $id: 'http://x.test/tree',
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
  }
  const strict = { $id: 'http://x.test/strict', $dynamicAnchor: 'node', $ref: 'tree', unevaluatedProperties: false }
  const documents: SchemaDocument[] = [tree, strict].map((document) => ({
    uri: document.$id,
    document,
    dialect: '2020-12',
  }))
  expect(validatorAt('http://x.test/strict', documents).accepts({ children: [{ daat: 1 }] })).toBe(false)
  expect(validatorAt('http://x.test/tree', documents).accepts({ children: [{ daat: 1 }] })).toBe(true)
})

it('finds nothing for an address it does not know', () => {
  expect(schemaStore([]).resolve('http://x.test/none#/a')).toBeUndefined()
})
