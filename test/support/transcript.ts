/**
 * The text form of an acceptance test. A file holds several transcripts:
 *
 *   ==== it
 *   answers 401 with a challenge when the credential is missing
 *   ==== spec                     a document, or the path of one in this repository; served as "pay"
 *   ==== file notes.yaml          a file beside; examples/ is there already
 *   ==== run                      one request, or lines that start with "$ tool"
 *   ==== expect                   status, headers and body, or what the commands print
 *
 * In an expectation `{{name}}` stands for any text without blanks or quotes, the
 * same each time in one transcript, and may be used in later runs; `{{*}}` is any
 * text on one line. A JSON body must be equal, but an object with the key "..."
 * may hold more.
 */
import { isDeepStrictEqual } from 'node:util'

export interface Transcript {
  readonly title: string
  readonly files: readonly { readonly name: string; readonly text: string }[]
  readonly spec: string | undefined
  readonly turns: readonly { readonly run: string; readonly expect: string; readonly line: number }[]
}

interface Section {
  readonly kind: string
  readonly argument: string
  readonly text: string
  readonly line: number
}

export function parseTranscripts(text: string): readonly Transcript[] {
  const all: Section[][] = []
  for (const section of sections(text)) {
    if (section.kind === 'it') all.push([section])
    else (all.at(-1) ?? fail(section.line, 'a transcript starts with "==== it"')).push(section)
  }
  return all.map(transcriptOf)
}

function sections(text: string): readonly Section[] {
  const found: { kind: string; argument: string; lines: string[]; line: number }[] = []
  text.split('\n').forEach((line, index) => {
    const header = /^==== (\w+) ?(.*)$/.exec(line)
    if (header) found.push({ kind: header[1] ?? '', argument: header[2] ?? '', lines: [], line: index + 1 })
    else found.at(-1)?.lines.push(line)
  })
  return found.map(({ lines, ...rest }) => ({ ...rest, text: lines.join('\n').replace(/\s+$/, '') }))
}

function transcriptOf(parts: readonly Section[]): Transcript {
  const turns: Transcript['turns'][number][] = []
  let run: Section | undefined
  for (const part of parts) {
    if (part.kind === 'run') run = part
    else if (part.kind === 'expect') {
      if (!run) fail(part.line, '"==== expect" without "==== run"')
      else turns.push({ run: run.text, expect: part.text, line: run.line })
      run = undefined
    } else if (!['it', 'spec', 'file'].includes(part.kind)) fail(part.line, `unknown section "${part.kind}"`)
  }
  if (run) fail(run.line, '"==== run" without "==== expect"')
  return {
    title: parts[0]?.text.trim() ?? '',
    files: parts.filter(({ kind }) => kind === 'file').map(({ argument, text }) => ({ name: argument, text })),
    spec: parts.find(({ kind }) => kind === 'spec')?.text,
    turns,
  }
}

function fail(line: number, message: string): never {
  throw new Error(`line ${line}: ${message}`)
}

/** What `{{name}}` has stood for so far. */
export type Bindings = Map<string, string>

export function substitute(text: string, bindings: Bindings): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => bindings.get(name) ?? whole)
}

/** True when `actual` reads as `expected`; binds the names it meets. */
export function matchesText(expected: string, actual: string, bindings: Bindings): boolean {
  const fresh: string[] = []
  const pattern = expected
    .split(/(\{\{(?:\w+|\*)\}\})/)
    .map((part) => {
      const name = /^\{\{(\w+|\*)\}\}$/.exec(part)?.[1]
      if (name === undefined) return literal(part)
      if (name === '*') return '[^\\n]*'
      const known = bindings.get(name)
      if (known !== undefined) return literal(known)
      if (fresh.includes(name)) return `\\k<${name}>`
      fresh.push(name)
      return `(?<${name}>[^\\s"]+)`
    })
    .join('')
  const match = new RegExp(`^${pattern}$`).exec(actual)
  for (const name of fresh) if (match?.groups?.[name] !== undefined) bindings.set(name, match.groups[name] ?? '')
  return match !== null
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

export function matchesJson(expected: unknown, actual: unknown, bindings: Bindings): boolean {
  if (typeof expected === 'string')
    return expected.includes('{{')
      ? matchesText(expected, typeof actual === 'string' ? actual : JSON.stringify(actual), bindings)
      : expected === actual
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => matchesJson(item, actual[index], bindings))
    )
  if (typeof expected !== 'object' || expected === null) return isDeepStrictEqual(expected, actual)
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false
  const wanted = Object.entries(expected).filter(([key]) => key !== '...')
  const open = Object.hasOwn(expected, '...')
  return (
    (open || Object.keys(actual).length === wanted.length) &&
    wanted.every(([key, value]) => Object.hasOwn(actual, key) && matchesJson(value, Reflect.get(actual, key), bindings))
  )
}

export interface WrittenRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | undefined
}

/** `POST /pay/charges`, header lines, a blank line, the body. */
export function parseRequest(text: string): WrittenRequest {
  const [head = '', ...rest] = text.split('\n\n')
  const [first = '', ...lines] = head.split('\n')
  const [method = '', target = ''] = first.split(' ')
  const body = rest.join('\n\n')
  return { method, target, headers: lines.map(headerOf), body: body === '' ? undefined : body }
}

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
}

export interface WrittenResponse {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  /** Undefined when nothing is said of the body. */
  readonly body: string | undefined
}

/** The status, header lines, then the body from the first line that is no header; `(empty)` is an empty body. */
export function parseResponse(text: string): WrittenResponse {
  const [status = '', ...lines] = text.split('\n')
  const headers: (readonly [string, string])[] = []
  while (lines[0] !== undefined && /^[A-Za-z][\w-]*: /.test(lines[0])) headers.push(headerOf(lines.shift() ?? ''))
  const body = lines.join('\n').trim()
  return { status: Number(status), headers, body: body === '' ? undefined : body === '(empty)' ? '' : body }
}

/** A command line as a shell would split it: blanks, and single or double quotes. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_all, single?: string, double?: string, plain?: string) =>
      single !== undefined ? single : double !== undefined ? double.replace(/\\(.)/g, '$1') : (plain ?? ''),
    ),
  )
}
