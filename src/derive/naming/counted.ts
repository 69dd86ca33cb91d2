/** What a number counts, by its name: `documents` of `numberOfDocuments`, `issues` of `total_issues` and of `issues`. */
import { isPlural, snake } from './words.ts'

export interface Counted {
  /** What is counted, in lower snake case. */
  readonly of: string
  /** `count` where the name says that it counts, `total` where it may be a sum as well, `bare` where it says no more than what. */
  readonly by: 'count' | 'total' | 'bare'
}

const COUNT = /^(?:(?:total_)?(.+)_count|(?:total_)?(?:num|nb|number_of|count_of)_(.+))$/
const TOTAL = /^(?:total_(.+)|(.+)_total)$/

/** What bounds or windows it is for, rather than for how many there are. */
const BOUND =
  /(^|_)(max|maximum|min|minimum|limits?|quotas?|allowed|allowance|included|available|remaining|free|per|page|threshold|target|default|last|recent|new|today|daily|weekly|monthly|unique|avg|average|size|bytes)(_|$)/

export function countedBy(name: string): Counted | undefined {
  const word = snake(name)
  if (BOUND.test(word)) return undefined
  const count = COUNT.exec(word)
  if (count !== null) return { of: count[1] ?? count[2] ?? '', by: 'count' }
  const total = TOTAL.exec(word)
  if (total !== null && isPlural(total[1] ?? total[2] ?? '')) return { of: total[1] ?? total[2] ?? '', by: 'total' }
  return { of: word, by: 'bare' }
}

/** Objects of counts. */
const OF_COUNTS = /^_?(stats|statistics|counts?|counters|totals|metrics|summary)$/i

/** True for the name of an object of counts: `stats: {comments: 2}`. */
export function holdsCounts(name: string): boolean {
  return OF_COUNTS.test(name)
}

/** Words of a limit, of a window of time, or of a rate. */
const OTHERWISE =
  /\b(?:limits?|max(?:imum)?|quotas?|allowed|remaining|available|per (?:page|second|minute|hour|day|week|month|year|request)|(?:last|past|previous|current) (?:\d+ )?(?:second|minute|hour|day|week|month|year)s?|since|unique)\b/i

/** The words of a description have it count something else than what there is. */
export function saysOtherwise(description: unknown): boolean {
  return typeof description === 'string' && OTHERWISE.test(description.slice(0, 500))
}
