/** What comes first is not the larger: `min` and `max`, `from` and `to`, the start and the end. */
import { timeIn } from '../times.ts'
import type { Declared, Term } from './declared.ts'
import { type Held, moment, type Rule } from './held.ts'

const BOUNDS: readonly (readonly [string, string])[] = [
  ['min', 'max'],
  ['minimum', 'maximum'],
  ['lower', 'upper'],
  ['low', 'high'],
  ['lowest', 'highest'],
  ['smallest', 'largest'],
  ['earliest', 'latest'],
  ['oldest', 'newest'],
  ['floor', 'ceiling'],
]
/** Of these, amounts before and after something are no range. */
const ENDS: readonly (readonly [string, string])[] = [
  ['from', 'to'],
  ['start', 'end'],
  ['starts', 'ends'],
  ['begin', 'end'],
  ['first', 'last'],
  ['since', 'until'],
  ['from', 'until'],
  ['not_before', 'not_after'],
  ['created', 'updated'],
  ['created', 'modified'],
  ['create', 'update'],
  ['started', 'ended'],
  ['started', 'finished'],
  ['started', 'completed'],
]
const NO_RANGE =
  /(^|_)(amount|value|balance|rate|quantity|account|currency|lat|lng|lon|latitude|longitude|x|y|price|cost|total|units|stock|city|country|state|zip|inventory|weight|page|by|user|four|digits)(_|$)/
/** What lies between the bounds of the same thing. */
const BETWEEN =
  /^(avg|average|mean|median|current|default|desired|typical)_|_(avg|average|mean|median|current|default|desired)$/

/** The pairs by their first words. */
const LASTS = lastsOf([...BOUNDS, ...ENDS])
const OPEN = new Set(BOUNDS.map(([first]) => first))

function lastsOf(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const lasts = new Map<string, string[]>()
  for (const [first, last] of pairs) lasts.set(first, [...(lasts.get(first) ?? []), last])
  return lasts
}

export function order({ numbers, texts }: Declared): readonly Rule[] {
  const all = new Map([...texts, ...numbers])
  if (all.size < 2) return []
  return [...all.values()].flatMap((term) => {
    const words = term.name.split('_')
    const firsts = words.map((word, i) => (word === 'not' ? `not_${words[i + 1]}` : word))
    return firsts.flatMap((first) =>
      (LASTS.get(first) ?? []).flatMap((last) => {
        const isOpen = OPEN.has(first)
        if (first === 'low' && all.has('medium')) return []
        const other = isOpen || !NO_RANGE.test(term.name) ? partner(term.name, first, last, all) : undefined
        return other === undefined ? [] : rulesFor({ first: term, last: other, isOpen }, first, all)
      }),
    )
  })
}

interface Range {
  readonly first: Term
  readonly last: Term
  /** The bounds of something, and not its start and end. */
  readonly isOpen: boolean
}

function rulesFor({ first, last, isOpen }: Range, word: string, all: ReadonlyMap<string, Term>): readonly Rule[] {
  const middles = isOpen ? between(first.name, word, all) : []
  return [
    (held) => inOrder(held, first, last, isOpen),
    ...middles.map(
      (middle): Rule =>
        (held) =>
          clamp(held, first, middle, last),
    ),
  ]
}

/** `max_nodes` for `min_nodes`: the same name with the other word, at its start or its end or in between. */
function partner(name: string, first: string, last: string, all: ReadonlyMap<string, Term>): Term | undefined {
  const parts = `_${name}_`.split(`_${first}_`)
  return parts.length === 2 ? all.get(parts.join(`_${last}_`).slice(1, -1)) : undefined
}

function between(name: string, first: string, all: ReadonlyMap<string, Term>): readonly Term[] {
  const of = `_${name}_`.replace(`_${first}_`, '_').slice(1, -1)
  return [...all.values()].filter((term) =>
    of === '' ? /^(avg|average|mean|median|value|current|default|desired)$/.test(term.name) : isBetween(term.name, of),
  )
}

function isBetween(name: string, of: string): boolean {
  return name.replace(BETWEEN, '') === of
}

/** A number, or the moment that a text tells; with what kind of value it is. */
function measure(held: Held, term: Term): readonly [kind: 'number' | 'time', value: number] | undefined {
  const number = held.number(term)
  if (number !== undefined) return ['number', number]
  const time = moment(held, term)
  return time === undefined ? undefined : ['time', time]
}

const DAY = 86_400_000

function inOrder(held: Held, first: Term, last: Term, isBound: boolean): void {
  const [one, other] = [measure(held, first), measure(held, last)]
  if (one === undefined || other === undefined || one[0] !== other[0] || one[1] <= other[1]) return
  if (one[0] === 'number') {
    // Digits of a text may be those of a phone.
    if (!isBound && typeof held.value(first) === 'string') return
    if (held.set([first, other[1]], [last, one[1]]) || first.name === 'from') return
    if (!held.set([last, one[1]])) held.set([first, other[1]])
    return
  }
  // To the day, where one of them is only that.
  if (one[1] - other[1] < DAY && held.value(last) === String(held.value(first)).slice(0, 10)) return
  if (!held.set([last, formed(last, one[1])])) held.set([first, formed(first, other[1])])
}

function formed({ property }: Term, moment: number): unknown {
  return timeIn(property.shape.view, property.name, moment)
}

function clamp(held: Held, first: Term, middle: Term, last: Term): void {
  const [least, value, most] = [first, middle, last].map((term) => held.number(term))
  if (least === undefined || value === undefined || most === undefined || least > most) return
  if (value < least) held.set([middle, least])
  else if (value > most) held.set([middle, most])
}
