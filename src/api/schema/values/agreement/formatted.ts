/** An amount or a range as people read it: `estimate: "$13-17"` beside `low_estimate` and `high_estimate`. */
import type { Declared, Term } from './declared.ts'
import type { Held, Rule } from './held.ts'

const FORMATTED = /\bformatted\b|\bhuman[- ]readable\b/i
const OF_MONEY = /\b(currency|price|amount|fare|cost)\b/i
const BOUNDS: readonly (readonly [string, string])[] = [
  ['low', 'high'],
  ['min', 'max'],
  ['minimum', 'maximum'],
  ['lower', 'upper'],
]
const CLOSE = 1.25

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['USD', '$'],
  ['EUR', '€'],
  ['GBP', '£'],
  ['JPY', '¥'],
  ['INR', '₹'],
])

/** Texts that are said to be formatted, with the bounds of the same name. */
export function formatted({ texts, numbers, currencies }: Declared): readonly Rule[] {
  const all = new Map([...texts, ...numbers])
  return [...all.values()].flatMap((term): readonly Rule[] => {
    const { view } = term.property.shape
    const said = String(view.keywords['description'] ?? '').slice(0, 400)
    if (term.inner !== undefined || !view.types.includes('string') || !FORMATTED.test(said)) return []
    const bounds = boundsOf(term.name, numbers)
    const units = OF_MONEY.test(said) ? currencies : undefined
    return bounds === undefined ? [] : [(held) => spell(held, term, bounds, units)]
  })
}

function boundsOf(name: string, numbers: Declared['numbers']): readonly [Term, Term] | undefined {
  for (const [low, high] of BOUNDS) {
    const [least, most] = [low, high].map((word) => numbers.get(`${word}_${name}`) ?? numbers.get(`${name}_${word}`))
    if (least !== undefined && most !== undefined) return [least, most]
  }
  return undefined
}

/** From so much on, estimates of amounts are in whole units. */
const WHOLE_FROM = 5

/** `currencies` where it is an amount of money. */
function spell(held: Held, term: Term, [low, high]: readonly [Term, Term], currencies?: readonly Term[]): void {
  const most = held.number(high)
  // What is quoted lies close together.
  if (most !== undefined && most > CLOSE * (held.number(low) ?? most)) held.set([low, Math.round(most / CLOSE)])
  if (currencies !== undefined) roundBounds(held, low, high)
  const bounds = [held.number(low), held.number(high)].filter((one) => one !== undefined)
  if (bounds.length < 2) return
  const currency = currencies?.map((one) => held.value(one)).find((one) => typeof one === 'string')
  const symbol = currency === undefined ? '' : (SYMBOLS.get(currency.toUpperCase()) ?? `${currency} `)
  // Of an amount, there are two decimals or none.
  const isWhole = currencies === undefined || bounds.every(Number.isInteger)
  const written = bounds.map((one) => (isWhole ? String(one) : one.toFixed(2)))
  held.set([term, `${symbol}${[...new Set(written)].join('-')}`])
}

function roundBounds(held: Held, low: Term, high: Term): void {
  const [least, most] = [held.number(low), held.number(high)]
  if (least !== undefined && most !== undefined && least >= WHOLE_FROM)
    held.set([low, Math.round(least)], [high, Math.round(most)])
}
