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
  for (const one of acts)
    listAt(reasons, one.why + (one.provenance === 'overlay' ? ' [overlay]' : '')).push(nameOf(one))
  return [...reasons].map(([why, names]) => [subjects(names), why])
}

function nameOf(subject: Subject): string {
  if ('type' in subject) return subject.type
  return 'operation' in subject ? subject.operation : 'the whole document'
}

function subjects(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED
  return rest > 1 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${rest} more` : names.join(', ')
}

/** Subjects of one reason that are named; --json names all. */
const MOST_NAMED = 4
