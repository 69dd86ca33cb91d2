/**
 * Applies operations of JSON Patch to the text of a document. Each one becomes
 * splices at the place that it names; in the end the text is read again, and an
 * edit that did not give just what its operations say is taken back.
 */
import { pointerText, pointerTokens } from '../../api/references.ts'
import { addInBlock, appendInBlock, columnOf, linesBelow, removeFromBlock } from './block.ts'
import {
  behind,
  type CollectionNode,
  type DocumentNode,
  lineEnd,
  lineStart,
  type Member,
  mergedInto,
  type OpenDocument,
  ownMember,
} from './document.ts'
import { addInFlow, removeFromFlow, usualManner } from './flow.ts'
import { openDocument } from './index.ts'
import { isPatched } from './is-patched.ts'
import { placeOf } from './order.ts'
import type { PatchOperation } from './patch.ts'
import { spelledInline, spelledJson, yamlScalar } from './spell.ts'
import { collide, type Splice, spliced } from './splice.ts'
import { quoteAt, styleOf } from './style.ts'

export interface Edited {
  /** Byte order mark included. */
  readonly text: string
  /** Why groups of operations were not applied, by their index. */
  readonly refused: ReadonlyMap<number, string>
}

/** Applies groups of operations, each as a whole or not at all. */
export function editDocument(document: OpenDocument, groups: readonly (readonly PatchOperation[])[]): Edited {
  const together = applyGroups(document, groups)
  if (isAsSaid(document, together, groups))
    return { text: together.document.mark + together.document.text, refused: together.refused }
  const refused = new Map<number, string>()
  let current = document
  for (const [index, group] of groups.entries()) {
    const alone = applyGroups(current, [group], true)
    const reason = alone.refused.get(0)
    if (reason !== undefined) refused.set(index, reason)
    else if (isAsSaid(current, alone, [group])) current = alone.document
    else refused.set(index, 'the edit would change more than its place')
  }
  return { text: current.mark + current.text, refused }
}

/** Why operations could not be applied, as far as that can be told without doing it. */
export function refusalOf(document: OpenDocument, operations: readonly PatchOperation[]): string | undefined {
  const [first] = operations
  const planned = first === undefined ? [] : planOperation(document, first)
  return typeof planned === 'string' ? planned : undefined
}

interface Applied {
  readonly document: OpenDocument
  readonly refused: ReadonlyMap<number, string>
}

function isAsSaid(
  before: OpenDocument,
  { document, refused }: Applied,
  groups: readonly (readonly PatchOperation[])[],
): boolean {
  const operations = groups.flatMap((group, index) => (refused.has(index) ? [] : group))
  if (operations.length === 0) return document.text === before.text
  return isPatched(before.root, document.root, operations)
}

function applyGroups(
  document: OpenDocument,
  groups: readonly (readonly PatchOperation[])[],
  oneByOne = false,
): Applied {
  const batch = new Batch(document)
  const refused = new Map<number, string>()
  for (const [index, group] of groups.entries()) {
    const reason = batch.take(group, oneByOne)
    if (reason !== undefined) refused.set(index, reason)
  }
  batch.flush()
  return { document: batch.document, refused }
}

/** Splices that wait to be put into one text; the text is read anew only when one needs the others in place. */
class Batch {
  document: OpenDocument
  private splices: Splice[] = []
  private broken = false

  constructor(document: OpenDocument) {
    this.document = document
  }

  /** The reason why the group cannot be applied; undefined when it was. */
  take(group: readonly PatchOperation[], oneByOne: boolean): string | undefined {
    const [document, splices] = [this.document, [...this.splices]]
    for (const operation of group) {
      let planned = planOperation(this.document, operation)
      if (this.splices.length > 0 && (typeof planned === 'string' || planned.some((one) => this.collides(one)))) {
        this.flush()
        planned = planOperation(this.document, operation)
      }
      if (typeof planned === 'string' || this.broken) {
        this.document = document
        this.splices = splices
        return typeof planned === 'string' ? planned : 'the document could not be read after the edit'
      }
      this.splices.push(...planned)
      if (oneByOne) this.flush()
    }
    return undefined
  }

  private collides(one: Splice): boolean {
    return this.splices.some((other) => collide(one, other))
  }

