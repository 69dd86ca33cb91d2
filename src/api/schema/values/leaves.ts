/** Single values (texts, numbers, flags) for one property, chosen once and drawn often. */
import { compareNumbers, doubleOf, isExact } from '../../../support/exact-number.ts'
import { textOf } from '../../../support/json.ts'
import { samplePattern } from '../patterns.ts'
import type { SchemaView } from '../view.ts'
import { flagConvention, isIdName, numberConvention, textConvention } from './conventions.ts'
import { BASE62, characters, type Draw, type Maker, pick, whole } from './draw.ts'
import { formatMaker } from './formats.ts'
import { snakeName } from './names.ts'
import { saidConstant, saidDefault, saysBase64, saysMoment, saysUnixTime } from './said.ts'
import { isTimeName, momentFor, timeIn } from './times.ts'
import { fillers } from './words.ts'

/** What can be made for a property, best first; the first that the schema accepts is taken. */
export type Leaf = readonly Maker[]

const known = new WeakMap<SchemaView, Map<string, Leaf>>()
/** Names come from sources too (keys of maps): no more of them are remembered. */
const NAMES = 64

/** The makers for a scalar schema of this name; [] when its type is none that can stand alone. */
export function leafFor(view: SchemaView, name: string): Leaf {
  let leaves = known.get(view)
  if (leaves === undefined) {
    leaves = new Map()
    known.set(view, leaves)
  }
  let leaf = leaves.get(name)
  if (leaf === undefined) {
    leaf = newLeaf(view, name)
    if (leaves.size < NAMES) leaves.set(name, leaf)
  }
  return leaf
}

function newLeaf(view: SchemaView, name: string): Leaf {
  const stated = enumerated(view, name)
  if (stated !== undefined) return [stated]
  const constant = saidConstant(view) ?? saidDefault(view, snakeName(name))
  if (constant !== undefined) return [() => constant]
  const types = view.types.length === 0 ? concludedTypes(view, name) : view.types
  return types.flatMap((type): Leaf => {
    if (type === 'string') return texts(view, name)
    if (type === 'integer' || type === 'number') return numbers(view, name, type)
    if (type === 'boolean') return flags(name)
    return type === 'null' ? [() => null] : []
  })
}

/** The `enum` or `const`, if any. */
function enumerated(view: SchemaView, name: string): Maker | undefined {
  const { const: constant, enum: values } = view.keywords
  if (Object.hasOwn(view.keywords, 'const') || constant !== undefined) return () => constant
  if (!Array.isArray(values) || values.length === 0) return undefined
  const real = values.filter((v) => v !== null && v !== '')
  if (real.length === 0) return () => values[0]
  if (real.length === 1) return () => real[0]
  if (STATES.test(snakeName(name))) return () => beginning(real)
  const ours = snakeName(name) === 'direction' ? real.find((v) => OURS.test(textOf(v))) : undefined
  if (ours !== undefined) return () => ours
  return (draw) => pick(draw, real)
}

/** What a client makes goes out. */
const OURS = /^out(bound|going)?([-_].*)?$/i
const STATES = /(^|_)(status|state|phase|type|kind|object|code|error|finish_reason|stop_reason)$/
const BEGINNINGS =
  /^(new|created|draft|open|opened|pending|enqueued|received|requested|submitted|waiting|active|enabled|available|ready|ok|success|succeeded|successful|running|valid|normal|none|unpaid|queued|scheduled|online|up|live)$/i
const ENDINGS =
  /fail|cancel|delet|error|lost|expire|closed|reject|declin|archiv|disabled|inactive|invalid|suspend|revoke|terminat|blocked|banned|denied|dead|offline|unavailable|past_due|void|refund|disput|stopped|abort/i

/** Where a state begins: a word for beginnings, else the first that is no word for ends. */
function beginning(values: readonly unknown[]): unknown {
  const named = values.find((value) => typeof value === 'string' && BEGINNINGS.test(value))
  return named ?? values.find((value) => !ENDINGS.test(textOf(value))) ?? values[0]
}

function concludedTypes(view: SchemaView, name: string): readonly ('string' | 'number' | 'boolean')[] {
  const k = view.keywords
  if (k['pattern'] !== undefined || k['minLength'] !== undefined || k['maxLength'] !== undefined) return ['string']
  if (k['minimum'] !== undefined || k['maximum'] !== undefined || k['multipleOf'] !== undefined) return ['number']
  if (k['exclusiveMinimum'] !== undefined || k['exclusiveMaximum'] !== undefined) return ['number']
  if (typeof k['format'] === 'string') return /^(int|float|double)/.test(k['format']) ? ['number'] : ['string']
  if (textConvention(name) !== undefined || isTimeName(name)) return ['string']
  return flagConvention(name) === undefined ? [] : ['boolean']
}

function texts(view: SchemaView, name: string): Leaf {
  const { format, pattern } = view.keywords
  const bounds = lengthsOf(view)
  const fitted: Maker[] = []
  const plain: Maker<string>[] = []
  const add = (maker: Maker<string> | undefined, raw = false): void => {
    if (maker === undefined) return
    if (raw) fitted.push(maker)
    plain.push(maker)
  }
  const isCounted = typeof format === 'string' && /^u?int/.test(format) && (isTimeName(name) || saysUnixTime(view))
  const called = saysBase64(view) ? 'base64' : format
  const stated = typeof called === 'string' && !isCounted ? formatMaker(called, view, name) : undefined
  add(stated, true)
  if (stated === undefined && (isTimeName(name) || saysMoment(view)))
    add((d) => String(timeIn(view, name, momentFor(name, d.now))), true)
  add(cased(textConvention(name), view), stated === undefined)
  if (isIdName(name)) add((d) => characters(d, 16, BASE62), stated === undefined)
  const patterned = typeof pattern === 'string' ? [byPattern(pattern, bounds)] : []
  return [...fitted, ...patterned, ...plain.map((m) => stretched(m, bounds)), stretched(filler, bounds)]
}

