/** The names that a description or an overlay may use to state what no description says: `docs/reference/extensions.md`. */
import { hintAmong } from '../support/nearest.ts'

/** Name and what it states. */
export const extensions = {
  id: 'x-tool-id',
  initial: 'x-tool-initial',
  lifecycle: 'x-tool-lifecycle',
  list: 'x-tool-list',
  error: 'x-tool-error',
  trigger: 'x-tool-trigger',
  /** Behaviours that are off. */
  behaviours: 'x-tool-behaviours',
  /** Written by the importer: what an overlay wrote of a schema. */
  overlay: 'x-tool-overlay',
} as const

export const ownPrefix = 'x-tool-'

const known: ReadonlySet<string> = new Set(Object.values(extensions))

/** True for a name of ours that means nothing. */
export function isUnknownExtension(name: string): boolean {
  return name.startsWith(ownPrefix) && !known.has(name)
}

/** A sentence on a name of ours that means nothing, with the nearest that does. */
export function unknownExtension(name: string): string {
  return `${name.slice(0, 80)} is unknown and ignored (${hintAmong(name, known)})`
}
