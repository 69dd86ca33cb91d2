/** Columns of secrets in tables that are written as text: CSV and its like, Markdown, parts of multipart bodies. */
import type { Span } from './secret-forms.ts'
import type { IsSecret } from './secret-names.ts'

interface Cell {
  readonly start: number
  readonly end: number
  readonly text: string
}

const LONGEST_HEADER = 4_096
const MOST_LINES = 4_096

/** Below a first line of names, what stands in the columns of secret ones. */
export function secretColumns(text: string, isSecret: IsSecret): readonly Span[] {
  if (/^\s{0,64}\[\s{0,64}\[/.test(text)) return rowsOfLists(text, isSecret)
  const start = text.search(/\S/)
  let first = Math.max(start, 0)
  for (let line = 0; line < MOST_COMMENTS; line++) {
    const headEnd = text.indexOf('\n', first)
    if (headEnd < 0 || headEnd - first > LONGEST_HEADER) return []
    const found = columnsBelow(text, first, headEnd, isSecret)
    if (found.length > 0 || !COMMENT.test(text.slice(first, headEnd))) return found
    first = headEnd + 1
  }
  return []
}

/** Lines above a header: what is said about the table, its divider, or nothing. */
const COMMENT = /^[ \t]*(?:(?:#|\/\/|--|;|sep=).*)?\r?$/
const MOST_COMMENTS = 16

function columnsBelow(text: string, first: number, headEnd: number, isSecret: IsSecret): readonly Span[] {
  const head = text.slice(first, headEnd)
  for (const divider of [',', '\t', ';', '|']) {
    if (!head.includes(divider)) continue
    const names = cellsOf(head, first, divider)
    if (names.length < 2 || !names.every(({ text: name }) => /^[^:=<>{}]{0,64}$/.test(name))) continue
    const secret = secretCells(names, isSecret)
    if (secret.length > 0)
      return columns(
        text,
        headEnd + 1,
        divider,
        names.map(({ text: name }) => name),
        secret,
        isSecret,
      )
  }
  return /^[\w -]{2,64}\r?$/.test(head) && isSecret(head.trim(), 'body', 'x1') ? wordsBelow(text, headEnd + 1) : []
}

function columns(
  text: string,
  from: number,
  divider: string,
  names: readonly string[],
  secret: readonly number[],
  isSecret: IsSecret,
): readonly Span[] {
  const found: Span[] = []
  let at = from
  for (let line = 0; at < text.length && line < MOST_LINES; line++) {
    const said = lineAt(text, at)
    if (line === 0 && /^[ \t]*(?:#.*)?\r?$/.test(said)) {
      at += said.length + 1
      line -= 1
      continue
    }
    const cells = cellsOf(said, at, divider)
    // A first line that has nothing to do with the names above it: this is no table.
    if (line === 0 && cells.length !== names.length) return []
    for (const i of secret) {
      const cell = cells[i]
      if (cell === undefined || cell.end <= cell.start || /^[-: ]*$/.test(cell.text)) continue
      if (isSecret(names[i] ?? '', 'body', cell.text))
        found.push({ start: cell.start, end: cell.end, meant: cell.text })
    }
    at = endOfLine(text, at) + 1
  }
  return found
}

const ROW = /\[((?:"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[^[\]"])*)/g

const NAMES = /["'](?:keys|names|columns|fields|headers?|params|parameters|variables)\\{0,15}["']\s{0,16}:\s{0,16}\[/gi
/** Lists of names in one text. */
const MOST_NAMES = 4

/** `"columns": ["password"], "rows": [["x"]]` in either order, where the lists hold nothing but texts and numbers. */
export function secretLists(text: string, isSecret: IsSecret): readonly Span[] {
  if (text.search(NAMES) < 0) return []
  const starts = new Set([...text.matchAll(NAMES)].map(({ 0: whole, index }) => index + whole.length))
  const rows = rowsIn(text)
  const names = rows.filter(({ start, cells }) => starts.has(start) && secretCells(cells, isSecret).length > 0)
  return names.slice(0, MOST_NAMES).flatMap(({ start, cells }) => {
    const others = rows.filter((row) => row.start !== start && row.cells.length === cells.length)
    return cellsBelow(
      others.map((row) => row.cells),
      secretCells(cells, isSecret),
    )
  })
}

/** The same of lists of JSON, which may be cut. */
function rowsOfLists(text: string, isSecret: IsSecret): readonly Span[] {
  const [names = [], ...below] = rowsIn(text).map(({ cells }) => cells)
  const secret = secretCells(names, isSecret)
  return below[0]?.length === names.length ? cellsBelow(below, secret) : []
}

interface Row {
  readonly start: number
  readonly cells: readonly Cell[]
}

function rowsIn(text: string): readonly Row[] {
  const rows = [...text.matchAll(ROW)].filter(({ 1: row = '' }) => row.trim() !== '').slice(0, MOST_LINES)
  return rows.map(({ index, 1: row = '' }) => ({ start: index + 1, cells: cellsOf(row, index + 1, ',') }))
}

function secretCells(names: readonly Cell[], isSecret: IsSecret): readonly number[] {
  return names.flatMap(({ text: name }, i) => (isSecret(name, 'body', 'x1') ? [i] : []))
}

function cellsBelow(rows: readonly (readonly Cell[])[], secret: readonly number[]): readonly Span[] {
  return rows.flatMap((row) =>
    secret.flatMap((i) => {
      const cell = row[i]
      return cell === undefined || cell.end === cell.start
        ? []
        : [{ start: cell.start, end: cell.end, meant: cell.text }]
    }),
  )
}

/** A line, or more where a cell in quotes goes on. */
function lineAt(text: string, at: number): string {
  return text.slice(at, endOfLine(text, at))
}

function endOfLine(text: string, at: number): number {
  let isQuoted = false
  for (let i = at; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x22) isQuoted = !isQuoted
    if (c === 0x0a && !isQuoted) return i
  }
  return text.length
}

function cellsOf(line: string, offset: number, divider: string): readonly Cell[] {
  const cells: Cell[] = []
  let start = 0
  let isQuoted = false
  for (let i = 0; i <= line.length; i++) {
    if (line[i] === '"') isQuoted = !isQuoted
    if (i < line.length && (line[i] !== divider || isQuoted)) continue
    const said = line.slice(start, i)
    const bare = /^\s*"?/.exec(said)?.[0].length ?? 0
    const inner = said.slice(bare).trimEnd().replace(/"$/, '')
    cells.push({
      start: offset + start + bare,
      end: offset + start + bare + inner.length,
      text: inner.replaceAll('""', '"'),
    })
    start = i + 1
  }
  return cells
}

/** One column alone: its name, and lines of one word each. */
function wordsBelow(text: string, from: number): readonly Span[] {
  const found: Span[] = []
  let at = from
  for (const line of text.slice(from).split('\n')) {
    const said = line.trim()
    if (/\s/.test(said)) return []
    const start = at + line.indexOf(said)
    if (said !== '') found.push({ start, end: start + said.length, meant: said })
    at += line.length + 1
  }
  return found
}

const INSERT = /\(([^()]{2,2048})\)\s{0,16}values\s{0,16}\(/gi
const VALUE =
  /\s{0,16}(?:(?:[A-Za-z_]\w{0,15})?'((?:[^']|'')*)'?|"([^"]*)"?|([^,()'"]*(?:\((?:[^()'"]|'[^']{0,256}'|"[^"]{0,256}"){0,64}\))?))\s{0,16}(,|\)|$)?/y
const NEXT_ROW = /\s{0,64},\s{0,64}\(/y
/** Rows that stand in texts of rows are read again: so many times the length of a text. */
const MOST_READ = 16

/** `INSERT INTO users (name, password) VALUES ('ada', 'x'), ('bob', 'y')`. */
export function secretInserts(text: string, isSecret: IsSecret): readonly Span[] {
  const found: Span[] = []
  let left = MOST_READ * text.length
  for (const { 0: whole, 1: names = '', index } of text.matchAll(INSERT)) {
    const secret = names.split(',').map((name) => isSecret(name.replace(/["'`[\]\s]/g, ''), 'body', 'x1'))
    if (!secret.includes(true)) continue
    let at: number | undefined = index + whole.length
    while (at !== undefined) {
      if (left < 0) return [...found, { start: at, end: text.length, meant: text.slice(at) }]
      const end = readRow(text, at, secret, found)
      left -= end - at
      NEXT_ROW.lastIndex = end
      at = text[end - 1] === ')' && NEXT_ROW.test(text) ? NEXT_ROW.lastIndex : undefined
    }
  }
  return found
}

/** Reads the values of a row; gives where they end. */
function readRow(text: string, from: number, secret: readonly boolean[], found: Span[]): number {
  let at = from
  for (const isHidden of secret) {
    VALUE.lastIndex = at
    const value = VALUE.exec(text)
    if (value === null || value[0] === '') break
    const meant = (value[1] ?? value[2] ?? value[3] ?? '').trim()
    const start = meant === '' ? -1 : text.indexOf(meant, at)
    if (isHidden && start >= 0) found.push({ start, end: start + meant.length, meant })
    at += value[0].length
    if (value[4] !== ',') break
  }
  return at
}

/** Texts as PHP writes them: `s:8:"password";s:1:"x";`, also within texts in quotes. */
const SERIALIZED = /s:\d{1,9}:(\\{0,15}")([^"\\]{1,256})\1;(?:s:(\d{1,9}):\1|[id]:)/g

export function secretSerialized(text: string, isSecret: IsSecret): readonly Span[] {
  const found: Span[] = []
  SERIALIZED.lastIndex = 0
  for (let pair = SERIALIZED.exec(text); pair !== null; pair = SERIALIZED.exec(text)) {
    const start = SERIALIZED.lastIndex
    // What follows may be a name, too.
    SERIALIZED.lastIndex = pair.index + 2
    const [, quote = '"', name = '', length] = pair
    if (!isSecret(name, 'body', 'x1')) continue
    const mark = length === undefined ? ';' : `${quote};`
    const long = start + Number(length ?? 0)
    const close = text.startsWith(mark, long) ? long : text.indexOf(mark, start)
    const end = close < 0 ? text.length : close
    if (isSecret(name, 'body', text.slice(start, end))) found.push({ start, end, meant: text.slice(start, end) })
    SERIALIZED.lastIndex = end
  }
  return found
}

const FLOW = /\[[ \t]{0,8}([\w-]{2,64})[ \t]{0,8},[ \t]{0,8}["']?([^\s,[\]{}"'][^,[\]{}\r\n]{0,1024})\]/g

/** `[password, x]` of YAML; two words are names of fields. */
export function secretFlows(text: string, isSecret: IsSecret): readonly Span[] {
  const found: Span[] = []
  for (const { 0: whole, 1: name = '', 2: said = '', index } of text.matchAll(FLOW)) {
    const meant = said.replace(/["'\s]{1,16}$/, '')
    if (/^[a-z]+(?:[_-][a-z]+)*$/i.test(meant) || !isSecret(name, 'body', meant)) continue
    const start = index + whole.length - 1 - said.length
    found.push({ start, end: start + meant.length, meant })
  }
  return found
}

const DISPOSITION =
  /content-disposition:(?:[^\r\n]|\r?\n(?=[ \t])){0,1024}?[;\s]name\*?=(?:"([^"\r\n]{1,256})"|([^\s;"]{1,256}))/gi

/** Parts of a multipart body whose names are secret, also where the body is cut. */
export function secretParts(text: string, isSecret: IsSecret): readonly Span[] {
  const boundary = /^\s{0,16}(--[^\r\n]{1,256})/.exec(text)?.[1]?.trimEnd() ?? '--'
  const heads = ahead(text, '\n\n', '\n\r\n')
  const ends = ahead(text, `\n${boundary}`)
  const found: Span[] = []
  let done = 0
  for (const { 0: whole, 1: quoted, 2: bare, index } of text.matchAll(DISPOSITION)) {
    if (index < done) continue
    const { end: start } = heads(index + whole.length)
    if (start === text.length) break
    const end = Math.max(start, ends(start - 1).start)
    if (!isSecret(quoted ?? bare ?? '', 'body', text.slice(start, Math.min(end, start + 64)).trimEnd())) continue
    const content = text.slice(start, end).trimEnd()
    if (content !== '') found.push({ start, end: start + content.length, meant: content })
    done = end
  }
  return found
}

/** Where the next of these marks stands, asked from front to back: what was found is looked for once. */
function ahead(text: string, ...marks: readonly string[]): (from: number) => { start: number; end: number } {
  const next = marks.map((mark) => ({ mark, at: -1 }))
  return (from) => {
    let first = { start: text.length, end: text.length }
    for (const one of next) {
      if (one.at < from) one.at = endless(text.indexOf(one.mark, from))
      if (one.at < first.start) first = { start: one.at, end: one.at + one.mark.length }
    }
    return first
  }
}

function endless(at: number): number {
  return at < 0 ? Number.POSITIVE_INFINITY : at
}
