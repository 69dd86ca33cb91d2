/**
 * Regular expressions of descriptions, matched as ECMA-262 says and never for
 * longer than the text deserves. An ordinary pattern runs natively up to a length
 * its risk allows, while the budget of the request has room for the worst; beyond
 * that, and for a catastrophic pattern, RE2 matches.
 */
import { once } from '../../support/once.ts'
import { oncePer } from '../../support/once-per.ts'
import { remembered } from '../../support/remembered.ts'
import { maySpend, spend } from '../../support/work.ts'
import { linearMatcher } from './patterns/linear.ts'
import { type Nearest, nearestText } from './patterns/nearest.ts'
import { riskOf } from './patterns/risk.ts'
import { sampleTree } from './patterns/sample.ts'
import { parsePattern, type Tree } from './patterns/syntax.ts'

export interface Pattern {
  /** True when the text has a match anywhere, or is too long for the pattern to say. */
  test(text: string): boolean
  /** True when the text has a match for certain; absent where `test` is certain always. */
  finds?(text: string): boolean
}

/** True when the text has a match anywhere; what is too long for the pattern has none. */
export function findsIn(pattern: Pattern, text: string): boolean {
  return pattern.finds === undefined ? pattern.test(text) : pattern.finds(text)
}

/** The longest text matched natively, by the degree of the pattern's risk: where RE2 cannot match it, and where it can. */
const LONGEST: readonly number[] = [Number.POSITIVE_INFINITY, 10_000_000, 10_000, 600, 120]
const LONGEST_BESIDE_RE2: readonly number[] = [Number.POSITIVE_INFINITY, 10_000_000, 600, 100, 40]
/** The degree up to which native matching takes linear time. */
const LINEAR = 1

/** True of a text that has a match; undefined of one that is too long for the pattern. */
type Judge = (text: string) => boolean | undefined

interface Known {
  readonly pattern: Pattern | undefined
  readonly objection: string | undefined
  readonly tree: () => Tree | undefined
}

const known = new Map<string, Known>()
/** Patterns remembered; a process meets a few thousand. */
const REMEMBERED = 20_000

/** The pattern ready to use; undefined when it is no pattern, or one that could run for ever. */
export function compilePattern(source: string): Pattern | undefined {
  return know(source).pattern
}

/** Why a pattern cannot be used, as a clause; undefined when it can. */
export function judgePattern(source: string): string | undefined {
  return know(source).objection
}

/** The pattern where it is matched in linear time alone, as rules ask; undefined when it cannot be. */
export function compileLinear(source: string): Pattern | undefined {
  if (source.length > LONGEST_SOURCE) return undefined
  const expression = native(source)
  const tree = expression === undefined ? undefined : parsePattern(source, expression.unicode)
  if (expression === undefined || tree === undefined) return undefined
  const risk = riskOf(tree)
  const judge = risk <= LINEAR && runs(expression) ? inLinearTime(expression, risk) : linearMatcher(tree)
  return judge === undefined ? undefined : patternOf(judge)
}

/**
 * What some authors carry over from other languages: delimiters (`/^a$/`), `\A` and `\Z` for the ends of a text, and
 * every backslash written twice where a class of characters is meant (`[\\w-]`).
 */
export function mendPattern(source: string): string {
  const plain = isEscapedTwice(source) ? source.replaceAll('\\\\', '\\') : source
  const bare = /^\/(\^[\s\S]*\$)\/[a-z]*$/.exec(plain)?.[1] ?? plain
  if (!bare.startsWith('\\A')) return bare
  const inside = bare.slice(2).replace(/(?<!\\)\\[Zz]$/, '')
  const end = inside.length < bare.length - 2 ? '$' : ''
  return inside.includes('|') ? `^(?:${inside})${end}` : `^${inside}${end}`
}

/** True when no backslash stands alone, and one of the pairs is before the letter of a class of characters. */
function isEscapedTwice(source: string): boolean {
  const runs = source.match(/\\+/g) ?? []
  return runs.every((run) => run.length === 2) && /\\\\[wdsWDS](?![a-z])/.test(source)
}

export interface TextLength {
  readonly min?: number
  readonly max?: number
}

/** A text that matches, from a stream of numbers in [0, 1); undefined when none could be made. */
export function samplePattern(source: string, next: () => number, length: TextLength = {}): string | undefined {
  const { pattern, tree: read } = know(source)
  const tree = read()
  if (pattern === undefined || tree === undefined) return undefined
  const { min = 0, max = Number.POSITIVE_INFINITY } = length
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stretch = STRETCHES[attempt % STRETCHES.length] ?? 0
    const text = sampleTree(tree, { next, stretch: Math.max(stretch, attempt > 4 ? min : 0), usual: attempt === 0 })
    if (text !== undefined && text.length >= min && text.length <= max && pattern.test(text)) return text
  }
  return undefined
}

/** The text that matches and differs least from the one shown, where one is near. */
export function nearestTo(source: string, shown: string): Nearest {
  return nearestBy(know(source))(shown)
}

/** Examples show the same again and again. */
const nearestBy = oncePer(({ pattern, tree: read }: Known) =>
  remembered(
    (shown: string): Nearest => {
      const tree = read()
      if (pattern === undefined || tree === undefined) return { text: undefined, work: 1 }
      const { text, work } = nearestText(tree, shown)
      return { text: text !== undefined && findsIn(pattern, text) ? text : undefined, work }
    },
    VERDICTS,
    LONG,
  ),
)