/** Some descriptions say in words that codes are in lower case. */
function cased(maker: Maker<string> | undefined, view: SchemaView): Maker<string> | undefined {
  const said = view.keywords['description']
  if (maker === undefined || typeof said !== 'string' || !/\blower-?\s?case/i.test(said)) return maker
  return (draw) => maker(draw).toLowerCase()
}

function byPattern(pattern: string, bounds: { readonly min: number; readonly max: number }): Maker {
  return (draw) => samplePattern(pattern, draw.dice.stream(draw.key), bounds)
}

function lengthsOf(view: SchemaView): { readonly min: number; readonly max: number } {
  const { minLength, maxLength } = view.keywords
  const min = typeof minLength === 'number' ? Math.min(minLength, 100_000) : 0
  return { min, max: typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY }
}

/** Brings a text into its bounds. */
function stretched(maker: Maker<string>, bounds: { readonly min: number; readonly max: number }): Maker {
  return (draw) => {
    const text = maker(draw)
    if (text.length > bounds.max) return text.slice(0, bounds.max)
    return text.length >= bounds.min ? text : text.padEnd(bounds.min, text === '' ? 'x' : text)
  }
}

function filler(draw: Draw): string {
  return pick(draw, fillers)
}

/** What bounds `minimum` and its kin allow; a missing bound is the infinity on that side. */
function rangeOf(view: SchemaView): { readonly min: number; readonly max: number } {
  const k = view.keywords
  const bound = (name: string, none: number): number => boundOf(k[name], none < 0) ?? none
  return {
    min: Math.max(bound('minimum', -Infinity), above(bound('exclusiveMinimum', -Infinity))),
    max: Math.min(bound('maximum', Infinity), -above(-bound('exclusiveMaximum', Infinity))),
  }
}

/** A bound as a double; one that no double is exactly lies a little inside. */
function boundOf(value: unknown, isLeast: boolean): number | undefined {
  const bound = doubleOf(value)
  if (bound === undefined || !isExact(value) || !Number.isFinite(bound)) return bound
  const strays = isLeast ? compareNumbers(bound, value) < 0 : compareNumbers(bound, value) > 0
  return strays ? bound + (isLeast ? 1 : -1) * Math.max(Math.abs(bound) * Number.EPSILON, Number.MIN_VALUE) : bound
}

/** Whole steps where numbers are whole, otherwise the next number there is. */
function above(bound: number): number {
  if (!Number.isFinite(bound)) return bound
  return Math.abs(bound) < 2 ** 52 ? Math.floor(bound) + 1 : bound
}

function numbers(view: SchemaView, name: string, type: 'integer' | 'number'): Leaf {
  const { multipleOf, format } = view.keywords
  const { min, max } = rangeOf(view)
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : undefined
  const timed = isTimeName(name) || /^(unix|epoch|timestamp)/i.test(textOf(format)) || saysUnixTime(view)
  const usual: Maker<number> = timed
    ? (d) => Number(timeIn(view, name, momentFor(name, d.now)))
    : (numberConvention(name) ?? ((d) => whole(d, 1, 100)))
  const within: Maker<number> = (d) => {
    const value = usual(d)
    if (value >= min && value <= max) return value
    const low = Number.isFinite(min) ? min : Math.max(max - 100, -Number.MAX_VALUE)
    const high = Number.isFinite(max) ? Math.min(max, low + 100) : low + 100
    return type === 'integer'
      ? whole(d, Math.ceil(low), Math.max(Math.ceil(low), Math.floor(high)))
      : whole(d, low, high)
  }
  const stepped: Maker<number> = (d) => (step === undefined ? within(d) : onStep(within(d), step, min))
  const edges = [edge(view, 'exclusiveMinimum', 'exclusiveMaximum'), 0, 1, min, max].filter(
    (e): e is number => e !== undefined && Number.isFinite(e),
  )
  return [type === 'integer' ? (d) => Math.trunc(stepped(d)) : stepped, ...edges.map((e) => () => e)]
}

/** The middle of a narrow open interval, such as (0, 1). */
function edge(view: SchemaView, low: string, high: string): number | undefined {
  const from = doubleOf(view.keywords[low] ?? view.keywords['minimum'])
  const to = doubleOf(view.keywords[high] ?? view.keywords['maximum'])
  if (from !== undefined && to !== undefined) return (from + to) / 2
  if (from !== undefined) return from + 0.5
  return to === undefined ? undefined : to - 0.5
}

function onStep(value: number, step: number, min: number): number {
  const steps = Math.floor(value / step)
  const on = tidy(steps * step, step)
  return on >= min ? on : tidy((steps + 1) * step, step)
}

/** Takes the noise of binary fractions off: 3 × 0.1 is 0.3. */
function tidy(value: number, step: number): number {
  const places = /\.(\d+)/.exec(textOf(step))?.[1]?.length ?? 0
  return places === 0 ? value : Number(value.toFixed(Math.min(places, 20)))
}

function flags(name: string): Leaf {
  const usual = flagConvention(name) ?? false
  return [() => usual, () => !usual]
}
