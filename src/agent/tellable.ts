/**
 * Names out of traffic that go to disk, into reports and alerts: steps of paths, names of properties, words of
 * enumerations. Clients and providers put names of people and secrets even there, and what one client does, it does again
 * and again. So a name is told where its words are those of schemas, where the description has it, or where many clients
 * have shown it. Others are shown as `…`.
 */
import { decodeSegment } from '../http/path-template.ts'
import { shownMedia } from '../traffic/media-name.ts'
import { type DeclaredValues, isReadable, isReadableNumber, NOTHING_KNOWN } from '../traffic/readable.ts'
import { isKnownName } from '../traffic/schema-words.ts'
import type { KeptFinding } from './finding-book.ts'

/** Of one upstream: what its description has, and words that many of its clients have shown. */
export interface Told {
  readonly declared: DeclaredValues
  readonly shared: { has(word: string): boolean }
}

export const NOTHING_TOLD: Told = { declared: NOTHING_KNOWN, shared: new Set() }

const UNTOLD = '…'
/** In place of a value that may be somebody's. */
export const ANOTHER = 'another value'

export function isTellableName(name: string, { declared, shared }: Told): boolean {
  return name === '[]' || name === '*' || isKnownName(name) || declared.names?.has(name) === true || shared.has(name)
}

/** A word, or another scalar as text, of a field of that name: one of the trade or of the description, or one that many clients have shown. */
export function isTellableWord(name: string, word: string, { declared, shared }: Told): boolean {
  if (isReadable(name, word, 'body', declared) || isReadableNumber(name, word)) return true
  return shared.has(word) && isReadable(name, word, 'body', { values: new Set([word]), fields: new Set() })
}

/** The first step of all paths of an API: `2010-04-01`. */
const VERSION = /^\d(?:\.\d{1,2})?$|^20\d\d-\d\d(?:-\d\d)?$/
const VALUE = /^\{([^}]*)\}(.*)$/

/** The template as it may be told. Values are called after the step before them, which may be a value. */
export function toldTemplate(template: string, told: Told): string {
  return template
    .split('/')
    .map((step, i) => {
      if (step === '' || step === '*' || (i === 1 && VERSION.test(step))) return step
      const [, name, behind = ''] = VALUE.exec(step) ?? []
      if (name === undefined) return isTellableName(decodeSegment(step), told) ? step : UNTOLD
      const isVerb = behind.startsWith(':')
      const shown = isVerb && !isTellableName(behind.slice(1), told) ? `:${UNTOLD}` : behind
      return `{${isTellableName(name, told) ? name : 'id'}}${shown}`
    })
    .join('/')
}

/** The finding as it may be told; `isDeclared`: its template is that of a description. */
export function toldFinding<T extends KeptFinding>(finding: T, isDeclared: boolean, told: Told): T {
  const { kind, template, field, before, after } = finding
  // Its names are those of a document, not of traffic.
  if (finding.spec !== undefined) return finding
  return {
    ...finding,
    template: isDeclared ? template : toldTemplate(template, told),
    field: toldField(field, told),
    before: toldDetail(kind, field, before, told),
    after: toldDetail(kind, field, after, told),
  }
}

export function toldDetail(kind: string, field: string, text: string | null, told: Told): string | null {
  if (text === null) return null
  if (kind === 'enum_value_new') return toldWords(field, text, told)
  if (kind === 'error_shape_changed') return toldShape(text, told)
  return kind === 'content_type_changed' ? toldMedia(text, told) : text
}

/** `data[].owner.name`, or the name of a header. */
export function toldField(field: string, told: Told): string {
  return field.replace(/\["[^"]*"\]|[^.[\]]+/g, (name) => (isTellableName(name, told) ? name : UNTOLD))
}

/** `+error.type:string -code`, or `code message`. */
function toldShape(shape: string, told: Told): string {
  return shape.replace(/\["[^"]*"\]|[^\s.[\]+:|]+/g, (name) =>
    isTellableName(name.replace(/^-/, ''), told) ? name : UNTOLD,
  )
}

function toldMedia(text: string, told: Told): string {
  return text
    .split('|')
    .map((media) => shownMedia(media, told.declared))
    .join('|')
}

/** The words of an enumeration, joined by `|`. */
function toldWords(field: string, words: string, told: Told): string {
  const name = /([\w$-]+)(?:\[\]|\.\*)*$/.exec(field)?.[1] ?? ''
  const isShown = (word: string): boolean => word === ANOTHER || isTellableWord(name, word, told)
  return words
    .split('|')
    .map((word) => (isShown(word) ? word : UNTOLD))
    .join('|')
}