const ATTEMPTS = 64
/** Repetitions beyond the least, tried in turn. */
const STRETCHES: readonly number[] = [4, 8, 2, 16, 0, 1, 32, 12]

function know(source: string): Known {
  let found = known.get(source)
  if (found === undefined) {
    if (known.size >= REMEMBERED) known.clear()
    found = study(source)
    known.set(source, found)
  }
  return found
}

/** Characters of a pattern. */
const LONGEST_SOURCE = 20_000

function study(source: string): Known {
  const nothing = (): undefined => undefined
  if (source.length > LONGEST_SOURCE)
    return { pattern: undefined, objection: `is longer than ${LONGEST_SOURCE} characters`, tree: nothing }
  const expression = native(source)
  if (expression === undefined) return { pattern: undefined, objection: 'is not a regular expression', tree: nothing }
  const tree = once(() => parsePattern(source, expression.unicode))
  const judged = once(() => judgeRisk(expression, tree()))
  if (isPlain(source)) return { pattern: unlessLong(source, expression, judged), objection: undefined, tree }
  const judge = judged()
  if (judge === undefined) return { pattern: undefined, objection: 'could take for ever to match', tree }
  return { pattern: patternOf(judge), objection: undefined, tree }
}

function judgeRisk(expression: RegExp, tree: Tree | undefined): Judge | undefined {
  const risk = tree === undefined ? Number.POSITIVE_INFINITY : riskOf(tree)
  if (LONGEST[risk] !== undefined && runs(expression))
    return risk <= LINEAR ? inLinearTime(expression, risk) : bounded(expression, risk, tree)
  return tree === undefined ? undefined : inLinearTimeAlone(tree)
}

/** A pattern from what may leave it open. */
function patternOf(judge: Judge): Pattern {
  return { test: (text) => judge(text) ?? true, finds: (text) => judge(text) === true }
}

/** Repetitions of single characters only, and few of them: harmless with a short text, so their risk is left open. */
function isPlain(source: string): boolean {
  return (
    source.length <= 500 &&
    !/\)[*+?{]|\{\d{4}|\\[1-9k]|\(\?[^:]/.test(source) &&
    repetitionsIn(source) < LONGEST_PLAIN.length
  )
}

function repetitionsIn(source: string): number {
  return source.match(/[*+?{]/g)?.length ?? 0
}

/** The longest text that a plain pattern is tried on without further thought, by its repetitions: at worst some 20,000 steps. */
const LONGEST_PLAIN: readonly number[] = [200, 200, 50, 26, 19]

/** The steps at worst by the length of a text, up to the longest. */
const STEPS_PLAIN: readonly (readonly number[])[] = LONGEST_PLAIN.map((longest, repetitions) =>
  Array.from({ length: longest + 1 }, (_, length) => Math.ceil(worst(length, repetitions + 1))),
)

function unlessLong(source: string, expression: RegExp, judged: () => Judge | undefined): Pattern {
  const steps = STEPS_PLAIN[repetitionsIn(source)] ?? []
  const judge = (text: string): boolean | undefined =>
    text.length < steps.length && maySpend(steps[text.length] ?? 0) ? expression.test(text) : judged()?.(text)
  return patternOf(judge)
}

/** Steps of backtracking that so many loops one behind another may take. */
function worst(length: number, loops: number): number {
  let steps = 1
  for (let loop = 1; loop <= loops; loop++) steps *= (length + loop) / loop
  return steps
}

/** A pattern may be a pattern and still too large to run, which shows only when it does. */
function runs(expression: RegExp): boolean {
  try {
    expression.test('')
    return true
  } catch {
    return false
  }
}

/** What matching takes besides its characters, in steps of `spend`. */
const MATCHING = 20

function inLinearTime(expression: RegExp, risk: number): Judge {
  const longest = LONGEST[risk] ?? 0
  return (text) => {
    if (text.length > longest) return undefined
    spend(MATCHING + text.length)
    return expression.test(text)
  }
}

/** Steps at worst that are fewer than RE2 takes for any text. */
const SURELY = 2_000

/** Runs natively up to a length, beyond that in linear time; a longer text that RE2 cannot judge is left open. */
function bounded(expression: RegExp, risk: number, tree: Tree | undefined): Judge {
  const linear = once(() => (tree === undefined ? undefined : inLinearTimeAlone(tree)))
  const [alone = 0, beside = 0] = [LONGEST[risk], LONGEST_BESIDE_RE2[risk]]
  const native = (text: string, steps: number): boolean => {
    // At worst; hardly any text takes half of it.
    spend(MATCHING + steps / 2)
    return expression.test(text)
  }
  return (text) => {
    const steps = worst(text.length, risk)
    if (text.length <= beside && maySpend(steps)) return expression.test(text)
    if (steps <= SURELY) return native(text, steps)
    const match = linear()
    if (match !== undefined) return match(text)
    return text.length > alone ? undefined : native(text, steps)
  }
}

/** What examples show is judged again and again: the last verdicts are remembered. */
function inLinearTimeAlone(tree: Tree): Judge | undefined {
  const judge = linearMatcher(tree)
  return judge === undefined ? undefined : remembered(judge, VERDICTS, LONG)
}

const VERDICTS = 64
/** Longer texts are not remembered. */
const LONG = 1000

/** With the `u` flag, as JSON Schema asks; without it for patterns that only then are one. */
function native(source: string): RegExp | undefined {
  for (const flags of ['u', ''])
    try {
      return new RegExp(source, flags)
    } catch {
      // The next flags may do; a pattern that is none with either is reported.
    }
  return undefined
}
