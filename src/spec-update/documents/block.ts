/** Edits of YAML in block style: whole lines are put in and taken out, nothing else moves. */
import { isObject } from '../../support/json.ts'
import {
  type CollectionNode,
  type DocumentNode,
  lineEnd,
  lineStart,
  type Member,
  type OpenDocument,
} from './document.ts'
import { quoteOfItems, usualManner } from './flow.ts'
import { type Manner, spelledInline, spelledKey, yamlScalar } from './spell.ts'
import type { Splice } from './splice.ts'
import { blanksBefore, type Quote, styleOf } from './style.ts'

/** Columns, from 0. */
interface Layout {
  /** What a mapping inside a mapping is indented by. */
  readonly indent: number
  /** Where dashes below a key stand, from the key. */
  readonly dash: number
}

/** Puts a member behind another one (`after`, from 0), or before the first (-1). */
export function addInBlock(
  document: OpenDocument,
  node: CollectionNode,
  name: string,
  value: unknown,
  after: number,
): readonly Splice[] {
  const { text } = document
  const { eol } = styleOf(document)
  const first = node.members[0]
  const near = node.members[Math.max(after, 0)] ?? first
  if (near === undefined || first === undefined) return []
  const column = columnOf(text, first.keyStart)
  const layout = layoutAt(document, node, column)
  const lines = memberLines({ document, layout, sisters: node.members, near }, name, value)
  const pad = ' '.repeat(column)
  if (after < 0 && blanksBefore(text, first.keyStart) !== undefined) {
    const start = aboveComments(text, lineStart(text, first.keyStart))
    return [{ start, end: start, text: lines.map((line) => `${pad}${line}${eol}`).join(''), depth: column }]
  }
  const start = behindValue(text, near.value.end, column)
  return [{ start, end: start, text: lines.map((line) => `${eol}${pad}${line}`).join(''), depth: column }]
}

/** Puts an item behind the last. */
export function appendInBlock(
  document: OpenDocument,
  node: CollectionNode,
  key: string,
  value: unknown,
): readonly Splice[] {
  const { text } = document
  const { eol } = styleOf(document)
  const last = node.items.at(-1)
  if (last === undefined) return []
  const column = columnOf(text, node.start)
  const gap = /^-( +)\S/.exec(text.slice(node.start, node.start + 16))?.[1] ?? ' '
  const { quote } = quoteOfItems(document, node)
  const layout = layoutAt(document, node, column)
  const lines =
    last.kind === 'mapping' && last.isFlow && isNested(value)
      ? [`-${gap}${spelledInline(value, `${key}[]`, document, mannerOf(document, last))}`]
      : itemLines({ document, layout, sisters: [], ...(quote && { quote }) }, key, value, gap)
  const pad = ' '.repeat(column)
  const start = behindValue(text, last.end, column)
  // Dashes may stand in the column of their key: an item is deeper all the same.
  return [{ start, end: start, text: lines.map((line) => `${eol}${pad}${line}`).join(''), depth: column + 0.5 }]
}

/** The lines of a value below its key, which stands in `column`; each with its blanks. */
export function linesBelow(document: OpenDocument, column: number, key: string, value: unknown): readonly string[] {
  const { indent, dashOffset } = styleOf(document)
  const layout = { indent: indent.length, dash: dashOffset }
  return below({ document, layout, sisters: [] }, key, value).map((line) => `${' '.repeat(column)}${line}`)
}

/** Takes the lines of a member or an item out; undefined where it does not have its lines for itself. */
export function removeFromBlock(document: OpenDocument, node: CollectionNode, index: number): Splice | undefined {
  const { text } = document
  const elements =
    node.kind === 'mapping' ? node.members.map((m) => ({ start: m.keyStart, end: m.value.end })) : node.items
  const gone = elements[index]
  if (gone === undefined || elements.length < 2) return undefined
  const from = node.kind === 'mapping' ? gone.start : text.lastIndexOf('-', gone.start - 1)
  if (blanksBefore(text, from) === undefined) return undefined
  const start = lineStart(text, from)
  const end = text.indexOf('\n', gone.end)
  const depth = node.start
  if (end >= 0) return { start, end: end + 1, text: '', depth }
  return { start: start - (text[start - 2] === '\r' ? 2 : 1), end: text.length, text: '', depth }
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset)
}

