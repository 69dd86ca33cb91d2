/** Edits inside brackets: all of JSON, and the flow style of YAML. */
import { type CollectionNode, type DocumentNode, lineEnd, type OpenDocument } from './document.ts'
import { type Manner, spelledInline, spelledJson, spelledKey } from './spell.ts'
import type { Splice } from './splice.ts'
import { blanksBefore, type Quote, quoteAt, styleOf } from './style.ts'

/** A member with its key, or an item. */
interface Element {
  readonly start: number
  readonly end: number
  readonly value: DocumentNode
}

function elementsOf(node: CollectionNode): readonly Element[] {
  if (node.kind === 'sequence') return node.items.map((value) => ({ start: value.start, end: value.end, value }))
  return node.members.map(({ keyStart, value }) => ({ start: keyStart, end: value.end, value }))
}

interface Addition {
  readonly document: OpenDocument
  readonly node: CollectionNode
  /** Under which the collection stands. */
  readonly key: string
  /** Of the new member; absent: an item. */
  readonly name?: string
  readonly value: unknown
  /** Index of the element that it goes behind; -1: before the first. */
  readonly after: number
}

/** Puts a member or an item between the brackets. */
export function addInFlow(addition: Addition): readonly Splice[] {
  const { document, node, after } = addition
  const elements = elementsOf(node)
  const near = elements[Math.max(after, 0)]
  if (near === undefined) return fillEmpty(addition)
  const { text } = document
  const { eol } = styleOf(document)
  const indent = blanksBefore(text, near.start)
  const isOwnLine = indent !== undefined && text.slice(node.start, near.start).includes('\n')
  const written = spelled(addition, near, isOwnLine ? indent : undefined)
  const depth = node.start
  if (after < 0) {
    const gap = isOwnLine ? `,${eol}${indent}` : commaIn(document, elements)
    return [{ start: near.start, end: near.start, text: `${written}${gap}`, depth }]
  }
  if (!isOwnLine) return [{ start: near.end, end: near.end, text: `${commaIn(document, elements)}${written}`, depth }]
  const rest = text.slice(near.end, lineEnd(text, near.end))
  const comma = /^\s*,/.test(rest)
  const end = near.end + rest.length
  if (rest.trim() === '' || rest.trim() === ',' || !/^\s*,?\s*#/.test(rest))
    return [{ start: near.end, end: near.end, text: `,${eol}${indent}${written}`, depth }]
  if (comma) return [{ start: end, end, text: `${eol}${indent}${written},`, depth }]
  return [
    { start: near.end, end: near.end, text: ',', depth },
    { start: end, end, text: `${eol}${indent}${written}`, depth },
  ]
}

/** How elements are parted on one line. */
function commaIn(document: OpenDocument, [first, second]: readonly Element[]): string {
  const between = first === undefined || second === undefined ? '' : document.text.slice(first.end, second.start)
  if (/^, *$/.test(between)) return between
  return usualManner(document).comma
}

export function usualManner(document: OpenDocument): Manner {
  const isTight = document.format === 'json' && styleOf(document).isMinified
  return { padding: '', colon: isTight ? ':' : ': ', comma: isTight ? ',' : ', ' }
}

/** The member or item as its neighbour is written; `indent` where it gets a line of its own. */
function spelled({ document, node, key, name, value }: Addition, near: Element, indent: string | undefined): string {
  const { text, format } = document
  const usual = usualManner(document)
  const between = node.kind === 'mapping' ? /^\s*:\s*/.exec(text.slice(keyEndAt(node, near), near.value.start)) : null
  const colon = between === null || between[0].includes('\n') ? usual.colon : between[0].replace(/ {2,}$/, ' ')
  const manner: Manner = {
    padding: paddingOf(document, node.kind === 'mapping' && near.value.kind === 'mapping' ? near.value : node),
    colon,
    comma: usual.comma,
    ...quoteOfItems(document, node),
  }
  const keyPart = name === undefined ? '' : `${spelledKey(name, node.members, document, true)}${colon}`
  const under = name ?? `${key}[]`
  const isInline = format === 'yaml' || indent === undefined || isOnOneLine(text, node)
  return `${keyPart}${isInline ? spelledInline(value, under, document, manner) : spelledJson(value, under, document, indent)}`
}

function keyEndAt(node: CollectionNode, near: Element): number {
  return node.members.find(({ keyStart }) => keyStart === near.start)?.keyEnd ?? near.start
}

function paddingOf({ text }: OpenDocument, node: CollectionNode): string {
  return /^[{[]( +)\S/.exec(text.slice(node.start, node.start + 4))?.[1] === undefined ? '' : ' '
}

/** The quotes that all other items have, if there are any. */
export function quoteOfItems({ text }: OpenDocument, { items }: CollectionNode): { readonly quote?: Quote } {
  const quotes = items.flatMap((item) =>
    item.kind === 'scalar' && item.style !== 'block' && typeof item.value === 'string'
      ? [quoteAt(text, item.start)]
      : [],
  )
  const [quote] = quotes
  return quote === undefined ? {} : { quote: quotes.every((other) => other === quote) ? quote : 'plain' }
}

/** The collections in it that hold something are written on one line each. */
function isOnOneLine(text: string, node: CollectionNode): boolean {
  const inner = elementsOf(node).filter(({ value }) => value.kind !== 'scalar' && value.end - value.start > 2)
  return inner.length > 0 && inner.every(({ value }) => !text.slice(value.start, value.end).includes('\n'))
}

/** Brackets with nothing between them. */
function fillEmpty({ document, node, key, name, value }: Addition): readonly Splice[] {
  const { format, text } = document
  const style = styleOf(document)
  const whole = name === undefined ? [value] : { [name]: value }
  const { start, end } = node
  const around = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1))?.[0] ?? ''
  const isInline = format === 'yaml' || style.isMinified
  const written = isInline
    ? spelledInline(whole, key, document, usualManner(document))
    : spelledJson(whole, key, document, around)
  return [{ start, end, text: written, depth: start }]
}

/** Takes an element out, with one comma. */
export function removeFromFlow(document: OpenDocument, node: CollectionNode, index: number): readonly Splice[] {
  const elements = elementsOf(node)
  const [before, gone, next] = [elements[index - 1], elements[index], elements[index + 1]]
  if (gone === undefined) return []
  const depth = node.start
  if (before !== undefined) return [{ start: before.end, end: gone.end, text: '', depth }]
  if (next !== undefined) return [{ start: gone.start, end: next.start, text: '', depth }]
  const { text } = document
  const trailing = /^\s*,?\s*/.exec(text.slice(gone.end))?.[0].length ?? 0
  return [{ start: node.start + 1, end: Math.min(gone.end + trailing, node.end - 1), text: '', depth }]
}
