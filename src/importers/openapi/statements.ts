/** What extensions state, by whom, and the names of ours that mean nothing. */
import { isUnknownExtension, ownPrefix, unknownExtension } from '../../api/extensions.ts'
import type { DescribedOperation } from '../../api/model.ts'
import type { OverlayMark } from '../../api/provenance.ts'
import { setOwn } from '../../support/json.ts'
import type { DocumentSet } from '../document-set.ts'
import { extensionsOf, fields, items, type Node, rootNode } from './node.ts'
import type { FoundOperation } from './operations.ts'
import type { Problems } from './problems.ts'

/** The extensions of an operation; what its path item and the document state in our names counts where it says nothing itself. */
export function statementsOf(
  root: Node,
  { item, node }: Pick<FoundOperation, 'item' | 'node'>,
): Pick<DescribedOperation, 'extensions' | 'overlaid'> {
  const extensions: Record<string, unknown> = extensionsOf(node)
  const written = overlaidOf(node)
  const names = written === true ? [] : [...(written ?? [])]
  for (const holder of [item, root])
    for (const { key, value } of fields(holder)) {
      if (!key.startsWith(ownPrefix) || Object.hasOwn(extensions, key)) continue
      setOwn(extensions, key, value)
      if (isOverlaid(holder, key)) names.push(key)
    }
  if (written === true) return { extensions, overlaid: true }
  return names.length === 0 ? { extensions } : { extensions, overlaid: names }
}

/** What overlays wrote of a node; undefined when nothing. */
export function overlaidOf(node: Node): OverlayMark | undefined {
  return node.document.marks?.of(node.value)
}

function isOverlaid(node: Node, key: string): boolean {
  const mark = overlaidOf(node)
  return mark === true || mark?.includes(key) === true
}

/** Names of ours that nobody knows are told, or a slip of the pen would do nothing, silently. */
export function reportUnknownExtensions({ documents }: DocumentSet, problems: Problems): void {
  for (const document of documents) {
    if (!document.scan.hasUnknownExtensions) continue
    const stack = [rootNode(document)]
    for (let node = stack.pop(); node !== undefined && !problems.isFull; node = stack.pop())
      for (const child of [...items(node), ...fields(node)]) {
        if (isUnknownExtension(child.key)) problems.report(child, unknownExtension(child.key))
        if (typeof child.value === 'object' && child.value !== null) stack.push(child)
      }
  }
}
