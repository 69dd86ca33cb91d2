/**
 * Spells out what the normaliser of schemas does not know: a map of schemas
 * that is a reference becomes references to its entries, a dynamic reference
 * a static one besides, and properties of JSON that are called otherwise on the wire
 * are called so. Documents that have none of these are not touched.
 */
import { setOwn } from '../../support/json.ts'
import { documentLocation } from '../document-set.ts'
import { schemaMaps } from '../scan.ts'
import { fields, type Node, pointerOf } from './node.ts'
import { quoted, type References, referenceOf, resolve } from './reading.ts'
import { saysWireNames, withWireNames } from './wire-names.ts'

/** What the keys of a value are: keywords of a schema, names of schemas, or nothing of the kind. */
type Form = 'schema' | 'map' | 'plain'

const PLAIN = new Set(['default', 'example', 'examples', 'enum', 'const'])

/** A preparer of schemas; each part of a document is prepared once. */
export function preparer(references: References): (node: Node) => unknown {
  const made = { schema: new WeakMap<object, unknown>(), map: new WeakMap<object, unknown>() }
  const renames = saysWireNames(references.documents.root.value)
  const prepare = (node: Node, value: unknown, form: Form): unknown => {
    if (typeof value !== 'object' || value === null || form === 'plain') return value
    const before = made[form].get(value)
    if (before !== undefined) return before
    const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {}
    made[form].set(value, copy)
    node.document.marks?.carry(value, copy)
    const called = renames && form === 'schema' ? withWireNames(value) : value
    for (const [key, child] of Object.entries(called)) {
      const inside = form === 'map' ? 'schema' : formOf(key)
      const target = inside === 'map' && referenceOf(child) !== undefined ? followed(node, child) : undefined
      if (target !== undefined) setOwn(copy, key, spelledOut(target))
      else if (form === 'schema' && DYNAMIC.has(key) && typeof child === 'string') {
        // Who only reads the schema follows what it leads to by itself; who judges values goes by the scope.
        if (!Object.hasOwn(called, '$ref')) setOwn(copy, '$ref', child)
        if (key === '$dynamicRef' && namesAnchor(child)) setOwn(copy, key, child)
        else references.problems.report(node, `Dynamic reference ${quoted(child)} is read as a static one`)
      } else setOwn(copy, key, prepare(node, child, inside))
    }
    return copy
  }
  const followed = (node: Node, value: unknown): Node | undefined => resolve(references, { ...node, value })
  return (node) => {
    const { hasNames, hasReferredMaps } = node.document.scan
    return hasNames || hasReferredMaps || renames ? prepare(node, node.value, 'schema') : node.value
  }
}

const DYNAMIC = new Set(['$dynamicRef', '$recursiveRef'])

/** Only what names an anchor is dynamic (JSON Schema 2020-12 Core, 8.2.3.2). */
function namesAnchor(reference: string): boolean {
  return /#[^/]+$/.test(reference)
}

function formOf(keyword: string): Form {
  if (schemaMaps.has(keyword)) return 'map'
  return PLAIN.has(keyword) ? 'plain' : 'schema'
}

function spelledOut(map: Node): Record<string, unknown> {
  const spelled: Record<string, unknown> = {}
  for (const entry of fields(map)) {
    const pointer = pointerOf(entry).split('/').map(encodeURIComponent).join('/')
    setOwn(spelled, entry.key, { $ref: `${documentLocation(entry.document.index)}#${pointer}` })
  }
  return spelled
}
