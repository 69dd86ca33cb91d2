/** Real descriptions against themselves, and against themselves with one change: it is found, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseDocument } from '../../src/importers/documents.ts'
import { documentsOf } from '../../src/spec-diff/documents.fixture.ts'
import type { Finding } from '../../src/spec-diff/finding.ts'
import { specDiff } from '../../src/spec-diff/spec-diff.ts'
import { isObject } from '../../src/support/json.ts'

const folder = join(import.meta.dirname, '../corpus')
const files = readdirSync(folder).filter((name) => /\.(ya?ml|json)$/.test(name))

type Tree = Record<string, unknown>

function read(file: string): Tree {
  const parsed = parseDocument({ location: file, bytes: readFileSync(join(folder, file)) })
  if (!parsed.ok || !isObject(parsed.value.value)) throw new Error(`Cannot read ${file}`)
  return structuredClone(parsed.value.value) as Tree
}

function diff(old: Tree, fresh: Tree): readonly Finding[] {
  return specDiff(documentsOf(old), documentsOf(fresh)).findings
}

/** Every object of the tree that is one of a kind. */
function* all(tree: unknown, isOne: (node: Tree) => boolean): Generator<Tree> {
  if (typeof tree !== 'object' || tree === null) return
  if (isObject(tree) && isOne(tree as Tree)) yield tree as Tree
  for (const [key, child] of Object.entries(tree)) if (!/^(examples?|default|x-.*)$/.test(key)) yield* all(child, isOne)
}

function* operations(tree: Tree): Generator<{ readonly item: Tree; readonly method: string; readonly node: Tree }> {
  for (const item of Object.values((tree['paths'] ?? {}) as Tree) as Tree[])
    for (const method of Object.keys(item).filter((key) => /^(get|put|post|patch|delete)$/.test(key)))
      yield { item, method, node: item[method] as Tree }
}

const isPlainText = (node: Tree): boolean =>
  node['type'] === 'string' && Object.keys(node).every((key) => /^(type|description|title|example|x-.*)$/.test(key))
const isParameter = (node: Tree): boolean => typeof node['in'] === 'string'
const isObjectSchema = (node: Tree): boolean => node['type'] === 'object' && isObject(node['properties'])

/** Each gives the ways to make one change of its kind; a way changes the tree and can be taken back. */
const kinds: Readonly<Record<string, { readonly told: RegExp; ways(tree: Tree): Generator<() => () => void> }>> = {
  'operation removed': {
    told: /^operation-removed(-deprecated)?$/,
    *ways(tree) {
      for (const { item, method, node } of operations(tree))
        yield () => {
          delete item[method]
          return () => {
            item[method] = node
          }
        }
    },
  },
  'required parameter': {
    told: /^parameter-added-required$/,
    *ways(tree) {
      for (const { node } of operations(tree))
        yield () => {
          const before = node['parameters']
          const added = { name: 'mutant', in: 'query', required: true, type: 'string', schema: { type: 'string' } }
          node['parameters'] = [...((before as Tree[] | undefined) ?? []), added]
          return () => {
            node['parameters'] = before
            if (before === undefined) delete node['parameters']
          }
        }
    },
  },
  'success removed': {
    told: /^response-success-removed$/,
    *ways(tree) {
      for (const { node } of operations(tree)) {
        const responses = node['responses'] as Tree
        const status = Object.keys(responses).find((key) => key.startsWith('2'))
        if (status === undefined || 'default' in responses) continue
        yield () => {
          const { [status]: response, ...others } = responses
          node['responses'] = others
          return () => {
            node['responses'] = { ...others, [status]: response }
          }
        }
      }
    },
  },
  'type changed': {
    told: /-(type-changed|type-narrowed|alternative-removed|alternative-added|alternatives-changed)$/,
    *ways(tree) {
      for (const node of all(tree, (one) => isPlainText(one) && !isParameter(one)))
        yield () => {
          node['type'] = 'boolean'
          return () => {
            node['type'] = 'string'
          }
        }
    },
  },
  'length limited': {
    told: /-(max-length-added|alternative-removed|alternative-added|alternatives-\w+)$/,
    *ways(tree) {
      for (const node of all(tree, isPlainText))
        yield () => {
          node['maxLength'] = 3
          return () => {
            delete node['maxLength']
          }
        }
    },
  },
  'enum value removed': {
    told: /-(enum-value-removed|became-enum|const-.*|alternative-removed|alternative-added|alternatives-\w+)$/,
    *ways(tree) {
      for (const node of all(tree, (one) => Array.isArray(one['enum']) && one['enum'].length > 2))
        yield () => {
          const before = node['enum'] as readonly unknown[]
          node['enum'] = before.slice(1)
          return () => {
            node['enum'] = before
          }
        }
    },
  },
  'property removed': {
    told: /-(property-removed|optional-property-removed|property-refused|alternative-removed|alternative-added)$/,
    *ways(tree) {
      for (const node of all(tree, isObjectSchema)) {
        const properties = node['properties'] as Tree
        const required = (node['required'] as readonly string[] | undefined) ?? []
        const name = Object.keys(properties).find((key) => !required.includes(key))
        if (name === undefined) continue
        yield () => {
          const { [name]: property, ...others } = properties
          node['properties'] = others
          return () => {
            node['properties'] = { [name]: property, ...others }
          }
        }
      }
    },
  },
  'property became required': {
    told: /-(property-became-required|alternative-removed|alternative-added)$/,
    *ways(tree) {
      for (const node of all(tree, isObjectSchema)) {
        const before = node['required'] as readonly string[] | undefined
        const name = Object.keys(node['properties'] as Tree).find((key) => !(before ?? []).includes(key))
        if (name === undefined) continue
        yield () => {
          node['required'] = [...(before ?? []), name]
          return () => {
            node['required'] = before
            if (before === undefined) delete node['required']
          }
        }
      }
    },
  },
}

it.each(files)('finds nothing between %s and itself', (file) => {
  expect(diff(read(file), read(file))).toEqual([])
})

/** Ways tried of each kind. */
const MOST = 25

it.each(Object.keys(kinds))('finds one change of a kind, and nothing else: %s', (name) => {
  const kind = kinds[name]
  if (kind === undefined) throw new Error(name)
  let hits = 0
  for (const file of files) {
    const old = read(file)
    const fresh = read(file)
    let tried = 0
    for (const change of kind.ways(fresh)) {
      if (tried++ >= MOST) break
      const undo = change()
      const found = diff(old, fresh)
      undo()
      expect(found.map(({ rule }) => rule).filter((rule) => !kind.told.test(rule))).toEqual([])
      if (found.length > 0) hits++
    }
    expect(diff(old, fresh)).toEqual([])
  }
  expect(hits).toBeGreaterThan(10)
})
