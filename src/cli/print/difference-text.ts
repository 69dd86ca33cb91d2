import { printable } from '../../support/printable.ts'
import { type Changes, type Difference, isEmpty, type SettingChange } from '../difference.ts'

const MOST_NAMES = 5
const LONGEST = 80

/** One line per sort of change; a person sees at a glance what an update brings. `found` is undefined when there is nothing to compare with. */
export function differenceText(
  found: Difference | undefined,
  settings: readonly SettingChange[] = [],
): readonly string[] {
  const chosen = settings.map(changeLine)
  if (found === undefined) return ['  the model before cannot be read: all of it is new', ...chosen]
  if (isEmpty(found))
    return chosen.length === 0 ? ['  nothing changed'] : ['  the description did not change', ...chosen]
  const sorts = ['operations', 'types', 'fields', 'events'] as const
  const lines = [...found.info.map(changeLine), ...sorts.flatMap((sort) => changeLines(sort, found[sort]))]
  return [...lines.map(printable), ...chosen]
}

function changeLine({ name, from, to }: SettingChange): string {
  return `  ${name}: ${shortened(from)} → ${shortened(to)}`
}

/** A title may be a whole page. */
function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text
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
