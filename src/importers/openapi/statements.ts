/** What extensions state, by whom, and what of ours says nothing. */

import { isUnknownExtension, extensions as ours, ownPrefix, unknownExtension } from '../../api/extensions.ts'
import type { DescribedOperation } from '../../api/model.ts'
import type { OverlayMark } from '../../api/provenance.ts'
import { type Switches, switchesIn, switchOf } from '../../api/switches.ts'
import { behaviourNames } from '../../behaviours/catalogue.ts'
import { jsonText } from '../../support/exact-json.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { hintOf } from '../../support/nearest.ts'
import type { DocumentSet } from '../document-set.ts'
import { extensionsOf, fields, get, items, type Node, rootNode } from './node.ts'
import type { FoundOperation } from './operations.ts'
import type { Problems } from './problems.ts'

/**
 * The extensions of an operation; what its path item and the document state in our names counts where it says nothing
 * itself. Behaviours are switched one by one.
 */
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
  const switches = switchesOf(root, item, node)
  if (switches === undefined) delete extensions[ours.behaviours]
  else extensions[ours.behaviours] = switches
  if (written === true) return { extensions, overlaid: true }
  return names.length === 0 ? { extensions } : { extensions, overlaid: names }
}

/** The behaviours that these switch off or on, the farthest first. */
export function switchesOf(...holders: readonly Node[]): Switches | undefined {
  return switchesIn(
    behaviourNames,
    holders.map((holder) => get(holder, ours.behaviours)?.value),
  )
}

/** What overlays wrote of a node; undefined when nothing. */
export function overlaidOf(node: Node): OverlayMark | undefined {
  return node.document.marks?.of(node.value)
}

function isOverlaid(node: Node, key: string): boolean {
  const mark = overlaidOf(node)
  return mark === true || mark?.includes(key) === true
}

/** What of ours nobody knows is told, or a slip of the pen would do nothing, silently. */
export function checkStatements({ documents }: DocumentSet, problems: Problems): void {
  for (const document of documents) {
    if (!document.scan.hasOwnExtensions) continue
    const stack = [rootNode(document)]
    for (let node = stack.pop(); node !== undefined && !problems.isFull; node = stack.pop())
      for (const child of [...items(node), ...fields(node)]) {
        if (isUnknownExtension(child.key)) problems.report(child, unknownExtension(child.key))
        if (child.key === ours.behaviours) checkSwitches(child, problems)
        if (typeof child.value === 'object' && child.value !== null) stack.push(child)
      }
  }
}

function checkSwitches(node: Node, problems: Problems): void {
  if (!isObject(node.value))
    problems.report(node, `${ours.behaviours} is ignored: it must contain names of behaviours, each with "on" or "off"`)
  for (const child of fields(node)) {
    const { key, value } = child
    const name = key.slice(0, LONGEST)
    if (!behaviourNames.includes(key)) problems.report(child, `${ours.behaviours} names ${name}, ${unknown(key)}`)
    else if (switchOf(value) === undefined)
      problems.report(child, `${ours.behaviours} says ${shown(value)} of ${name}, which is neither "on" nor "off"`)
  }
}

function unknown(name: string): string {
  return `which is not a behaviour (${hintOf(name, behaviourNames) ?? `there is ${behaviourNames.slice(0, FEW).join(', ')} and others`})`
}

function shown(value: unknown): string {
  return jsonText(value).slice(0, LONGEST)
}

const LONGEST = 80
const FEW = 8
