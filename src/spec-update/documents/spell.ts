/** Values as YAML and JSON write them, in the manner of a document. */
import { jsonText } from '../../support/exact-json.ts'
import { isExact, scalarText } from '../../support/exact-number.ts'
import { isObject } from '../../support/json.ts'
import type { Member, OpenDocument } from './document.ts'
import { isPlainText } from './plain.ts'
import { type Quote, quoteAt, styleOf } from './style.ts'

/** What the neighbours of a value say about how it is written. */
export interface Manner {
  /** Between the brackets of a mapping and what is in it. */
  readonly padding: string
  /** Between a key and its value. */
  readonly colon: string
  readonly comma: string
  /** Overrides what is usual in the document. Absent: it is. */
  readonly quote?: Quote
}

/** A scalar of YAML. `key`: under which it stands, `enum[]` for an item. */
export function yamlScalar(
  value: unknown,
  key: string,
  document: OpenDocument,
  inFlow: boolean,
  quote?: Quote,
): string {
  if (value === null) return 'null'
  if (typeof value !== 'string' || isExact(value)) return scalarText(value as string | number | boolean)
  const style = styleOf(document)
  const wanted = quote ?? style.quoteUnder(key)
  if (wanted === 'plain') return isPlainText(value, inFlow) ? value : quoted(value, style.quote)
  return quoted(value, wanted)
}

function quoted(text: string, quote: 'single' | 'double'): string {
  if (quote === 'double' || /[\p{Cc}\u2028\u2029\uFEFF]/u.test(text)) return JSON.stringify(text)
  return `'${text.replaceAll("'", "''")}'`
}

/** A key as its sisters are written, or as keys of its sort are in the document. */
export function spelledKey(key: string, sisters: readonly Member[], document: OpenDocument, inFlow: boolean): string {
  if (document.format === 'json') return JSON.stringify(key)
  const style = styleOf(document)
  const isDigits = /^\d+$/.test(key)
  const alike = sisters.findLast((sister) => /^\d+$/.test(sister.key) === isDigits)
  const quote =
    alike === undefined ? (isDigits ? style.digitKeys : style.wordKeys) : quoteAt(document.text, alike.keyStart)
  if (quote === 'plain') return isDigits || isPlainText(key, inFlow) ? key : quoted(key, style.quote)
  return quoted(key, quote)
}

/** A value on one line. */
export function spelledInline(value: unknown, key: string, document: OpenDocument, manner: Manner): string {
  const { padding, colon, comma, quote } = manner
  if (Array.isArray(value))
    return `[${value.map((item) => spelledInline(item, `${key}[]`, document, manner)).join(comma)}]`
  if (isObject(value)) {
    const members = Object.keys(value).map(
      (name) =>
        `${spelledKey(name, [], document, true)}${colon}${spelledInline(value[name], name, document, { padding, colon, comma })}`,
    )
    return members.length === 0 ? '{}' : `{${padding}${members.join(comma)}${padding}}`
  }
  return document.format === 'json' ? jsonText(value) : yamlScalar(value, key, document, true, quote)
}

/** A value of JSON over several lines; `indent` is that of the line it begins on. */
export function spelledJson(value: unknown, key: string, document: OpenDocument, indent: string): string {
  const style = styleOf(document)
  const isScalars = Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)
  if (!Array.isArray(value) && !isObject(value)) return jsonText(value)
  const parts = Array.isArray(value)
    ? value.map((item) => spelledJson(item, `${key}[]`, document, indent + style.indent))
    : Object.keys(value).map(
        (name) => `${JSON.stringify(name)}: ${spelledJson(value[name], name, document, indent + style.indent)}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0 || (isScalars && style.isListInline(key))) return `${open}${parts.join(', ')}${close}`
  const lines = parts.map((part) => `${style.eol}${indent}${style.indent}${part}`)
  return `${open}${lines.join(',')}${style.eol}${indent}${close}`
}
