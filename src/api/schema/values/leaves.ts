/** Single values (texts, numbers, flags) for one property, chosen once and drawn often. */
import { compareNumbers, doubleOf, isExact } from '../../../support/exact-number.ts'
import { textOf } from '../../../support/json.ts'
import { saysJwt } from '../../../support/jwt.ts'
import { samplePattern } from '../patterns.ts'
import type { SchemaView } from '../view.ts'
import { usualOfCards } from './cards.ts'
import { kindsAround, nameOfHolder, namesOf } from './conventions/kinds.ts'
import { jwt } from './conventions/machines.ts'
import { phraseSaid } from './conventions/phrases.ts'
import { agrees, flagConvention, isIdName, numberConvention, textConvention } from './conventions.ts'
import { BASE62, characters, type Draw, type Maker, pick, whole } from './draw.ts'
import { formatMaker } from './formats.ts'
import { idsLike } from './ids-said.ts'
import { snakeName } from './names.ts'
import { numberSaid, type Range, rangeSaid } from './number-words.ts'
import { formSaid, patternTime } from './pattern-times.ts'
import { prefixShown } from './placeholders.ts'
import { saidConstant, saidDefault, saysBase64, saysMoment, saysUnixTime } from './said.ts'
import { dayOf, isBoundary, isMomentName, isTimeName, momentFor, ticksOf, timeIn } from './times.ts'
import { fillers } from './words/general.ts'
import { choicesSaid, exampleSaid, headSaid } from './words-said.ts'

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
  const all = values.filter((v) => v !== null && v !== '')
  if (all.length === 0) return () => values[0]
  const said = all.filter((v) => !UNSAID.test(textOf(v)))
  const real = said.length === 0 ? all : said
  if (real.length === 1) return () => real[0]
  if (real.includes('GET') && real.includes('POST')) return () => 'GET'
  if (real.length === 2 && real.includes('automatic') && real.includes('manual')) return () => 'automatic'
  const usual = usualOfCards(real, snakeName(name))
  if (usual !== undefined) return () => usual
  if (STATES.test(snakeName(name)) && !CODES.test(snakeName(name))) return () => beginning(real)
  const ours = snakeName(name) === 'direction' ? real.find((v) => OURS.test(textOf(v))) : undefined
  if (ours !== undefined) return () => ours
  return chosen(real, name)
}

/** One of them; that which agrees with the rest of the record, where they are currencies, countries or the like. */
function chosen(values: readonly unknown[], name: string): Maker {
  const usual = agrees(name) ? textConvention(name) : undefined
  if (usual === undefined) return (draw) => pick(draw, values)
  const plain = new Map(values.map((value) => [textOf(value).toLowerCase().replaceAll('_', '-'), value]))
  return (draw) => plain.get(usual(draw).toLowerCase()) ?? pick(draw, values)
}

/** The words that the description lists, where the schema says nothing else of a text. */
function listed(view: SchemaView, name: string): Maker | undefined {
  const { description, format, pattern, default: preset } = view.keywords
  if (typeof description !== 'string' || [format, pattern, preset].some((one) => one !== undefined)) return undefined
  const snake = snakeName(name)
  const words = choicesSaid(description, snake)
  if (
    words === undefined ||
    isIdName(name) ||
    (agrees(name) && textConvention(name) !== undefined && !CODES.test(snake))
  )
    return undefined
  const usual = usualOfCards(words, snake)
  if (usual !== undefined) return () => usual
  return STATES.test(snake) && !CODES.test(snake) ? () => beginning(words) : chosen(words, name)
}

/** What a client makes goes out. */
const OURS = /^out(bound|going)?([-_].*)?$/i
/** Countries, currencies and the like, of which a description may list those that there are. */
const CODES = /(country|currency|language|locale|region|time_?zone)(_code)?$/
/** Of what is not known, or not said. */
const UNSAID = /^(unknown|unspecified|undefined|unset)|[_-](unknown|unspecified|undefined)$/i
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

