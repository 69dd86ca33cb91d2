/** Changes of schemas told under the names of what has them. */
import type { Comparer, Placed } from '../compare/comparer.ts'
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

function stepText({ steps, at }: Placed): string {
  const all = at === undefined ? steps : [...steps, at]
  return all
    .map((step) =>
      /^(\[|<|\(|\/)/.test(step) ? step : /^[\w$@*-]+$/.test(step) ? `.${step}` : `.${JSON.stringify(step)}`,
    )
    .join('')
}
