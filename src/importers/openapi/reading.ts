/** What every part of reading one description shares, and how references are followed. */

import { pointerTokens, resolveLocation, splitReference } from '../../api/references.ts'
import { isObject } from '../../support/json.ts'
import type { DocumentSet } from '../document-set.ts'
import { type Node, pointerOf, rootNode, step } from './node.ts'
import type { Problems } from './problems.ts'
import type { SchemaTable } from './schemas.ts'

export interface Reading {
  readonly documents: DocumentSet
  readonly problems: Problems
  readonly schemas: SchemaTable
  /** References found before, by document and spelling. */
  readonly found: Map<string, Found>
  /** What was made of a part before, by what it was read as: a part that many refer to is read once. */
  once<T>(kind: string, node: Node, make: () => T): T
}

/** The part of a reading that references need. */
export type References = Pick<Reading, 'documents' | 'problems' | 'found'>

/** `Reading.once` for one reading. A node that lays fields over another is like no other. */
export function remembering(): Reading['once'] {
  const kinds = new Map<string, WeakMap<object, unknown>>()
  return <T>(kind: string, node: Node, make: () => T): T => {
    const { value } = node
    if (node.under !== undefined || typeof value !== 'object' || value === null) return make()
    let made = kinds.get(kind)
    if (made === undefined) {
      made = new WeakMap()
      kinds.set(kind, made)
    }
    // What one kind of reading makes is always of its type.
    if (made.has(value)) return made.get(value) as T
    const result = make()
    made.set(value, result)
    return result
  }
}

/** How many references may lead to one another before the part counts as broken. */
const HOPS = 100

/** A node found, or the clause that says why there is none. */
export type Found = { readonly node: Node } | { readonly missing: string }

export function referenceOf(value: unknown): string | undefined {
  if (!isObject(value) || !Object.hasOwn(value, '$ref')) return undefined
  const reference = value['$ref']
  return typeof reference === 'string' ? reference : undefined
}

/** What a node stands for: itself, or what its reference leads to, its other fields laid over it. Undefined, and reported, when the reference is broken. */
export function resolve(reading: References, node: Node): Node | undefined {
  const reference = referenceOf(node.value)
  if (reference === undefined) return node
  const end = follow(reading, node, reference)
  const hasMore = isObject(node.value) && Object.keys(node.value).length > 1
  if ('missing' in end) {
    reading.problems.report(node, end.missing)
    return hasMore ? node : undefined
  }
  return hasMore ? { ...node, under: end.node } : end.node
}

/**
 * The same where only a Reference Object may stand: nothing is laid over what it leads to but, from OpenAPI 3.1 on,
 * `summary` and `description` (OpenAPI 3.0.3, 4.7.23; 3.1.1, 4.8.23).
 */
export function referred(reading: References, node: Node): Node | undefined {
  const found = resolve(reading, node)
  if (found?.under === undefined || !isObject(node.value)) return found
  const kept = ['summary', 'description'].filter((key) => isObject(node.value) && Object.hasOwn(node.value, key))
  if (kept.length === 0 || !isSince31(found.document.value)) return found.under
  const said = node.value
  return { ...found, value: Object.fromEntries(kept.map((key) => [key, said[key]])) }
}

function isSince31(document: unknown): boolean {
  const version = isObject(document) ? document['openapi'] : undefined
  return version === undefined
    ? !(isObject(document) && Object.hasOwn(document, 'swagger'))
    : !/^v?3(\.0|$)/.test(String(version))
}

function follow(reading: References, start: Node, reference: string): Found {
  let found = findReference(reading, start, reference)
  for (let hops = 0; 'node' in found; hops++) {
    const next = referenceOf(found.node.value)
    if (next === undefined) return found
    if (hops > HOPS) return { missing: `Reference ${quoted(reference)} leads in a circle` }
    found = findReference(reading, found.node, next)
  }
  return found
}

/** The node a reference in `from` names; references on the way of its pointer are followed, the one it ends at is not. */
export function findReference(reading: References, from: Node, reference: string): Found {
  const key = `${from.document.index} ${reference}`
  let found = reading.found.get(key)
  if (found === undefined) {
    found = search(reading, from, reference, { left: HOPS })
    reading.found.set(key, found)
  }
  return found
}

/** How many more references one search may follow: pointers through references could double their number at each. */
interface Budget {
  left: number
}

function search(reading: References, from: Node, reference: string, budget: Budget): Found {
  const { file, fragment } = splitReference(reference)
  const location = resolveLocation(from.document.location, file)
  const document = file === '' ? from.document : reading.documents.at(location)
  if (document === undefined) {
    const why = reading.documents.failure(location) ?? 'the document was not read'
    return { missing: `Reference ${quoted(reference)} cannot be followed: ${why}` }
  }
  const tokens = pointerTokens(fragment)
  const node = tokens === undefined ? undefined : descend(reading, rootNode(document), tokens, budget)
  return node === undefined ? { missing: `Reference ${quoted(reference)} refers to nothing` } : { node }
}

function descend(reading: References, root: Node, tokens: readonly string[], budget: Budget): Node | undefined {
  let node = root
  for (const token of tokens) {
    const next = step(node, token) ?? stepThrough(reading, node, token, budget)
    if (next === undefined) return undefined
    node = next
  }
  return node
}

/** The step that a node does not have itself, taken in what the node refers to. */
function stepThrough(reading: References, node: Node, token: string, budget: Budget): Node | undefined {
  let at: Node = node
  for (let reference = referenceOf(at.value); reference !== undefined; reference = referenceOf(at.value)) {
    if (budget.left-- <= 0) return undefined
    const found = search(reading, at, reference, budget)
    if ('missing' in found) return undefined
    at = found.node
    const next = step(at, token)
    if (next !== undefined) return next
  }
  return undefined
}

/** The same text for the same place, whatever way led there. */
export function placeOf(node: Node): string {
  return `${node.document.index}#${pointerOf(node)}`
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
}
