/** Whether one document is the other one patched. Only what the operations change is made into values: documents are large. */
import { pointerText, pointerTokens } from '../../api/references.ts'
import { behind, childOf, type DocumentNode, keysOf, readNode } from './document.ts'
import { type PatchOperation, patched } from './patch.ts'
import { sameValue } from './same.ts'

export function isPatched(before: DocumentNode, after: DocumentNode, operations: readonly PatchOperation[]): boolean {
  if (operations.length === 0) return sameNodes(before, after)
  const below = new Map<string, PatchOperation[]>()
  for (const operation of operations) {
    const [token, ...rest] = pointerTokens(operation.path) ?? []
    if (token === undefined || rest.length === 0)
      return sameValue(patched(readNode(before), operations), readNode(after))
    const inner = { ...operation, path: pointerText(rest) }
    const known = below.get(token)
    if (known === undefined) below.set(token, [inner])
    else known.push(inner)
  }
  return sameChildren(before, after, (key, one, other) => isPatched(one, other, below.get(key) ?? []))
}

function sameNodes(one: DocumentNode, other: DocumentNode): boolean {
  const [a, b] = [behind(one), behind(other)]
  if (a.kind === 'scalar' || b.kind === 'scalar')
    return a.kind === b.kind && a.kind === 'scalar' && b.kind === 'scalar' && a.value === b.value
  return sameChildren(a, b, (_key, inner, counterpart) => sameNodes(inner, counterpart))
}

function sameChildren(
  one: DocumentNode,
  other: DocumentNode,
  isSame: (key: string, one: DocumentNode, other: DocumentNode) => boolean,
): boolean {
  const [a, b] = [behind(one), behind(other)]
  if (a.kind !== b.kind || a.kind === 'scalar') return false
  if (a.kind === 'sequence' && b.kind === 'sequence')
    return a.items.length === b.items.length && a.items.every((item, i) => isSame(String(i), item, b.items[i] ?? b))
  const keys = new Set(keysOf(a))
  if (keys.size !== new Set(keysOf(b)).size) return false
  for (const key of keys) {
    const [left, right] = [childOf(a, key), childOf(b, key)]
    if (left === undefined || right === undefined || !isSame(key, left, right)) return false
  }
  return true
}