/** Names that may as well be those of objects, where nothing is said of their type. */
const OPEN =
  /(^|_)(error|result|output|response|input|arguments|args|json|payload|source|filter|query|before|after|condition|operator|action|trigger|event|type|kind|mode|method|strategy|policy|option|variant|choice|profile|style|theme|layout|usage|size|unit|units|storage|memory|requests|provider|field|parameter|param|property|issue|warning|warnings|patch|diff|trace|registry|model|engine|namespace|script|command|sort|period|interval|duration|measure|selector|expression|prefix|suffix|scope|scopes|permission|permissions|role|level|tier|class|grade|effect|decision|outcome|operation|activity|relation|relationship|position|geo|coordinates|coordinate)$/

function concludedTypes(view: SchemaView, name: string): readonly ('string' | 'number' | 'boolean')[] {
  const k = view.keywords
  if (k['pattern'] !== undefined || k['minLength'] !== undefined || k['maxLength'] !== undefined) return ['string']
  if (k['minimum'] !== undefined || k['maximum'] !== undefined || k['multipleOf'] !== undefined) return ['number']
  if (k['exclusiveMinimum'] !== undefined || k['exclusiveMaximum'] !== undefined) return ['number']
  if (typeof k['format'] === 'string') return /^(int|float|double)/.test(k['format']) ? ['number'] : ['string']
  if ((textConvention(name) !== undefined && !OPEN.test(snakeName(name))) || isTimeName(name)) return ['string']
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
  const prefix = prefixShown(view.keywords['example'])
  if (prefix !== undefined) add((d) => `${prefix}${characters(d, 24, BASE62)}`, true)
  const isCounted = typeof format === 'string' && /^u?int/.test(format) && (isTimeName(name) || saysUnixTime(view))
  const called = saysBase64(view) ? 'base64' : format
  const stated = typeof called === 'string' && !isCounted ? formatMaker(called, view, name) : undefined
  const choice = stated === undefined ? listed(view, name) : undefined
  if (choice !== undefined) fitted.push(choice)
  add(cased(stated, view), true)
  const told = isTimeName(name) && format === undefined ? formSaid(textOf(view.keywords['description'])) : undefined
  if (told !== undefined) add((d) => told(momentFor(name, d)), true)
  if (isTimeName(name) || saysMoment(view) || isBoundary(name, view))
    for (const form of [timeIn, dayOf, ticksOf]) add((d) => String(form(view, name, momentFor(name, d))), true)
  for (const maker of suggested(view, name)) add(cased(maker, view), stated === undefined)
  const digits = digitsOfDate(name, view, bounds)
  if (digits !== undefined) add((d) => digits(momentFor(name, d)), true)
  if (typeof pattern === 'string') {
    add(patternTime(pattern, name, view.keywords['description']), true)
    if (/version$/i.test(name)) for (const version of VERSIONS) add(() => version, true)
  }
  const patterned = typeof pattern === 'string' ? [byPattern(pattern, bounds)] : []
  return [...fitted, ...patterned, ...plain.map((m) => stretched(m, bounds)), stretched(filler, bounds)]
}

/** What the name and the words of the description suggest, best first. */
function suggested(view: SchemaView, name: string): readonly Maker<string>[] {
  const { description, pattern } = view.keywords
  const isId = isIdName(name)
  const like = isId && typeof description === 'string' ? idsLike(description, exampleSaid(description)) : undefined
  const usual = worded(nameSaid(byForm(textConvention(name), view, name), description), description)
  const signed = TOKEN.test(snakeName(name)) && saysJwt(description) ? jwt : undefined
  const named = like ?? signed ?? usual ?? (isId ? randomId : undefined)
  if (typeof description !== 'string') return named === undefined ? [] : [named]
  const shown = pattern === undefined ? exampleSaid(description) : undefined
  const example = shown === undefined || isIdName(name) ? undefined : () => shown
  const isWeak = WEAK.test(snakeName(name))
  const head = (named === undefined || isWeak) && example === undefined ? headSaid(description) : undefined
  const called =
    head === undefined ? undefined : isIdName(head) || NAMES_ID.test(description) ? randomId : usualOf(head, view)
  const own = isWeak ? ownComponent(view) : undefined
  const makers = agrees(name)
    ? [named, example, called]
    : isWeak
      ? [example, called, own, named]
      : [example, named, called]
  return makers.filter((maker) => maker !== undefined)
}

