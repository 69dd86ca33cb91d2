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
  if (numbers.size < 2) return []
  const counted = [...numbers.values()].filter((term) => !isShare(term))
  const named: Named = {
    of: (words) => groups(counted, words),
    totals: firsts(groups(numbers.values(), TOTAL)),
    wanted: firsts(groups(numbers.values(), WANTED)),
    bare: new Map([...numbers.values()].toReversed().map((term) => [bareName(term.name), term])),
  }
  const pairs = pairsIn(named)
  return [
    ...statesOf(named),
    ...pairsOf(named, pairs),
    ...someOf(named),
    ...readyOf(named),
    ...kindsOf(named, pairs),
    ...tokensOf(numbers),
  ]
}

/** Numbers by their roles, worked out once for all relations. */
interface Named {
  readonly of: (words: ReadonlySet<string>) => Groups
  /** Wholes by what they are of. */
  readonly totals: ReadonlyMap<string, Term>
  readonly wanted: ReadonlyMap<string, Term>
  /** By their names without the words of counts. */
  readonly bare: ReadonlyMap<string, Term>
}

/** What the parts are of, and by which word they are parts of it. */
type Groups = ReadonlyMap<string, ReadonlyMap<string, Term>>

function groups(terms: Iterable<Term>, words: ReadonlySet<string>): Groups {
  const found = new Map<string, Map<string, Term>>()
  for (const term of terms) {
    const role = roleIn(term.name, words)
    if (role === undefined) continue
    const group = found.get(role.of) ?? new Map<string, Term>()
    found.set(role.of, group)
    if (!group.has(role.word)) group.set(role.word, term)
  }
  return found
}

function firsts(all: Groups): ReadonlyMap<string, Term> {
  return new Map([...all].flatMap(([of, group]) => [...group.values()].slice(0, 1).map((term) => [of, term] as const)))
}

const ORDER = [...STATES]

function statesOf({ of: grouped, totals }: Named): readonly Rule[] {
  return [...grouped(STATES)].flatMap(([of, parts]) => {
    const whole = totals.get(of)
    if (whole === undefined || parts.size < 2) return []
    const ordered = [...parts].toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b)).map(([, term]) => term)
    const begins = [...parts.keys()].some((word) => BEGIN.has(word))
    return [(held: Held) => addUp(held, whole, ordered, begins)]
  })
}

/** What is no count or amount of the whole. */
function isShare({ name, property }: Term): boolean {
  return (
    isTimeName(name) ||
    saysUnixTime(property.shape.view) ||
    /(^|_)(rate|ratio|percent|percentage|pct|at|on|time|date|days|limit|max|min|avg|average)(_|$)/.test(name)
  )
}

function addUp(held: Held, whole: Term, parts: readonly Term[], begins: boolean): void {
  const all = held.number(whole)
  const there = parts.filter((part) => held.number(part) !== undefined)
  const sum = sumOf(held, there)
  if (all === undefined || there.length < 2 || sum === all) return
  // A new one of which nothing is done yet has no part to show it.
  if (sum === 0 && !begins && !held.isFree(whole)) return
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
function someOf({ of: grouped, totals, wanted, bare }: Named): readonly Rule[] {
  return [...grouped(SOME)].flatMap(([of, parts]) => {
    const noun = of === '' || MEASURES.test(of) ? undefined : bare.get(of)
    const whole = totals.get(of) ?? noun ?? wanted.get(of)
    if (whole === undefined) return []
    return [...parts.values()].filter((part) => part !== whole).map((part) => (held: Held) => atMost(held, part, whole))
  })
}

/** A part is no more than the whole. */
function atMost(held: Held, part: Term, whole: Term): void {
  const [some, all] = [held.number(part), held.number(whole)]
  if (some === undefined || all === undefined || all < 0 || some <= all) return
  if (!held.set([part, all])) held.set([whole, some])
}

interface Two {
  readonly of: string
  /** The bare noun is the whole too. */
  readonly isKind: boolean
  readonly pair: Pair
}

function pairsIn({ of: grouped }: Named): readonly Two[] {
  return [...grouped(PAIRED)].flatMap(([of, parts]) =>
    parts.size < 2
      ? []
      : PAIRS.flatMap(([one, other]) => {
          const [a, b] = [parts.get(one), parts.get(other)]
          return a === undefined || b === undefined ? [] : [{ of, isKind: KINDS.has(one), pair: [a, b] as const }]
        }),
  )
}

function pairsOf({ totals }: Named, pairs: readonly Two[]): readonly Rule[] {
  return pairs.flatMap(({ of, pair }) => {
    const total = totals.get(of)
    return total === undefined ? [] : [(held: Held) => makeUp(held, total, pair)]
  })
}

/** `replicas` of which some are available, and the others not. */
function kindsOf({ totals, bare }: Named, pairs: readonly Two[]): readonly Rule[] {
  return pairs.flatMap(({ of, isKind, pair }) => {
    const noun = of === '' || !isKind || totals.has(of) ? undefined : bare.get(of)
    return noun === undefined ? [] : [(held: Held) => divide(held, noun, pair)]
  })
}

const READY = wordsOf('available ready')

/** What is available is ready too. */
function readyOf({ of: grouped }: Named): readonly Rule[] {
  return [...grouped(READY).values()].flatMap((parts) => {
    const [available, ready] = [parts.get('available'), parts.get('ready')]
    return available === undefined || ready === undefined ? [] : [(held: Held) => atMost(held, available, ready)]
  })
}

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
function tokensOf(numbers: Declared['numbers']): readonly Rule[] {
  const input = numbers.get('input_tokens') ?? numbers.get('prompt_tokens')
  const output = numbers.get('output_tokens') ?? numbers.get('completion_tokens')
  const rules = (names: readonly string[], whole: Term | undefined): Rule[] =>
    names.flatMap((name) => {
      const part = numbers.get(name)
      return part === undefined || whole === undefined ? [] : [(held: Held) => atMost(held, part, whole)]
    })
  return [...rules(['cached_tokens', 'cached_input_tokens'], input), ...rules(['reasoning_tokens'], output)]
}
