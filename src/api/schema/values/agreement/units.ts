/** The same in two units: `estimate_minutes` and `estimate_hours`, `price` and `price_cents`. */
import type { Declared, Term } from './declared.ts'
import type { Rule } from './held.ts'

const UNITS: ReadonlyMap<string, readonly [family: string, size: number]> = new Map<string, readonly [string, number]>([
  ...['ms', 'millis', 'milliseconds'].map((one) => [one, ['time', 0.001]] as const),
  ...['s', 'sec', 'secs', 'seconds'].map((one) => [one, ['time', 1]] as const),
  ...['min', 'mins', 'minutes'].map((one) => [one, ['time', 60]] as const),
  ...['hours', 'hrs'].map((one) => [one, ['time', 3_600]] as const),
  ['days', ['time', 86_400]],
  ...['bytes', 'b'].map((one) => [one, ['data', 1]] as const),
  ['kb', ['data', 1_000]],
  ['kib', ['data', 1_024]],
  ['mb', ['data', 1_000_000]],
  ['mib', ['data', 1_048_576]],
  ['gb', ['data', 1e9]],
  ['gib', ['data', 1_073_741_824]],
  ...['cents', 'minor'].map((one) => [one, ['money', 0.01]] as const),
  ...['dollars', 'euros'].map((one) => [one, ['money', 1]] as const),
  ['grams', ['mass', 1]],
  ['kg', ['mass', 1_000]],
  ['meters', ['length', 1]],
  ['km', ['length', 1_000]],
  ['cm', ['length', 0.01]],
])

interface Measured {
  readonly term: Term
  readonly size: number
}

export function units({ numbers }: Declared): readonly Rule[] {
  if (numbers.size < 2) return []
  const groups = new Map<string, Measured[]>()
  for (const [name, term] of numbers) {
    const [, of = '', unit = ''] = /^(.+?)(?:_in)?_([a-z]+)$/.exec(name) ?? []
    const [family, size = 1] = UNITS.get(unit) ?? []
    if (family !== undefined) groups.set(`${of} ${family}`, [...(groups.get(`${of} ${family}`) ?? []), { term, size }])
    // A price beside its cents is in the main unit.
    const whole = family === 'money' && unit !== 'dollars' ? numbers.get(of) : undefined
    if (whole !== undefined) groups.get(`${of} ${family}`)?.push({ term: whole, size: 1 })
  }
  return [...groups.values()].filter((group) => group.length > 1).map(same)
}

/** The one that was said, or else the largest unit, says what the others are. */
function same(group: readonly Measured[]): Rule {
  return (held) => {
    const there = group.filter(({ term }) => held.number(term) !== undefined)
    const first = there.find(({ term }) => !held.isFree(term)) ?? there.toSorted((a, b) => b.size - a.size)[0]
    const value = held.number(first?.term)
    if (first === undefined || value === undefined) return
    for (const { term, size } of there) if (term !== first.term) held.set([term, (value * first.size) / size])
  }
}
