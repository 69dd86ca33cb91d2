/** The behaviours of a sandbox: under each, what it acts on and why, and where it is off. */
import type { ActingBehaviour, Subject } from '../../sandbox/acting.ts'
import { listAt } from '../../support/list-at.ts'
import { table } from '../../support/table.ts'

export function behaviourLines(behaviours: readonly ActingBehaviour[]): readonly string[] {
  return behaviours.flatMap(({ name, concludes, does, acts, off }) => [
    `${name}: ${concludes}; ${does}`,
    ...table(actRows(acts)).map((line) => `  ${line}`),
    ...(off.length > 0 ? [`  off: ${subjects(off.map(nameOf))}`] : []),
  ])
}

/** What is so for one reason stands in one row. */
function actRows(acts: ActingBehaviour['acts']): readonly (readonly string[])[] {
  const reasons = new Map<string, string[]>()
  for (const { why, provenance, ...subject } of acts)
    listAt(reasons, why + (provenance === 'overlay' ? ' [overlay]' : '')).push(nameOf(subject))
  return [...reasons].map(([why, names]) => [subjects(names), why])
}

function nameOf({ type, operation }: Subject): string {
  return type ?? operation ?? 'the whole document'
}

function subjects(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED
  return rest > 1 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${rest} more` : names.join(', ')
}

/** Subjects of one reason that are named; --json names all. */
const MOST_NAMED = 4
