/** Keywords of strings, and `format`, which knows itself what it applies to. */
import { formats } from '../formats/index.ts'
import { compilePattern } from '../patterns.ts'
import { count, spell } from '../report.ts'
import { effort } from './effort.ts'
import { assertion, type KeywordDraft, numberOf } from './keyword.ts'

export function compileMinLength({ parts, value }: KeywordDraft): void {
  const least = numberOf(value)
  if (least === undefined) return
  const accepts = (text: string): boolean =>
    text.length >= least && (text.length >= least * 2 || lengthOf(text) >= least)
  parts.string.push(assertion('minLength', accepts, () => `must have at least ${count(least, 'character')}`))
}

export function compileMaxLength({ parts, value }: KeywordDraft): void {
  const most = numberOf(value)
  if (most === undefined) return
  const accepts = (text: string): boolean => text.length <= most || (text.length <= most * 2 && lengthOf(text) <= most)
  parts.string.push(assertion('maxLength', accepts, () => `must have at most ${count(most, 'character')}`))
}

/** Characters that are looked at in a step, and those of a format, as powers of two; what a format takes besides. */
const MANY = 3
const FEW = 1
const FORMAT = 40

/** Length in code points: a surrogate pair counts once. */
function lengthOf(text: string): number {
  effort.spend(text.length >> MANY)
  let length = text.length
  for (let i = 0; i < text.length - 1; i++) {
    const high = (text.charCodeAt(i) & 0xfc00) === 0xd800
    if (high && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      length--
      i++
    }
  }
  return length
}

export function compilePatternKeyword({ parts, value }: KeywordDraft): void {
  const pattern = typeof value === 'string' ? compilePattern(value) : undefined
  if (pattern !== undefined)
    parts.string.push(
      assertion(
        'pattern',
        (text) => pattern.test(text),
        () => `must match the pattern ${value}`,
      ),
    )
}

export function compileFormat({ parts, value, scope }: KeywordDraft): void {
  const format = scope.options.formats === true && typeof value === 'string' ? formats.get(value) : undefined
  if (format === undefined) return
  const accepts = (candidate: unknown): boolean => {
    if (typeof candidate === 'string') effort.spend(FORMAT + (candidate.length >> FEW))
    return format.test(candidate)
  }
  const clause = (found: unknown): string => `must be of format ${format.format}, not ${spell(found)}`
  parts.any.push(assertion('format', accepts, clause))
}
