/** Changes of schemas told under the names of what has them. */
import type { Comparer } from '../compare/comparer.ts'
import type { Placed } from '../compare/graph.ts'
import type { Pair } from '../compare/pair.ts'
import type { Ledger, Place } from './ledger.ts'
import { type Subject, subjects } from './registry.ts'

/** What all comparing of one operation with another shares. */
export interface Context {
  readonly ledger: Ledger
  readonly comparer: Comparer
  readonly place: Place
}

/** Where all scalars are texts. */
const TEXTUAL: ReadonlySet<Subject> = new Set(['parameter', 'header'])

export function compareSchemas(
  { ledger, comparer, place }: Context,
  subject: Subject,
  location: string,
  pair: Pair,
): void {
  const side = { way: subjects[subject], isText: TEXTUAL.has(subject) }
  for (const placed of comparer.differences(pair, side)) {
    const { rule, before, after } = placed
    ledger.tell(`${subject}-${rule}`, place, location + stepText(placed), { before, after })
  }
}

/** Steps of a location; of more the middle is left out. */
const MOST_STEPS = 40

function stepText({ steps, at }: Placed): string {
  const all = at === undefined ? steps : [...steps, at]
  const shown = all.length > MOST_STEPS ? [...all.slice(0, MOST_STEPS - 10), '…', ...all.slice(-10)] : all
  return shown.map(oneStep).join('')
}

function oneStep(step: string): string {
  if (/^(\[|<|\(|\/)/.test(step)) return step
  return /^[\w$@*…-]+$/.test(step) ? `.${step}` : `.${JSON.stringify(step)}`
}