/** How the members of this mapping are laid out, else how the document is. */
function layoutAt(document: OpenDocument, node: CollectionNode, column: number): Layout {
  const style = styleOf(document)
  let indent: number | undefined
  let dash: number | undefined
  for (const { value } of node.members) {
    if ((value.kind !== 'mapping' && value.kind !== 'sequence') || value.isFlow) continue
    const inner = columnOf(document.text, value.start) - column
    if (value.kind === 'mapping') indent ??= inner > 0 ? inner : undefined
    else dash ??= inner >= 0 ? inner : undefined
  }
  return { indent: indent ?? style.indent.length, dash: dash ?? style.dashOffset }
}

/** The end of the line where a value ends, and of the comments below that belong to it. */
function behindValue(text: string, end: number, column: number): number {
  let at = lineEnd(text, end)
  for (;;) {
    const next = text.indexOf('\n', at) + 1
    if (next === 0) return at
    const comment = /^( *)#/.exec(text.slice(next, lineEnd(text, next)))
    if (comment === null || (comment[1]?.length ?? 0) <= column) return at
    at = lineEnd(text, next)
  }
}

/** The begin of the comments that stand right above a line. */
function aboveComments(text: string, start: number): number {
  let at = start
  while (at > 0) {
    const before = lineStart(text, at - 1)
    if (!/^\s*#/.test(text.slice(before, at))) return at
    at = before
  }
  return at
}

interface Writing {
  readonly document: OpenDocument
  readonly layout: Layout
  readonly sisters: readonly Member[]
  /** The member whose manner the new one takes on. Absent: there is none. */
  readonly near?: Member
  readonly quote?: Quote
}

/** The lines of a member, the first with its key. */
function memberLines(writing: Writing, name: string, value: unknown): readonly string[] {
  const { document, sisters, near } = writing
  const key = spelledKey(name, sisters, document, false)
  if (!isNested(value)) return [`${key}: ${scalarOrEmpty(writing, name, value)}`]
  if (isWrittenInline(writing, name, value)) {
    const manner = near === undefined ? usualManner(document) : mannerOf(document, near.value)
    return [`${key}: ${spelledInline(value, name, document, manner)}`]
  }
  return [`${key}:`, ...below({ ...writing, sisters: [] }, name, value)]
}

/** As a neighbour in brackets is written. */
function mannerOf(document: OpenDocument, { start }: DocumentNode): Manner {
  const padding = /^[{[] /.test(document.text.slice(start, start + 2)) ? ' ' : ''
  return { ...usualManner(document), padding }
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function scalarOrEmpty({ document, quote }: Writing, key: string, value: unknown): string {
  if (Array.isArray(value)) return '[]'
  return isObject(value) ? '{}' : yamlScalar(value, key, document, false, quote)
}

/** In brackets, as the neighbour is or as lists of the kind are. */
function isWrittenInline({ document, near }: Writing, key: string, value: object): boolean {
  if (Array.isArray(value)) return value.every((item) => !isNested(item)) && styleOf(document).isListInline(key)
  const beside = near?.value
  return beside?.kind === 'mapping' && beside.isFlow && beside.members.length > 0
}

/** The lines of a nested value below its key, from the key's column. */
function below(writing: Writing, key: string, value: unknown): readonly string[] {
  const { layout, document } = writing
  const inner: Writing = { document, layout, sisters: [] }
  if (Array.isArray(value)) {
    const pad = ' '.repeat(layout.dash)
    return value.flatMap((item) => itemLines(inner, key, item, ' ')).map((line) => pad + line)
  }
  const pad = ' '.repeat(layout.indent)
  return Object.entries(value as object)
    .flatMap(([name, part]) => memberLines(inner, name, part))
    .map((line) => pad + line)
}

/** The lines of an item, the first with its dash. */
function itemLines(writing: Writing, key: string, value: unknown, gap: string): readonly string[] {
  const under = `${key}[]`
  if (!isNested(value)) return [`-${gap}${scalarOrEmpty(writing, under, value)}`]
  if (Array.isArray(value))
    return [`-${gap}${spelledInline(value, under, writing.document, usualManner(writing.document))}`]
  const { document, layout } = writing
  const lines = Object.entries(value).flatMap(([name, part]) =>
    memberLines({ document, layout, sisters: [] }, name, part),
  )
  const pad = ' '.repeat(1 + gap.length)
  return lines.map((line, i) => (i === 0 ? `-${gap}${line}` : pad + line))
}
