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

export function order({ numbers, texts }: Declared): readonly Rule[] {
  const all = new Map([...texts, ...numbers])
  const rules: Rule[] = []
  for (const [pairs, isOpen] of [[BOUNDS, true] as const, [ENDS, false] as const])
    for (const [first, last] of pairs)
      for (const term of all.values()) {
        if (first === 'low' && all.has('medium')) continue
        const other = isOpen || !NO_RANGE.test(term.name) ? partner(term.name, first, last, all) : undefined
        if (other === undefined) continue
        rules.push((held) => inOrder(held, term, other, isOpen))
        if (!isOpen) continue
        for (const middle of between(term.name, first, all)) rules.push((held) => clamp(held, term, middle, other))
      }
  return rules
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
