/** YAML whose brackets and texts go on too far to the left, as importing reads it; places are those of the text as it is. */
import { indentContinuations } from '../../support/yaml-mend.ts'
import type { DocumentNode } from './document.ts'
import { readYamlNodes } from './yaml.ts'

/** The root of the first document of a YAML text, or the clause that says why it cannot be edited. */
export function readMendedYaml(text: string): DocumentNode | string {
  const read = readYamlNodes(text)
  if (typeof read !== 'string') return read
  const mended = indentContinuations(text)
  const root = mended === text ? read : readYamlNodes(mended)
  return typeof root === 'string' ? read : moved(root, unmended(text, mended), new Map())
}

/** From offsets in the mended text to offsets in the text: blanks were put in at the begin of lines. */
function unmended(text: string, mended: string): (offset: number) => number {
  const [own, other] = [lineStarts(text), lineStarts(mended)]
  return (offset) => {
    let low = 0
    let high = other.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((other[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    const length = (starts: readonly number[], whole: string): number =>
      (starts[low + 1] ?? whole.length) - (starts[low] ?? 0)
    const padding = length(other, mended) - length(own, text)
    return (own[low] ?? 0) + Math.max(0, offset - (other[low] ?? 0) - padding)
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function moved(
  node: DocumentNode,
  to: (offset: number) => number,
  done: Map<DocumentNode, DocumentNode>,
): DocumentNode {
  const known = done.get(node)
  if (known !== undefined) return known
  const place = { start: to(node.start), end: to(node.end) }
  let copy: DocumentNode
  if (node.kind === 'scalar') copy = { ...node, ...place }
  else if (node.kind === 'alias') copy = { ...node, ...place, target: moved(node.target, to, done) }
  else {
    const items = node.items.map((item) => moved(item, to, done))
    const members = node.members.map(({ key, keyStart, keyEnd, value }) => ({
      ...{ key, keyStart: to(keyStart), keyEnd: to(keyEnd) },
      value: moved(value, to, done),
    }))
    copy = { ...node, ...place, items, members }
  }
  done.set(node, copy)
  return copy
}
