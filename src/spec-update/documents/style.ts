/** How the author of a document writes: counted once, asked wherever the neighbours do not say. */
import { oncePer } from '../../support/once-per.ts'
import { type DocumentNode, lineStart, type OpenDocument, type ScalarNode } from './document.ts'
import { isPlainText } from './plain.ts'

export type Quote = 'plain' | 'single' | 'double'

export interface DocumentStyle {
  /** Line ending. */
  readonly eol: string
  /** Spaces (or a tab, in JSON) by which a mapping inside a mapping is indented. */
  readonly indent: string
  /** Columns between a key and the dashes below it. */
  readonly dashOffset: number
  /** How texts that need quotes get them. */
  readonly quote: 'single' | 'double'
  /** How texts under a key that need no quotes are written; `enum[]` asks for items of a list under `enum`. */
  quoteUnder(key: string): Quote
  readonly wordKeys: Quote
  /** Keys of digits alone, as status codes are. */
  readonly digitKeys: Quote
  /** Lists of scalars under this key stand in brackets, or in JSON on one line. */
  isListInline(key: string): boolean
  /** No line breaks in it. */
  readonly isMinified: boolean
}

type Counts = Record<Quote, number>

class Count {
  readonly indents = new Map<string, number>()
  readonly dashes = new Map<string, number>()
  readonly texts = new Map<string, Counts>()
  readonly all: Counts = { plain: 0, single: 0, double: 0 }
  readonly wordKeys: Counts = { plain: 0, single: 0, double: 0 }
  readonly digitKeys: Counts = { plain: 0, single: 0, double: 0 }
  readonly lists = new Map<string, number>()
}

export const styleOf: (document: OpenDocument) => DocumentStyle = oncePer(countStyle)

function countStyle(document: OpenDocument): DocumentStyle {
  const { text } = document
  const count = new Count()
  const stack: [node: DocumentNode, key: string, indent: string | undefined][] = [[document.root, '', undefined]]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) look(document, top, count, stack)
  const crlf = text.split('\r\n').length - 1
  const lines = text.split('\n').length - 1
  const { texts, all, lists } = count
  return {
    eol: crlf * 2 > lines ? '\r\n' : '\n',
    indent: mostOf(count.indents) ?? '  ',
    dashOffset: (mostOf(count.dashes) ?? '  ').length,
    quote: all.double > all.single ? 'double' : 'single',
    quoteUnder: (key) => usual(texts.get(key) ?? all),
    wordKeys: usual(count.wordKeys),
    digitKeys: total(count.digitKeys) > 0 ? usual(count.digitKeys) : all.double > all.single ? 'double' : 'single',
    isListInline: (key) => (lists.get(key) ?? (key === 'type' ? 1 : (lists.get('') ?? 0))) > 0,
    isMinified: !text.trimEnd().includes('\n'),
  }
}

type Waiting = [node: DocumentNode, key: string, indent: string | undefined]

/** `indent`: of the line of the mapping around it. */
function look({ text, format }: OpenDocument, [node, key, indent]: Waiting, count: Count, stack: Waiting[]): void {
  if (node.kind === 'scalar') countText(node, key, count)
  if (node.kind === 'sequence') {
    const own = node.isFlow ? undefined : blanksBefore(text, node.start)
    if (own !== undefined && indent !== undefined && own.startsWith(indent))
      add(count.dashes, own.slice(indent.length), 1)
    const inner = node.items.length > 0 && node.items.every(({ kind }) => kind === 'scalar')
    if (inner && key !== '') {
      const isInline = format === 'yaml' ? node.isFlow : !text.slice(node.start, node.end).includes('\n')
      add(count.lists, key, isInline ? 1 : -1)
      add(count.lists, '', isInline ? 1 : -1)
    }
    for (const item of node.items) stack.push([item, `${key}[]`, undefined])
  }
  if (node.kind !== 'mapping') return
  const first = node.members[0]
  const own = first === undefined || (node.isFlow && format === 'yaml') ? undefined : blanksBefore(text, first.keyStart)
  if (own !== undefined && indent !== undefined && own.length > indent.length && own.startsWith(indent))
    add(count.indents, own.slice(indent.length), 1)
  for (const member of node.members) {
    const quote = quoteAt(text, member.keyStart)
    const counts = /^\d+$/.test(member.key) ? count.digitKeys : count.wordKeys
    if (counts === count.digitKeys || isPlainText(member.key, node.isFlow)) counts[quote]++
    stack.push([member.value, member.key, own])
  }
}

function countText({ style, value }: ScalarNode, key: string, count: Count): void {
  if (style === 'block' || typeof value !== 'string') return
  if (style !== 'plain' && value.includes('\n')) return
  const couldBePlain = isPlainText(value, false)
  if (style === 'plain' || couldBePlain) {
    let counts = count.texts.get(key)
    if (counts === undefined) {
      counts = { plain: 0, single: 0, double: 0 }
      count.texts.set(key, counts)
    }
    counts[style]++
  }
  count.all[style]++
}

export function quoteAt(text: string, offset: number): Quote {
  return text[offset] === '"' ? 'double' : text[offset] === "'" ? 'single' : 'plain'
}

/** The blanks that a line begins with, where nothing else stands before the offset. */
export function blanksBefore(text: string, offset: number): string | undefined {
  const before = text.slice(lineStart(text, offset), offset)
  return before.trim() === '' ? before : undefined
}

function add(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

function mostOf(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

function total({ plain, single, double }: Counts): number {
  return plain + single + double
}

function usual({ plain, single, double }: Counts): Quote {
  if (plain >= single && plain >= double) return 'plain'
  return single >= double ? 'single' : 'double'
}
