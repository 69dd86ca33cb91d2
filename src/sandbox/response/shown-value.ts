/** The value that a description shows for a response field. */
import type { HeaderDescription } from '../../api/description.ts'
import type { Runtime } from '../runtime.ts'

/** The value that the description shows for a header, or the only one it allows. */
export function shownValue({ example, schema }: HeaderDescription, { view }: Pick<Runtime, 'view'>): unknown {
  if (example !== undefined) return example
  const { keywords } = view(schema)
  const [first] = Array.isArray(keywords['examples']) ? keywords['examples'] : []
  const [only, ...others] = Array.isArray(keywords['enum']) ? keywords['enum'] : []
  return (
    keywords['example'] ?? first ?? keywords['const'] ?? keywords['default'] ?? (others.length === 0 ? only : undefined)
  )
}