  flush(): void {
    if (this.splices.length === 0) return
    const { location, text, mark } = this.document
    const opened = openDocument(location, mark + spliced(text, this.splices))
    this.splices = []
    if (typeof opened === 'string') this.broken = true
    else this.document = opened
  }
}

interface Place {
  readonly parent: CollectionNode
  /** The key under which the parent stands; '' for the root. */
  readonly parentKey: string
  readonly token: string
}

/** The splices of one operation, or the clause that says why there are none. */
function planOperation(document: OpenDocument, operation: PatchOperation): readonly Splice[] | string {
  const place = findPlace(document, operation.path)
  if (typeof place === 'string') return place
  const { parent, token } = place
  if (operation.op === 'remove') return remove(document, place)
  if (parent.kind === 'mapping') {
    const member = ownMember(parent, token)
    if (member !== undefined) return replace(document, place, member, operation.value)
    if (operation.op === 'replace') return `${operation.path} is not there`
    return addMember(document, place, operation.value)
  }
  if (token === '-' || Number(token) === parent.items.length) return append(document, place, operation.value)
  const item = parent.items[Number(token)]
  if (item === undefined || operation.op === 'add') return `${operation.path} is not at the end of a list`
  return replaceScalar(document, item, `${place.parentKey}[]`, operation.value)
}

/** The collection that an operation changes. Whatever other places share with it is left alone. */
function findPlace(document: OpenDocument, path: string): Place | string {
  const tokens = pointerTokens(path) ?? []
  const token = tokens.at(-1)
  if (token === undefined) return 'the whole document is not replaced'
  let node: DocumentNode = document.root
  let seen = ''
  for (const step of tokens.slice(0, -1)) {
    const next = stepInto(node, step)
    if (next === undefined) return sharedByMerge(node, step) ?? `${seen}${pointerText([step])} is not there`
    node = next
    seen += pointerText([step])
    const shared = sharing(node, seen)
    if (shared !== undefined) return shared
  }
  return node.kind === 'mapping' || node.kind === 'sequence'
    ? { parent: node, parentKey: tokens.at(-2) ?? '', token }
    : `${seen === '' ? 'the document' : seen} holds nothing that could be added to`
}

function stepInto(node: DocumentNode, step: string): DocumentNode | undefined {
  if (node.kind === 'sequence') return /^(0|[1-9]\d*)$/.test(step) ? node.items[Number(step)] : undefined
  return ownMember(node, step)?.value
}

function sharing(node: DocumentNode, pointer: string): string | undefined {
  if (node.kind === 'alias') return `${pointer} is an alias of &${node.name}, which other places share`
  if ((node.anchor?.uses ?? 0) > 0)
    return `${pointer} has the anchor &${node.anchor?.name}, and aliases elsewhere share it`
  return undefined
}

function sharedByMerge(node: DocumentNode, step: string): string | undefined {
  if (node.kind !== 'mapping') return undefined
  const isMerged = mergedInto(node).some(
    (source) => behind(source).kind === 'mapping' && ownMember(source, step) !== undefined,
  )
  return isMerged ? `${step} comes in by a merge key, and other places share it` : undefined
}

function addMember(
  document: OpenDocument,
  { parent, parentKey, token }: Place,
  value: unknown,
): readonly Splice[] | string {
  if (parent.members.length === 0) return fill(document, parent, parentKey, { [token]: value })
  const after = placeOf(
    token,
    parent.members.map(({ key }) => key),
  )
  if (parent.isFlow) return addInFlow({ document, node: parent, key: parentKey, name: token, value, after })
  return addInBlock(document, parent, token, value, after)
}

function append(document: OpenDocument, { parent, parentKey }: Place, value: unknown): readonly Splice[] | string {
  const after = parent.items.length - 1
  if (after < 0) return fill(document, parent, parentKey, [value])
  if (parent.isFlow) return addInFlow({ document, node: parent, key: parentKey, value, after })
  return appendInBlock(document, parent, parentKey, value)
}

/** Brackets with nothing in them: in a block of YAML they become lines. */
function fill(document: OpenDocument, node: CollectionNode, key: string, value: unknown): readonly Splice[] | string {
  const { text, format } = document
  const lines = format === 'yaml' ? asLines(document, node, key, value) : undefined
  if (lines !== undefined) return [lines]
  const after = -1
  if (Array.isArray(value)) return addInFlow({ document, node, key, value: value[0], after })
  const [[name, inner] = ['', undefined]] = Object.entries(value as object)
  if (text.slice(node.start + 1, node.end - 1).trim() !== '') return 'there is a comment in the empty brackets'
  return addInFlow({ document, node, key, name, value: inner, after })
}

