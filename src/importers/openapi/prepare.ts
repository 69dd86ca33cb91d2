/**
 * Spells out what the normaliser of schemas does not know: a map of schemas
 * that is a reference becomes references to its entries, a dynamic reference
 * a static one. Documents that have neither are not touched.
 */
import { setOwn } from '../../support/json.ts'
import { documentLocation } from '../document-set.ts'
import { schemaMaps } from '../scan.ts'
import { fields, type Node, pointerOf } from './node.ts'
import { quoted, type References, referenceOf, resolve } from './reading.ts'

/** A preparer of schemas; each part of a document is prepared once. */
export function preparer(references: References): (node: Node) => unknown {
  const made = new WeakMap<object, unknown>()
  const prepare = (node: Node, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const before = made.get(value)
    if (before !== undefined) return before
    const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {}
    made.set(value, copy)
    node.document.marks?.carry(value, copy)
    for (const [key, child] of Object.entries(value)) {
      const isMap = schemaMaps.has(key) && referenceOf(child) !== undefined
      const target = isMap ? resolve(references, { ...node, value: child }) : undefined
      if (target !== undefined) setOwn(copy, key, spelledOut(target))
      else if ((key === '$dynamicRef' || key === '$recursiveRef') && typeof child === 'string') {
        references.problems.report(node, `Dynamic reference ${quoted(child)} is read as a static one`)
        setOwn(copy, '$ref', child)
      } else setOwn(copy, key, prepare(node, child))
    }
    return copy
  }
  return (node) => {
    const { hasNames, hasReferredMaps } = node.document.scan
    return hasNames || hasReferredMaps ? prepare(node, node.value) : node.value
  }
}

function spelledOut(map: Node): Record<string, unknown> {
  const spelled: Record<string, unknown> = {}
  for (const entry of fields(map)) {
    const pointer = pointerOf(entry).split('/').map(encodeURIComponent).join('/')
    setOwn(spelled, entry.key, { $ref: `${documentLocation(entry.document.index)}#${pointer}` })
  }
  return spelled
}
