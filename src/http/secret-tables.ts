/** Columns of secrets in tables that are written as text: CSV and its like, Markdown, parts of multipart bodies. */
import type { Span } from './secret-forms.ts'
import type { SecretPlace } from './secret-names.ts'

type IsSecret = (name: string, place: SecretPlace, value: unknown) => boolean

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
  const first = text.search(/\S/)
  const headEnd = text.indexOf('\n', first)
  if (first < 0 || headEnd < 0 || headEnd - first > LONGEST_HEADER) return []
  const head = text.slice(first, headEnd)
  for (const divider of [',', '\t', ';', '|']) {
    if (!head.includes(divider)) continue
    const names = cellsOf(head, first, divider)
    if (names.length < 2 || !names.every(({ text: name }) => /^[^:=<>{}]{0,64}$/.test(name))) continue
    const secret = names.flatMap(({ text: name }, i) => (name !== '' && isSecret(name, 'body', 'x1') ? [i] : []))
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
    const cells = cellsOf(lineAt(text, at), at, divider)
    // A first line that has nothing to do with the names above it: this is no table.
    if (line === 0 && cells.length !== names.length) return []
    for (const i of secret) {
      const cell = cells[i]
      if (cell === undefined || cell.end <= cell.start || /^[-: ]*$/.test(cell.text)) continue
      if (isSecret(names[i] ?? '', 'body', cell.text))
        found.push({ start: cell.start, end: cell.end, meant: cell.text })
    }
    at = endOfLine(text, at, divider) + 1
  }
  return found
}

const ROW = /\[((?:"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[^[\]"])*)/g

/** The same of lists of JSON, which may be cut. */
function rowsOfLists(text: string, isSecret: IsSecret): readonly Span[] {
  const rows = [...text.matchAll(ROW)].filter(({ 1: row = '' }) => row.trim() !== '').slice(0, MOST_LINES)
  const cells = rows.map(({ index, 1: row = '' }) => cellsOf(row, index + 1, ','))
  const [names = [], ...below] = cells
  const secret = names.flatMap(({ text: name }, i) => (isSecret(name, 'body', 'x1') ? [i] : []))
  if (secret.length === 0 || below[0]?.length !== names.length) return []
  return below.flatMap((row) =>
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
  return text.slice(at, endOfLine(text, at, ''))
}

function endOfLine(text: string, at: number, _divider: string): number {
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
const VALUE = /\s{0,16}(?:'((?:[^']|'')*)'?|"([^"]*)"?|([^,()'"]*))(,|\)|$)?/y

/** `INSERT INTO users (name, password) VALUES ('ada', 'x')`. */
export function secretInserts(text: string, isSecret: IsSecret): readonly Span[] {
  const found: Span[] = []
  for (const { 0: whole, 1: names = '', index } of text.matchAll(INSERT)) {
    const secret = names.split(',').map((name) => isSecret(name.replace(/["'`[\]\s]/g, ''), 'body', 'x1'))
    if (!secret.includes(true)) continue
    VALUE.lastIndex = index + whole.length
    for (const isHidden of secret) {
      const at = VALUE.lastIndex
      const value = VALUE.exec(text)
      if (value === null || value[0] === '') break
      const meant = (value[1] ?? value[2] ?? value[3] ?? '').trim()
      const start = meant === '' ? -1 : text.indexOf(meant, at)
      if (isHidden && start >= 0) found.push({ start, end: start + meant.length, meant })
    }
  }
  return found
}

const DISPOSITION = /content-disposition:[^\r\n]{0,1024}?[;\s]name\*?=(?:"([^"\r\n]{1,256})"|([^\s;"]{1,256}))/gi

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
