/** A whole and its parts, by their names: `total` with `completed` and `failed`, `total_tokens` with `input_tokens` and `output_tokens`. */
import { saysUnixTime } from '../said.ts'
import { isTimeName } from '../times.ts'
import type { Declared, Term } from './declared.ts'
import type { Held, Rule } from './held.ts'
import { bareName, roleIn, wordsOf } from './roles.ts'

const TOTAL = wordsOf('total all overall')
/** What may be asked for, of which others are what there is. */
const WANTED = wordsOf('desired expected planned requested')

/** States of which each of many things is in one, those that come first before the others. */
const STATES = wordsOf(
  'pending queued waiting scheduled in_progress processing running active succeeded successful success successes passed completed complete done failed failure failures fail errored error errors cancelled canceled skipped aborted rejected expired timed_out',
)
const BEGIN = wordsOf('pending queued waiting scheduled in_progress processing running')

/** Two that make up the whole. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['input', 'output'],
  ['prompt', 'completion'],
  ['upload', 'download'],
  ['uploaded', 'downloaded'],
  ['inbound', 'outbound'],
  ['incoming', 'outgoing'],
  ['sent', 'received'],
  ['available', 'unavailable'],
  ['healthy', 'unhealthy'],
  ['active', 'inactive'],
  ['enabled', 'disabled'],
  ['online', 'offline'],
  ['read', 'unread'],
  ['read', 'write'],
  ['paid', 'unpaid'],
  ['ready', 'unready'],
  ['resolved', 'unresolved'],
  ['billable', 'non_billable'],
  ['chargeable', 'non_chargeable'],
  ['principal', 'interest'],
  ['open', 'closed'],
  ['assigned', 'unassigned'],
]
const PAIRED = new Set(PAIRS.flat())
/** Pairs whose bare noun is the whole too: `replicas` of the available and the unavailable ones. */
const KINDS = wordsOf(
  'available unavailable healthy unhealthy active inactive enabled disabled online offline read unread ready unready resolved unresolved open closed assigned unassigned',
)

/** Some of them. */
const SOME = wordsOf(
  'unique distinct new verified confirmed validated valid invalid current updated ready terminating processed indexed evaluated deleted removed archived public private unread cached reasoning used busy idle paused stopped fully_labeled delivered completed failed succeeded successful pending running active enabled disabled available unavailable healthy unhealthy online offline open closed overdue skipped billable',
)

export function sums({ numbers }: Declared): readonly Rule[] {
  return [statesOf, pairsOf, someOf, readyOf, kindsOf, tokensOf].flatMap((relation) => relation(numbers))
}

type Terms = Declared['numbers']

function statesOf(numbers: Terms): readonly Rule[] {
  return [...groups(numbers, STATES)].flatMap(([of, parts]) => {
    const whole = totalOf(numbers, of)
    if (whole === undefined || parts.length < 2) return []
    const ordered = parts.toSorted((a, b) => rank(a) - rank(b))
    return [(held: Held) => addUp(held, whole, ordered)]
  })
}

const ORDER = [...STATES]

function rank({ name }: Term): number {
  return ORDER.indexOf(roleIn(name, STATES)?.word ?? '')
}

/** The parts by what they are parts of. */
function groups(numbers: Terms, words: ReadonlySet<string>): ReadonlyMap<string, readonly Term[]> {
  const found = new Map<string, Term[]>()
  for (const term of numbers.values()) {
    const role = roleIn(term.name, words)
    if (role === undefined || isShare(term)) continue
    const group = found.get(role.of)
    if (group === undefined) found.set(role.of, [term])
    else group.push(term)
  }
  return found
}

/** What is no count or amount of the whole. */
function isShare({ name, property }: Term): boolean {
  return (
    isTimeName(name) ||
    saysUnixTime(property.shape.view) ||
    /(^|_)(rate|ratio|percent|percentage|pct|at|on|time|date|days|limit|max|min|avg|average)(_|$)/.test(name)
  )
}

function totalOf(numbers: Terms, of: string): Term | undefined {
  return [...numbers.values()].find((term) => {
    const role = roleIn(term.name, TOTAL)
    return role !== undefined && role.of === of
  })
}

function addUp(held: Held, whole: Term, parts: readonly Term[]): void {
  const all = held.number(whole)
  const there = parts.filter((part) => held.number(part) !== undefined)
  const sum = sumOf(held, there)
  if (all === undefined || there.length < 2 || sum === all) return
  // A new one of which nothing is done yet has no part to show it.
  if (sum === 0 && !there.some(({ name }) => BEGIN.has(roleIn(name, STATES)?.word ?? '')) && !held.isFree(whole)) return
  if (held.set([whole, sum])) return
  const free = there.filter((part) => held.isFree(part))
  const [first, ...others] = free
  const rest =
    all -
    sumOf(
      held,
      there.filter((part) => !free.includes(part)),
    )
  if (first !== undefined && rest >= 0) held.set([first, rest], ...others.map((part) => [part, 0] as const))
}

