/**
 * Schemas that name themselves (`$id`, `$anchor`, `$dynamicAnchor`). By itself a dynamic
 * reference is taken as a static one to the anchor of its name.
 */

import { pointerTokens, resolveLocation, splitReference } from '../../api/references.ts'
import { isObject } from '../../support/json.ts'
import type { DocumentSet, LoadedDocument } from '../document-set.ts'
import { fields, items, type Node, rootNode, step } from './node.ts'

export interface Names {
  /** Absolute identifiers without fragment. */
  readonly ids: ReadonlyMap<string, Node>
  /** Identifier, '#', anchor. */
  readonly anchors: ReadonlyMap<string, Node>
}

const NONE: Names = { ids: new Map(), anchors: new Map() }

export function namesOf({ documents }: DocumentSet): Names {
  const named = documents.filter((document) => document.scan.hasNames)
  if (named.length === 0) return NONE
  const ids = new Map<string, Node>()
  const anchors = new Map<string, Node>()
  for (const document of named) {
    const stack = [{ node: rootNode(document), base: document.location }]
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { node } = top
      const id = word(node, '$id')
      const base = id === undefined ? top.base : splitReference(resolveLocation(top.base, id)).file
      if (id !== undefined && !ids.has(base)) ids.set(base, node)
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const anchor = word(node, keyword)
        if (anchor !== undefined && !anchors.has(`${base}#${anchor}`)) anchors.set(`${base}#${anchor}`, node)
      }
      for (const child of [...items(node), ...fields(node)])
        if (typeof child.value === 'object' && child.value !== null) stack.push({ node: child, base })
    }
  }
  return { ids, anchors }
}

function word(node: Node, keyword: string): string | undefined {
  const value = isObject(node.value) ? node.value[keyword] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The schema that a reference names by identifier or anchor; undefined when it is no such reference. */
export function findNamed(
  names: Names,
  document: LoadedDocument,
  reference: string,
  ids: readonly string[],
): Node | undefined {
  if (names.ids.size === 0 && names.anchors.size === 0) return undefined
  const base = ids.reduce((at, id) => splitReference(resolveLocation(at, id)).file, document.location)
  const { file, fragment } = splitReference(reference)
  const target = resolveLocation(base, file)
  const anchor = names.anchors.get(`${target}#${fragment}`)
  if (anchor !== undefined) return anchor
  let node = names.ids.get(target)
  for (const token of pointerTokens(fragment) ?? []) node = node === undefined ? undefined : step(node, token)
  return pointerTokens(fragment) === undefined ? undefined : node
}
