/** Bytes to values: JSON or YAML, with the position of what is wrong. */

import type { ImportProblem } from '../api/description.ts'
import { readJson } from '../support/exact-json.ts'
import { err, ok, type Result } from '../support/result.ts'
import { indentContinuations } from '../support/yaml-mend.ts'
import type { SourceDocument } from './importer.ts'
import { findJsonError } from './json-error.ts'
import { limits } from './limits.ts'
import type { Marks } from './overlay/marks.ts'
import { readYaml, type TextProblem, YamlError } from './yaml.ts'

/** A document as text, and as a value where it is JSON or YAML. */
export interface ParsedDocument {
  readonly location: string
  readonly text: string
  /** undefined when the text is neither JSON nor YAML; `problems` then says why. */
  readonly value: unknown
  /** What was tolerated, or the reason why there is no value. */
  readonly problems: readonly ImportProblem[]
  /** What overlays wrote into the value; absent when none were applied. */
  readonly marks?: Marks
}

/** The document's text and value; an error only when it is beyond the limits or not text. */
export function parseDocument(document: SourceDocument): Result<ParsedDocument, ImportProblem> {
  const { location, bytes } = document
  if (bytes.byteLength > limits.documentBytes)
    return err(wholeDocument(location, `The document is larger than ${limits.documentBytes / 1024 / 1024} MiB`))
  if (isUtf16(bytes)) return err(wholeDocument(location, 'The document is UTF-16 or UTF-32, save it as UTF-8'))
  const { text, isDamaged } = decode(bytes)
  const parsed = parseText(location, text, document.mediaType)
  const damage = wholeDocument(location, 'The document is not valid UTF-8, bad bytes are read as U+FFFD')
  return ok(isDamaged ? { ...parsed, problems: [...parsed.problems, damage] } : parsed)
}

function wholeDocument(document: string, message: string): ImportProblem {
  return { document, pointer: '', message }
}

/** A byte order mark, or a NUL among the first characters, which no JSON or YAML text has. */
function isUtf16(bytes: Uint8Array): boolean {
  const [a, b] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true
  return bytes.byteLength > 1 && ((a === 0 && b !== 0) || (a !== 0 && b === 0))
}

function decode(bytes: Uint8Array): { readonly text: string; readonly isDamaged: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isDamaged: false }
  } catch {
    return { text: new TextDecoder('utf-8').decode(bytes), isDamaged: true }
  }
}

function parseText(location: string, text: string, mediaType: string | undefined): ParsedDocument {
  if (!looksLikeJson(text)) return parseYaml(location, text)
  const json = parseJson(text)
  if (json.ok) {
    const problems = nestsTooDeep(json.value)
      ? [wholeDocument(location, `The document is nested deeper than ${limits.nesting}`)]
      : []
    return { location, text, value: problems.length > 0 ? undefined : json.value, problems }
  }
  // Comments and trailing commas are not JSON, but YAML reads most of them.
  const yaml =
    isJson(location, mediaType) && json.error.offset >= text.trimEnd().length - 1
      ? undefined
      : parseYaml(location, text)
  const problem = placed(location, text, json.error)
  if (yaml?.value === undefined) return { location, text, value: undefined, problems: [problem] }
  return { ...yaml, problems: [{ ...problem, message: `${problem.message}; it is read as YAML` }, ...yaml.problems] }
}

function looksLikeJson(text: string): boolean {
  const first = /\S/.exec(text.slice(0, 4096))?.[0]
  return first === '{' || first === '['
}

function isJson(location: string, mediaType: string | undefined): boolean {
  return /\.json$/i.test(location) || /[/+]json\b/i.test(mediaType ?? '')
}

function parseJson(text: string): Result<unknown, TextProblem> {
  try {
    return ok(readJson(text))
  } catch {
    const offset = findJsonError(text)
    const found = offset >= text.trimEnd().length ? 'it ends too early' : `unexpected ${JSON.stringify(text[offset])}`
    return err({ offset, message: `The document is not valid JSON: ${found}` })
  }
}

function parseYaml(location: string, text: string): ParsedDocument {
  const first = tryYaml(location, text)
  if (first.value !== undefined) return first
  const mended = indentContinuations(text)
  if (mended === text) return first
  const second = tryYaml(location, mended)
  if (second.value === undefined) return first
  const message = 'A bracket or text goes on too far to the left; read as if it were indented'
  return { ...second, problems: [...first.problems.map((problem) => ({ ...problem, message })), ...second.problems] }
}

function tryYaml(location: string, text: string): ParsedDocument {
  try {
    const { value, problems } = readYaml(text)
    return { location, text, value, problems: problems.map((problem) => placed(location, text, problem)) }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const problem = { offset: error.offset, message: `The document is not valid YAML: ${error.message}` }
    return { location, text, value: undefined, problems: [placed(location, text, problem)] }
  }
}

function placed(document: string, text: string, problem: TextProblem): ImportProblem {
  return { document, pointer: '', ...lineAndColumn(text, problem.offset), message: problem.message }
}

/** One-based; a carriage return before a line feed belongs to its line. */
function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1
  let start = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++
    start = at + 1
  }
  return { line, column: Math.min(offset, text.length) - start + 1 }
}

/** True beyond the bound on nesting. Goes no deeper than that, so recursion is safe. */
export function nestsTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth > limits.nesting) return true
  const children = Array.isArray(value) ? value : Object.values(value)
  for (const child of children) if (nestsTooDeep(child, depth + 1)) return true
  return false
}
