/**
 * A value of a document together with its place, so that every problem can say
 * where it stands and every reference is read against the document it is in.
 */

import { pointerText } from '../../api/references.ts'
import { isObject } from '../../support/json.ts'
import type { LoadedDocument } from '../document-set.ts'

export interface Node {
  readonly document: LoadedDocument
  readonly value: unknown
  readonly parent: Node | undefined
  readonly key: string
  /** What a reference beside other fields refers to: its fields count where this node has none. */
  readonly under?: Node
}

export function rootNode(document: LoadedDocument): Node {
  return { document, value: document.value, parent: undefined, key: '' }
}

function childOf(node: Node, key: string, value: unknown): Node {
  return { document: node.document, value, parent: node, key }
}

export function tokensOf(node: Node): readonly string[] {
  const tokens: string[] = []
  for (let at: Node = node; at.parent !== undefined; at = at.parent) tokens.push(at.key)
  return tokens.reverse()
}

export function pointerOf(node: Node): string {
  return pointerText(tokensOf(node))
}

/** The field `key`; undefined when it is absent. A field that is null is a node. */
export function get(node: Node | undefined, key: string): Node | undefined {
  for (let layer = node; layer !== undefined; layer = layer.under)
    if (isObject(layer.value) && Object.hasOwn(layer.value, key)) return childOf(layer, key, layer.value[key])
  return undefined
}

/** The element of a list, or the field of an object, at one token of a JSON pointer. */
export function step(node: Node, token: string): Node | undefined {
  if (!Array.isArray(node.value)) return get(node, token)
  const index = /^(?:0|[1-9][0-9]*)$/.test(token) ? Number(token) : -1
  return index >= 0 && index < node.value.length ? childOf(node, token, node.value[index]) : undefined
}

/** All fields in the document's order; `$ref` is none of them. */
export function fields(node: Node | undefined): readonly Node[] {
  const found = new Map<string, Node>()
  for (let layer = node; layer !== undefined; layer = layer.under) {
    if (!isObject(layer.value)) continue
    for (const key of Object.keys(layer.value))
      if (!found.has(key) && !(key === '$ref' && typeof layer.value[key] === 'string'))
        found.set(key, childOf(layer, key, layer.value[key]))
  }
  return [...found.values()]
}

/** Elements of a list; [] for anything else. */
export function items(node: Node | undefined): readonly Node[] {
  if (node === undefined || !Array.isArray(node.value)) return []
  return node.value.map((value, index) => childOf(node, String(index), value))
}

export function textAt(node: Node | undefined, key: string): string | undefined {
  const value = get(node, key)?.value
  return typeof value === 'string' ? value : undefined
}

export function flagAt(node: Node | undefined, key: string): boolean | undefined {
  const value = get(node, key)?.value
  return typeof value === 'boolean' ? value : undefined
}

/** The `x-*` fields with their values. */
export function extensionsOf(node: Node | undefined): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const extension of fields(node)) if (extension.key.startsWith('x-')) found[extension.key] = extension.value
  return found
}