/** What a text of its component's name holds: a `name` that is a `#/components/schemas/full_name`. */
function ownComponent(view: SchemaView): Maker<string> | undefined {
  const [component = ''] = view.references
  const name = snakeName(component.slice(component.lastIndexOf('/') + 1))
  return /_(name|title|email|phone|url|code|number)$/.test(name) ? textConvention(name) : undefined
}

/** "Display name of product.": the name of what it says, in an object that does not say itself what it is. */
function nameSaid(maker: Maker<string> | undefined, description: unknown): Maker<string> | undefined {
  if (maker !== nameOfHolder || typeof description !== 'string') return maker
  const kind = NAME_OF.exec(description.slice(0, 200))?.[1]
  const own = kind === undefined ? undefined : namesOf(snakeName(kind))
  return own === undefined
    ? maker
    : (draw) => (kindsAround(draw).some((one) => one.maker !== undefined) ? maker : own)(draw)
}

const NAME_OF =
  /^(?:the )?(?:display |full |short |human[- ]readable )?name (?:of|for) (?:the |an? |this )?([a-z]+(?: [a-z]+)?)(?:[.,;]|$| (?:that|which|as|in)\b)/i

/** What is said of a sentence, beside its name, tells what it is about. */
function worded(maker: Maker<string> | undefined, description: unknown): Maker<string> | undefined {
  return typeof description === 'string' ? (phraseSaid(maker, description) ?? maker) : maker
}

/** What a text of this name holds, a time too. */
function usualOf(name: string, view: SchemaView): Maker<string> | undefined {
  return isTimeName(name) ? (d) => String(timeIn(view, name, momentFor(name, d))) : textConvention(name)
}

/** Names that say less of a text than the words of its description do. */
const WEAK = /^(value|data|key|code|number|string|name|input|output|result)$|_by$/
/** What may be a JSON Web Token, where words say so. */
const TOKEN = /(^|_)(token|jwt|assertion)$/
const randomId: Maker<string> = (d) => characters(d, 16, BASE62)
/** "The product ID.", "The encoded ID of the group". */
const NAMES_ID = /^[^.]{0,60}\b(?:IDs?|identifiers?)\b/

/** A country's code of three letters, or its whole name, where that is what is asked for. */
function byForm(maker: Maker<string> | undefined, view: SchemaView, name: string): Maker<string> | undefined {
  if (!/(^|_)country$|country_code$/.test(snakeName(name))) return maker
  const { description, minLength } = view.keywords
  const said = typeof description === 'string' ? description : ''
  if (minLength === 3 || /alpha[- ]?3|(three|3)[- ](letter|character)/i.test(said))
    return textConvention('country_code3')
  return /\b(full|english|country) name\b|name of (the|a) country/i.test(said) ? textConvention('country_name') : maker
}

/** Some descriptions say in words that codes are in lower case. */
function cased(maker: Maker<string> | undefined, view: SchemaView): Maker<string> | undefined {
  const said = view.keywords['description']
  if (maker === undefined || typeof said !== 'string' || !/\blower-?\s?case/i.test(said)) return maker
  return (draw) => maker(draw).toLowerCase()
}

/** True where the name or the description suggests a text. */
export function isSuggested(view: SchemaView, name: string): boolean {
  return listed(view, name) !== undefined || suggested(view, name).length > 0
}

/** Versions in the forms that patterns want. */
const VERSIONS = ['1.0.0', '1.0', 'v1', '1']

function byPattern(pattern: string, bounds: { readonly min: number; readonly max: number }): Maker {
  return (draw) => samplePattern(pattern, draw.dice.stream(draw.key), bounds)
}