/** A value in place of one that stands behind its key at the end of a line of a block mapping. */
function asLines(document: OpenDocument, node: DocumentNode, key: string, value: unknown): Splice | undefined {
  const { text } = document
  const { eol } = styleOf(document)
  const start = blockKeyOf(document, node, key)
  if (start === undefined || text.slice(node.start, node.end).includes('\n')) return undefined
  const rest = text.slice(node.end, lineEnd(text, node.end))
  if (rest.trim() !== '') return undefined
  const column = columnOf(text, start.key)
  const lines = linesBelow(document, column, key, value)
  return {
    start: start.colon,
    end: node.end + rest.length,
    text: lines.map((line) => eol + line).join(''),
    depth: column,
  }
}

/** Where the key of a value begins and its colon ends, when both stand alone on the line of the value. */
function blockKeyOf(
  { text }: OpenDocument,
  node: DocumentNode,
  key: string,
): { key: number; colon: number } | undefined {
  const from = text.lastIndexOf('\n', node.start - 1) + 1
  const found = /^((?: |- )*)(.*?)(:)[ \t]*$/.exec(text.slice(from, node.start))
  if (found === null || found[2]?.replace(/^(['"])(.*)\1$/, '$2') !== key) return undefined
  const begin = from + (found[1]?.length ?? 0)
  return { key: begin, colon: begin + (found[2]?.length ?? 0) + 1 }
}

function replace(
  document: OpenDocument,
  { parent }: Place,
  member: Member,
  value: unknown,
): readonly Splice[] | string {
  const { key, value: old } = member
  const shared = sharing(old, key)
  if (shared !== undefined) return shared
  if (!parent.isFlow && typeof value === 'object' && value !== null && old.kind === 'scalar' && old.style !== 'block') {
    const isInline = Array.isArray(value) && styleOf(document).isListInline(key)
    const lines = isInline ? undefined : asLines(document, old, key, value)
    if (lines !== undefined) return [lines]
  }
  return replaceScalar(document, old, key, value)
}

function replaceScalar(
  document: OpenDocument,
  old: DocumentNode,
  key: string,
  value: unknown,
): readonly Splice[] | string {
  const shared = sharing(old, key)
  if (shared !== undefined) return shared
  if (old.kind === 'scalar' && old.style === 'block') return `${key} is a text over several lines`
  if (old.kind !== 'scalar' && old.kind !== 'alias' && !old.isFlow)
    return `${key} is a block that would be replaced as a whole`
  const { text, format } = document
  const { start, end } = old
  const depth = start
  const gap = start === end && /[:\-,]/.test(text[start - 1] ?? '') ? ' ' : ''
  const isNested = typeof value === 'object' && value !== null
  if (!isNested && format === 'yaml') {
    const quote = old.kind === 'scalar' && typeof old.value === 'string' ? quoteAt(text, start) : undefined
    return [{ start, end, text: `${gap}${yamlScalar(value, key, document, true, quote)}`, depth }]
  }
  const indent = /^[ \t]*/.exec(text.slice(lineStart(text, start)))?.[0] ?? ''
  const written =
    format === 'json' && !styleOf(document).isMinified
      ? spelledJson(value, key, document, indent)
      : spelledInline(value, key, document, usualManner(document))
  return [{ start, end, text: `${gap}${written}`, depth }]
}

function remove(document: OpenDocument, { parent, token }: Place): readonly Splice[] | string {
  const index = parent.kind === 'mapping' ? parent.members.findLastIndex(({ key }) => key === token) : Number(token)
  const gone = parent.kind === 'mapping' ? parent.members[index]?.value : parent.items[index]
  if (gone === undefined) return `${token} is not there`
  const shared = sharing(gone, token)
  if (shared !== undefined) return shared
  if (parent.isFlow) return removeFromFlow(document, parent, index)
  const splice = removeFromBlock(document, parent, index)
  return splice === undefined ? `${token} does not have its lines for itself` : [splice]
}
