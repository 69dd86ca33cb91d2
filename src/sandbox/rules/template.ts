/**
 * Texts with places to be filled: `{{request.body.amount}}`, `{{record.status}}`,
 * `{{clock.now}}`. A text that is one place takes the value as it is; within
 * other text its words stand. Nothing is computed, so a template cannot stall.
 */
import { jsonText } from '../../support/exact-json.ts'
import { scalarText } from '../../support/exact-number.ts'
import { isObject, isScalar, type Json, setOwn } from '../../support/json.ts'
import { hintAmong } from '../../support/nearest.ts'
import { ALWAYS_SECRET, type Secrets } from '../auth/secrets.ts'
import { lookUp, stepsOf } from './path.ts'

/** What the places are filled from, by their first word. */
export type TemplateValues = Readonly<Record<string, unknown>>

const templateRoots: readonly string[] = ['request', 'record', 'clock', 'seed', 'uuid']
const requestParts: readonly string[] = ['method', 'path', 'body', 'query', 'headers', 'params']
const clockParts: readonly string[] = ['now', 'unix', 'unix_ms']

const PLACE = /\{\{\s{0,8}([^{}\s]{1,200})\s{0,8}\}\}/g
const ONE_PLACE = /^\{\{\s{0,8}([^{}\s]{1,200})\s{0,8}\}\}$/
/** Characters that one filled text may have. */
const LONGEST = 64 * 1024
/** Characters of all that is filled in for one request, as JSON. */
const MOST_FILLED = 8 * 1024 * 1024
/** Whatever stands in two braces. */
const BRACES = /\{\{[^{}]*\}\}/g
const NO_PLACE = 'is not a placeholder: its steps are separated by dots and contain no spaces'
const GIVES_AWAY = 'would give a credential away'

/** The first place that can never be filled, as a clause; undefined when there is none. */
export function templateObjection(value: Json): string | undefined {
  for (const text of textsIn(value)) {
    for (const [whole] of text.matchAll(BRACES)) {
      const place = ONE_PLACE.exec(whole)?.[1]
      const problem = place === undefined ? NO_PLACE : placeObjection(placeSteps(place))
      if (problem !== undefined) return `${whole} ${problem}`
    }
  }
  return undefined
}

/** The first place that would give a credential away, as a clause; undefined when there is none. */
export function secretObjection(value: Json, secrets: Secrets): string | undefined {
  for (const text of textsIn(value))
    for (const [whole, place = ''] of text.matchAll(PLACE))
      if (isSecret(placeSteps(place), secrets)) return `${whole} ${GIVES_AWAY}`
  return undefined
}

function isSecret([root, part, name = '']: readonly string[], { headers, query }: Secrets): boolean {
  if (root !== 'request') return false
  return (part === 'headers' && headers.has(name)) || (part === 'query' && query.has(name))
}

/** True when something in the value is to be filled. */
export function hasPlaces(value: Json): boolean {
  return [...textsIn(value)].some((text) => text.includes('{{'))
}

function* textsIn(value: Json): Generator<string, void, undefined> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value as readonly Json[]) yield* textsIn(item)
  else if (isObject(value)) for (const item of Object.values(value)) yield* textsIn(item as Json)
}

function placeObjection(steps: readonly string[]): string | undefined {
  const [root = '', part = ''] = steps
  const known = root === 'request' ? requestParts : root === 'clock' ? clockParts : undefined
  if (!templateRoots.includes(root)) return `is not known (${hintAmong(root, templateRoots)})`
  if (known !== undefined && !known.includes(part)) return `is not known (${hintAmong(part, known)})`
  return isSecret(steps, ALWAYS_SECRET) ? GIVES_AWAY : undefined
}

/** Where a place stands among the values: names of request fields are kept in lower case. */
function placeSteps(place: string): readonly string[] {
  const steps = stepsOf(place)
  return steps[0] === 'request' && steps[1] === 'headers'
    ? steps.map((step, i) => (i === 2 ? step.toLowerCase() : step))
    : steps
}

/** How much may still be filled in for one request: few words can ask for a large value very often. */
export interface Allowance {
  left: number
}

export function makeAllowance(): Allowance {
  return { left: MOST_FILLED }
}

/** A copy of the value with its places filled; what is not there, or is more than may be filled in, becomes null, or nothing within a text. */
export function fill(value: Json, values: TemplateValues, allowance: Allowance): unknown {
  if (typeof value === 'string') return fillText(value, values, allowance)
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => fill(item, values, allowance))
  if (!isObject(value)) return value
  const filled: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value)) setOwn(filled, name, fill(item as Json, values, allowance))
  return filled
}

function fillText(text: string, values: TemplateValues, allowance: Allowance): unknown {
  if (!text.includes('{{')) return text
  const one = ONE_PLACE.exec(text)?.[1]
  if (one !== undefined) return take(one, values, allowance) ?? null
  let filled = ''
  let from = 0
  for (const { 0: whole, 1: place = '', index } of text.matchAll(PLACE)) {
    filled += text.slice(from, index)
    if (filled.length >= LONGEST) break
    filled += wordsOf(take(place, values, allowance))
    from = index + whole.length
  }
  return (filled + text.slice(from)).slice(0, LONGEST)
}

/** The value of a place. Once one is more than is left, nothing more is filled in: looking on would cost as much again each time. */
function take(place: string, values: TemplateValues, allowance: Allowance): unknown {
  if (allowance.left === 0) return undefined
  const value = lookUp(values, placeSteps(place))
  const size = sizeOf(value, allowance.left)
  allowance.left = Math.max(0, allowance.left - size)
  return allowance.left === 0 ? undefined : value
}

/** About as many characters as the value has as JSON; what is more than `most` is not looked at. */
function sizeOf(value: unknown, most: number): number {
  const waiting: unknown[] = [value]
  let size = 0
  while (waiting.length > 0 && size < most) {
    const one = waiting.pop()
    size += typeof one === 'string' ? one.length + 2 : 4
    if (Array.isArray(one)) size += one.length
    if (typeof one !== 'object' || one === null || size >= most) continue
    for (const [name, item] of Object.entries(one)) {
      if (!Array.isArray(one)) size += name.length + 4
      waiting.push(item)
    }
  }
  return size
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return isScalar(value) ? scalarText(value) : jsonText(value)
}
