/** Fields of the CORS protocol that an answer declares (Fetch standard). */
import type { Operation } from '../../api/description.ts'
import { textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { shownValue } from './shown-value.ts'

/** The value that is shown; else the widest, which gives way to the one for the page that asks. */
export function corsText(lower: string, shown: unknown): string | undefined {
  if (shown !== undefined) return Array.isArray(shown) ? shown.map(textOf).join(', ') : textOf(shown)
  return WIDEST.get(lower)
}

const WIDEST = new Map([
  ['access-control-allow-origin', '*'],
  ['access-control-allow-methods', '*'],
  ['access-control-allow-headers', '*'],
  ['access-control-expose-headers', '*'],
  ['access-control-allow-credentials', 'true'],
  ['access-control-max-age', '600'],
])

/** Names, in lower case, of the fields for which the operation shows a value. An origin is one of many, unless it is any. */
export const shownCorsFields: (operation: Operation, runtime: Pick<Runtime, 'view'>) => ReadonlySet<string> = oncePer(
  ({ responses }: Operation, runtime: Pick<Runtime, 'view'>): ReadonlySet<string> => {
    const names = Object.values(responses).flatMap(({ headers }) =>
      Object.entries(headers).flatMap(([name, header]) => {
        const lower = name.toLowerCase()
        if (!lower.startsWith('access-control-')) return []
        const shown = shownValue(header, runtime)
        const isOwn = lower === 'access-control-allow-origin' ? shown === '*' : shown !== undefined
        return isOwn ? [lower] : []
      }),
    )
    return new Set(names)
  },
)
