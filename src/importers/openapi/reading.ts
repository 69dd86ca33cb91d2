/** What every part of reading one description shares, and how references are followed. */
import { isObject } from '../../support/json.ts'
import { type DocumentSet, pointerText, pointerTokens, resolveLocation, splitReference } from '../references.ts'
import { type Node, pointerOf, rootNode, step, tokensOf } from './node.ts'
import type { Problems } from './problems.ts'
import type { SchemaTable } from './schemas.ts'

export interface Reading {
  readonly documents: DocumentSet
  readonly problems: Problems
  readonly schemas: SchemaTable
}

/** The part of a reading that references need. */
export type References = Pick<Reading, 'documents' | 'problems'>

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
  const { file, fragment } = splitReference(reference)
  const location = resolveLocation(from.document.location, file)
  const document = file === '' ? from.document : reading.documents.at(location)
  if (document === undefined) {
    const why = reading.documents.failure(location) ?? 'the document was not read'
    return { missing: `Reference ${quoted(reference)} cannot be followed: ${why}` }
  }
  const tokens = pointerTokens(fragment)
  const node = tokens === undefined ? undefined : descend(reading, rootNode(document), tokens, 0)
  return node === undefined ? { missing: `Reference ${quoted(reference)} leads nowhere` } : { node }
}

function descend(reading: References, root: Node, tokens: readonly string[], hops: number): Node | undefined {
  let node = root
  for (const token of tokens) {
    let next = step(node, token)
    const reference = next === undefined ? referenceOf(node.value) : undefined
    if (reference !== undefined && hops < HOPS) {
      const target = throughReference(reading, node, reference, hops)
      next = target === undefined ? undefined : step(target, token)
    }
    if (next === undefined) return undefined
    node = next
  }
  return node
}

function throughReference(reading: References, from: Node, reference: string, hops: number): Node | undefined {
  const { file, fragment } = splitReference(reference)
  const document = file === '' ? from.document : reading.documents.at(resolveLocation(from.document.location, file))
  const tokens = pointerTokens(fragment)
  if (document === undefined || tokens === undefined) return undefined
  const target = descend(reading, rootNode(document), tokens, hops + 1)
  const next = target === undefined ? undefined : referenceOf(target.value)
  if (target === undefined || next === undefined) return target
  return hops < HOPS ? throughReference(reading, target, next, hops + 1) : undefined
}

/** The same text for the same place, whatever way led there. */
export function placeOf(node: Node): string {
  return `${node.document.index}#${pointerOf(node)}`
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
}

/** Tokens as they are shown in a key or a message. */
export function pointerFor(node: Node): string {
  return pointerText(tokensOf(node))
}
