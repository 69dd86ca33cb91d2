/** Bounds, sizes, multiples and patterns of two shapes. */
import { compilePattern, samplePattern } from '../../api/schema/patterns.ts'
import type { Bound, Count, Shape } from '../schema/shape.ts'
import type { Findings } from './pair.ts'

const COUNTS: readonly (readonly [keyword: Count, id: string, kind: 'string' | 'array' | 'object'])[] = [
  ['minLength', 'min-length', 'string'],
  ['maxLength', 'max-length', 'string'],
  ['minItems', 'min-items', 'array'],
  ['maxItems', 'max-items', 'array'],
  ['minContains', 'min-contains', 'array'],
  ['maxContains', 'max-contains', 'array'],
  ['minProperties', 'min-properties', 'object'],
  ['maxProperties', 'max-properties', 'object'],
]

export function compareLimits(found: Findings, before: Shape, after: Shape): void {
  const skipped = haveFewValues(before, after)
  if (isNumeric(before) && isNumeric(after) && !skipped) {
    compareBound(found, 'minimum', before.minimum, after.minimum, 1)
    compareBound(found, 'maximum', before.maximum, after.maximum, -1)
    compareMultiples(found, before.multiples, after.multiples)
  }
  for (const [keyword, id, kind] of COUNTS)
    if (canBe(before, kind) && canBe(after, kind) && !(skipped && kind === 'string'))
      compareCount(found, id, before.counts.get(keyword), after.counts.get(keyword))
  if (canBe(before, 'string') && canBe(after, 'string') && !skipped)
    comparePatterns(found, before.patterns, after.patterns)
  if (before.uniqueItems !== after.uniqueItems && canBe(before, 'array') && canBe(after, 'array'))
    found.add(after.uniqueItems ? 'unique-items-added' : 'unique-items-removed')
}

/** Constants that the limits of the other side all take: they say more than the limits do. */
function haveFewValues(before: Shape, after: Shape): boolean {
  const takesAll = (values: Shape['values'], shape: Shape): boolean =>
    values !== undefined && [...values.values()].every((value) => isWithinLimits(value, shape))
  return takesAll(before.values, after) || takesAll(after.values, before)
}

function isNumeric(shape: Shape): boolean {
  return canBe(shape, 'number') || canBe(shape, 'integer')
}

function canBe({ types }: Shape, type: 'string' | 'array' | 'object' | 'number' | 'integer'): boolean {
  return types === undefined || types.has(type)
}

/** `sign` 1: the greater takes less. */
function compareBound(found: Findings, id: string, was: Bound | undefined, is: Bound | undefined, sign: 1 | -1): void {
  const said = { before: boundText(was), after: boundText(is) }
  if (was === undefined || is === undefined) {
    if (was !== is) found.add(`${id}-${was === undefined ? 'added' : 'removed'}`, said)
    return
  }
  const difference = is.value - was.value || (Number(is.exclusive) - Number(was.exclusive)) * sign
  if (difference !== 0) found.add(`${id}-${difference > 0 ? 'raised' : 'lowered'}`, said)
}

function boundText(bound: Bound | undefined): unknown {
  return bound?.exclusive === true ? `${bound.value} (exclusive)` : bound?.value
}

function compareCount(found: Findings, id: string, was: number | undefined, is: number | undefined): void {
  if (was === is) return
  const change = was === undefined ? 'added' : is === undefined ? 'removed' : is > was ? 'raised' : 'lowered'
  found.add(`${id}-${change}`, { before: was, after: is })
}

function compareMultiples(found: Findings, was: readonly number[], is: readonly number[]): void {
  const [a, b] = [was.at(-1), is.at(-1)]
  if (was.join() === is.join()) return
  const change = a === undefined ? 'added' : b === undefined ? 'removed' : multipleChange(a, b)
  found.add(`multiple-of-${change}`, { before: a, after: b })
}

function multipleChange(was: number, is: number): 'narrowed' | 'widened' | 'changed' {
  const isWhole = (ratio: number): boolean => Math.abs(ratio - Math.round(ratio)) < 1e-9
  return isWhole(is / was) ? 'narrowed' : isWhole(was / is) ? 'widened' : 'changed'
}

/** Texts tried to tell one pattern from another. */
const SAMPLES = 60

function comparePatterns(found: Findings, was: readonly string[], is: readonly string[]): void {
  const gone = was.filter((pattern) => !is.includes(pattern))
  const come = is.filter((pattern) => !was.includes(pattern))
  const [old, fresh] = [gone[0], come[0]]
  if (old === undefined && fresh === undefined) return
  const said = { before: gone.join(' ') || undefined, after: come.join(' ') || undefined }
  if (old === undefined || fresh === undefined || gone.length + come.length > 2) {
    const isSeveral = old !== undefined && fresh !== undefined
    found.add(isSeveral ? 'pattern-changed' : fresh === undefined ? 'pattern-removed' : 'pattern-added', said)
    return
  }
  const loses = hasCounterExample(old, fresh)
  const gains = hasCounterExample(fresh, old)
  const isAnything = ANYTHING.has(fresh)
  if (loses && gains) found.add('pattern-replaced', said)
  else if (loses) found.add('pattern-narrowed', said)
  else if (isAnything) found.add('pattern-widened', said)
  // That more is matched is proved by an example; that nothing is lost is not.
  else found.add(gains ? 'pattern-grown' : 'pattern-changed', said)
}

const ANYTHING = new Set(['', '.*', '^.*$', '^', '$', '[\\s\\S]*', '^[\\s\\S]*$'])

/** A text that matches one pattern and not the other. */
function hasCounterExample(pattern: string, other: string): boolean {
  const compiled = compilePattern(other)
  if (compiled === undefined) return false
  const next = numbers(pattern)
  for (let tried = 0; tried < SAMPLES; tried++) {
    const text = samplePattern(pattern, next)
    if (text === undefined) return false
    if (text.length < 1_000 && !compiled.test(text)) return true
  }
  return false
}

/** The same numbers for the same text. */
function numbers(text: string): () => number {
  let state = 0x9e3779b9
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

/** True where bounds, lengths and patterns take a constant. */
function isWithinLimits(value: unknown, shape: Shape): boolean {
  if (typeof value === 'number') return isWithinBounds(value, shape)
  if (typeof value !== 'string') return true
  const { counts, patterns } = shape
  const length = [...value].length
  if (length < (counts.get('minLength') ?? 0) || length > (counts.get('maxLength') ?? Number.POSITIVE_INFINITY))
    return false
  return patterns.every((pattern) => compilePattern(pattern)?.test(value) !== false)
}

function isWithinBounds(value: number, { minimum, maximum }: Shape): boolean {
  if (minimum !== undefined && (minimum.exclusive ? value <= minimum.value : value < minimum.value)) return false
  return maximum === undefined || (maximum.exclusive ? value < maximum.value : value <= maximum.value)
}