/** A date in four, six or eight digits and nothing else: `MMDD`, `YYMMDD`, `YYYYMMDD`. */
function digitsOfDate(
  name: string,
  { keywords: { pattern } }: SchemaView,
  { min, max }: { readonly min: number; readonly max: number },
): ((moment: number) => string) | undefined {
  const isDigits = typeof pattern === 'string' && /^\^(?:\[0-9\]|\\d)(?:\+|\*|\{\d\})\$$/.test(pattern)
  if (min !== max || ![4, 6, 8].includes(min) || !isDigits || !/(^|_)date$/.test(snakeName(name))) return undefined
  return (moment) => new Date(moment).toISOString().slice(0, 10).replaceAll('-', '').slice(-min)
}

/** The longest text that is made. */
const LONGEST = 100_000

function lengthsOf(view: SchemaView): { readonly min: number; readonly max: number } {
  const { minLength, maxLength } = view.keywords
  // What is longer than anything that is made is made as if nothing were said.
  const min = typeof minLength === 'number' && minLength <= LONGEST ? minLength : 0
  return { min, max: typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY }
}

/** A running number behind a prefix, which is cut first. */
const NUMBERED = /^[A-Z]{2,4}-\d{4,}$/

/** Brings a text into its bounds. */
function stretched(maker: Maker<string>, bounds: { readonly min: number; readonly max: number }): Maker {
  return (draw) => {
    const text = maker(draw)
    if (text.length > bounds.max) return NUMBERED.test(text) ? text.slice(-bounds.max) : text.slice(0, bounds.max)
    return text.length >= bounds.min ? text : text.padEnd(bounds.min, text === '' ? 'x' : text)
  }
}

function filler(draw: Draw): string {
  return pick(draw, fillers)
}

/** What bounds `minimum` and its kin allow; a missing bound is the infinity on that side. */
function rangeOf(view: SchemaView): Range {
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
  const stated = rangeOf(view)
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : undefined
  const timed = isMomentName(name) || /^(unix|epoch|timestamp)/i.test(textOf(format)) || saysUnixTime(view)
  const { min, max } = timed ? stated : narrowed(stated, rangeSaid(view))
  const named = timed ? undefined : numberConvention(name, type === 'integer')
  const usual: Maker<number> = timed
    ? (d) => Number(timeIn(view, name, momentFor(name, d)))
    : (named ?? numberSaid(view) ?? ((d) => whole(d, 1, 100)))
  const isNamed = named !== undefined
  const within: Maker<number> = (d) => {
    const value = usual(d)
    if (value >= min && value <= max) return value
    if (isNamed && value < min && min <= max) return type === 'integer' ? Math.ceil(min) : min
    const low = Number.isFinite(min) ? min : Math.max(max - 100, -Number.MAX_VALUE)
    const high = Number.isFinite(max) ? Math.min(max, low + 100) : low + 100
    if (type !== 'integer' && high - low <= 1) return low + (whole(d, 5, 95) / 100) * (high - low)
    return type === 'integer'
      ? whole(d, Math.ceil(low), Math.max(Math.ceil(low), Math.floor(high)))
      : whole(d, low, high)
  }
  const stepped: Maker<number> = (d) => (step === undefined ? within(d) : onStep(within(d), step, min))
  const edges = [edge(view, 'exclusiveMinimum', 'exclusiveMaximum'), 0, 1, stated.min, stated.max].filter(
    (e): e is number => e !== undefined && Number.isFinite(e),
  )
  return [type === 'integer' ? (d) => Math.trunc(stepped(d)) : stepped, ...edges.map((e) => () => e)]
}

/** What words say of a range, inside that of the schema. */
function narrowed(stated: Range, said: Range | undefined): Range {
  if (said === undefined) return stated
  const both = { min: Math.max(stated.min, said.min), max: Math.min(stated.max, said.max) }
  return both.min <= both.max ? both : stated
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
