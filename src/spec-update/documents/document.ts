/** A document as text with the exact place of every value in it. */
import { setOwn } from '../../support/json.ts'

export interface OpenDocument {
  /** File path or URL, as the map of documents names it. */
  readonly location: string
  readonly format: 'yaml' | 'json'
  /** Without byte order mark: all offsets are into this text. */
  readonly text: string
  /** The byte order mark, or ''. */
  readonly mark: string
  readonly root: DocumentNode
}

export type DocumentNode = CollectionNode | ScalarNode | AliasNode

interface Placed {
  /** Where the value begins, its quotes and brackets included, anchor and tag not. */
  readonly start: number
  readonly end: number
  /** Absent: it has none. */
  readonly anchor?: Anchor
}

export interface Anchor {
  readonly name: string
  /** Aliases and merge keys that refer to it. */
  uses: number
}

export interface CollectionNode extends Placed {
  readonly kind: 'mapping' | 'sequence'
  /** In brackets. */
  readonly isFlow: boolean
  /** In the order of the text; [] for sequences. */
  readonly members: readonly Member[]
  /** [] for mappings. */
  readonly items: readonly DocumentNode[]
}

export interface Member {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: DocumentNode
}

export interface ScalarNode extends Placed {
  readonly kind: 'scalar'
  readonly style: 'plain' | 'single' | 'double' | 'block'
  readonly value: string | number | boolean | null
}

export interface AliasNode extends Placed {
  readonly kind: 'alias'
  readonly name: string
  readonly target: DocumentNode
}

/** The value of a member, that which counts where a key stands twice; merge keys are not looked into. */
export function ownMember(node: DocumentNode, key: string): Member | undefined {
  if (node.kind !== 'mapping') return undefined
  if (node.members.length < 16) return node.members.findLast((member) => member.key === key)
  let index = indexes.get(node)
  if (index === undefined) {
    index = new Map(node.members.map((member) => [member.key, member]))
    indexes.set(node, index)
  }
  return index.get(key)
}

const indexes = new WeakMap<CollectionNode, ReadonlyMap<string, Member>>()

/** What an alias stands for; any other node itself. */
export function behind(node: DocumentNode): DocumentNode {
  return node.kind === 'alias' ? node.target : node
}

/** The mappings that a mapping takes members from by `<<`. */
export function mergedInto(node: DocumentNode): readonly DocumentNode[] {
  const merge = ownMember(node, '<<')?.value
  if (merge === undefined) return []
  const target = behind(merge)
  const sources = target.kind === 'sequence' ? target.items.map(behind) : [target]
  return sources.every(({ kind }) => kind === 'mapping') ? sources : []
}

/** The value under a key or an index, aliases and merge keys followed; undefined where there is none. */
export function childOf(node: DocumentNode | undefined, key: string): DocumentNode | undefined {
  if (node === undefined) return undefined
  const at = behind(node)
  if (at.kind === 'sequence') return /^(0|[1-9]\d*)$/.test(key) ? at.items[Number(key)] : undefined
  if (at.kind !== 'mapping') return undefined
  const own = ownMember(at, key)
  if (own !== undefined) return own.value
  for (const source of mergedInto(at)) {
    const found = childOf(source, key)
    if (found !== undefined) return found
  }
  return undefined
}

/** The keys of a mapping, those that are merged in last. */
export function keysOf(node: DocumentNode | undefined): readonly string[] {
  const at = node === undefined ? undefined : behind(node)
  if (at?.kind !== 'mapping') return []
  const sources = mergedInto(at)
  const keys = at.members.map(({ key }) => key)
  if (sources.length === 0) return keys
  return [...new Set([...keys.filter((key) => key !== '<<'), ...sources.flatMap(keysOf)])]
}

export function itemsOf(node: DocumentNode | undefined): readonly DocumentNode[] {
  const at = node === undefined ? undefined : behind(node)
  return at?.kind === 'sequence' ? at.items : []
}

/** The text of a scalar under a key; undefined for anything else. */
export function textAt(node: DocumentNode | undefined, key: string): string | undefined {
  const found = childOf(node, key)
  const value = found === undefined ? undefined : behind(found)
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined
}

/** The plain value of a node, merge keys taken in. Throws RangeError where aliases go in circles. */
export function readNode(node: DocumentNode): unknown {
  const at = behind(node)
  if (at.kind === 'scalar') return at.value
  if (at.kind === 'sequence') return at.items.map(readNode)
  const value: Record<string, unknown> = {}
  for (const key of keysOf(at)) {
    const child = childOf(at, key)
    if (child !== undefined) setOwn(value, key, readNode(child))
  }
  return value
}

/** The offset where the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** The offset where the line of an offset ends, before its line ending. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset)
  if (at < 0) return text.length
  return at > 0 && text[at - 1] === '\r' && at > offset ? at - 1 : at
}
