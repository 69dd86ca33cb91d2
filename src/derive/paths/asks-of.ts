/** Reads that tell of what stands above them: how many there are (`/things/count`), whether one is there (`/things/{id}/exists`). */
import { meaningOf } from '../naming/verbs.ts'
import { words } from '../naming/words.ts'
import type { Act } from './path-tree.ts'
import type { Site } from './sites.ts'

/** The site of such a read by that of what stands above it; undefined for anything else. */
export function asksOf(group: readonly Act[], text: string, above: Site | undefined): Site | undefined {
  if (above === undefined || words(text).length > 1 || !group.every(({ op }) => READS.test(op.method))) return undefined
  if (!group.every(({ answer }) => answer.nature === 'data' || answer.nature === 'text')) return undefined
  const { family, parts, target } = above
  switch (meaningOf(text)) {
    case 'count':
      return above.role === 'collection' ? { role: 'collection-verb', family, parts, verb: text } : undefined
    case 'exists':
      if (above.role !== 'item' || target === undefined) return undefined
      return { role: 'item-verb', family, parts, target, verb: text }
    default:
      return undefined
  }
}

const READS = /^(GET|HEAD)$/