function sumOf(held: Held, terms: readonly Term[]): number {
  return terms.reduce((sum, term) => sum + (held.number(term) ?? 0), 0)
}

/** Of these, a new or a current one is another, not a part. */
const MEASURES =
  /(^|_)(price|balance|value|amount|cost|rate|salary|size|status|level|score|total|money|limit|weight|term)$/

/** `ready_replicas` of `replicas`, `unique_clicks` of `clicks`. */
function someOf(numbers: Terms): readonly Rule[] {
  return [...groups(numbers, SOME)].flatMap(([of, parts]) => {
    const whole =
      totalOf(numbers, of) ??
      (of === '' || MEASURES.test(of) ? undefined : bareOf(numbers, of)) ??
      wantedOf(numbers, of)
    if (whole === undefined) return []
    return parts.filter((part) => part !== whole).map((part) => (held: Held) => atMost(held, part, whole))
  })
}

function bareOf(numbers: Terms, of: string): Term | undefined {
  return [...numbers.values()].find(({ name }) => bareName(name) === of)
}

function wantedOf(numbers: Terms, of: string): Term | undefined {
  return [...numbers.values()].find(({ name }) => roleIn(name, WANTED)?.of === of)
}

/** A part is no more than the whole. */
export function atMost(held: Held, part: Term, whole: Term): void {
  const [some, all] = [held.number(part), held.number(whole)]
  if (some === undefined || all === undefined || all < 0 || some <= all) return
  if (!held.set([part, all])) held.set([whole, some])
}

/** The two of a pair, by what they are of. */
function pairsIn(numbers: Terms): readonly (readonly [of: string, isKind: boolean, pair: Pair])[] {
  const found = groups(numbers, PAIRED)
  return PAIRS.flatMap(([one, other]) =>
    [...found].flatMap(([of, parts]) => {
      const [a, b] = [one, other].map((word) => parts.find(({ name }) => roleIn(name, PAIRED)?.word === word))
      return a === undefined || b === undefined ? [] : [[of, KINDS.has(one), [a, b]] as const]
    }),
  )
}

function pairsOf(numbers: Terms): readonly Rule[] {
  return pairsIn(numbers).flatMap(([of, , pair]) => {
    const total = totalOf(numbers, of)
    return total === undefined ? [] : [(held: Held) => makeUp(held, total, pair)]
  })
}

/** `replicas` of which some are available, and the others not. */
function kindsOf(numbers: Terms): readonly Rule[] {
  return pairsIn(numbers).flatMap(([of, isKind, pair]) => {
    const bare = of === '' || !isKind || totalOf(numbers, of) !== undefined ? undefined : bareOf(numbers, of)
    return bare === undefined ? [] : [(held: Held) => divide(held, bare, pair)]
  })
}

/** What is available is ready too. */
function readyOf(numbers: Terms): readonly Rule[] {
  return [...groups(numbers, READY).values()].flatMap((parts) => {
    const [available, ready] = ['available', 'ready'].map((word) =>
      parts.find(({ name }) => roleIn(name, READY)?.word === word),
    )
    return available === undefined || ready === undefined ? [] : [(held: Held) => atMost(held, available, ready)]
  })
}

const READY = wordsOf('available ready')

type Pair = readonly [Term, Term]

function makeUp(held: Held, whole: Term, parts: Pair): void {
  if (parts.some((part) => held.number(part) === undefined) || held.number(whole) === undefined) return
  if (!held.set([whole, sumOf(held, parts)])) divide(held, whole, parts)
}

/** What one of them leaves of the whole is the other. */
function divide(held: Held, whole: Term, [one, other]: Pair): void {
  const [all, a, b] = [whole, one, other].map((term) => held.number(term))
  if (all === undefined || a === undefined || b === undefined || all < 0 || a + b === all) return
  if (a <= all && held.set([other, all - a])) return
  if (b <= all && held.set([one, all - b])) return
  held.set([one, all], [other, 0])
}

/** Details of usage are parts of the side that they are of. */
function tokensOf(numbers: Terms): readonly Rule[] {
  const input = numbers.get('input_tokens') ?? numbers.get('prompt_tokens')
  const output = numbers.get('output_tokens') ?? numbers.get('completion_tokens')
  const rules = (names: readonly string[], whole: Term | undefined): Rule[] =>
    names.flatMap((name) => {
      const part = numbers.get(name)
      return part === undefined || whole === undefined ? [] : [(held: Held) => atMost(held, part, whole)]
    })
  return [...rules(['cached_tokens', 'cached_input_tokens'], input), ...rules(['reasoning_tokens'], output)]
}
