import { printable } from '../../support/table.ts'
import { type Changes, type Difference, isEmpty } from '../difference.ts'

const MOST_NAMES = 5

/** One line per sort of change; a person sees at a glance what an update brings. */
export function differenceText(found: Difference): readonly string[] {
  if (isEmpty(found)) return ['  nothing changed']
  const sorts = ['operations', 'types', 'fields'] as const
  return sorts.flatMap((sort) => changeLines(sort, found[sort])).map(printable)
}

function changeLines(sort: string, changes: Changes): readonly string[] {
  return (['added', 'removed', 'changed'] as const).flatMap((way) => {
    const names = changes[way]
    if (names.length === 0) return []
    const rest = names.length - MOST_NAMES
    const shown = names.slice(0, MOST_NAMES).join(', ')
    return [`  ${sort} ${way}: ${names.length} (${shown}${rest > 0 ? `, and ${rest} more` : ''})`]
  })
}
