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

/** A phrase of `orders per state`: the words before, and those after. */
export interface Grouped {
  readonly of: readonly string[]
  /** It is said that these are counted: `pet inventories`, `number of orders`. */
  readonly isCount: boolean
  readonly by: readonly string[]
}

const GROUPS = /^(?:by|per)$/
/** Words between what is counted and `by`. */
const GROUPING =
  /^(?:grouped|group|counted|broken|down|split|keyed|aggregated|summari[sz]ed|divided|distributed|organi[sz]ed)$/
const COUNTS =
  /^(?:inventory|inventories|counts?|counters?|quantity|quantities|numbers?|totals?|tally|tallies|stats|statistics|stocks?|distribution|breakdown|histogram)$/
const ARTICLE = /^(?:the|a|an|its|their|each|every|given)$/
/** What is told of records instead of how many there are. */
const NO_COUNT =
  /^(?:sums?|averages?|avg|mean|median|amounts?|values?|revenues?|prices?|costs?|rates?|ratios?|percent|percentages?|durations?|times?|ages?|ids?|identifiers?|latest|last|first|oldest|newest)$/
const MOST_WORDS = 4

/** What a text says is counted by something: `Returns pet inventories by status`, `orders per state`. */
export function groupedBy(text: string): readonly Grouped[] {
  if (saysOtherwise(text)) return []
  return text
    .slice(0, 500)
    .toLowerCase()
    .split(/[^\p{L}\p{N}\s_'’-]+/u)
    .flatMap((phrase) => {
      const parts = phrase.split(/[\s_-]+/).filter((part) => part !== '')
      return parts.flatMap((part, index) =>
        GROUPS.test(part) ? grouped(parts.slice(0, index), parts.slice(index + 1)) : [],
      )
    })
}

function grouped(before: readonly string[], after: readonly string[]): readonly Grouped[] {
  const by = after.filter((part, index) => !(index < 2 && ARTICLE.test(part))).slice(0, MOST_WORDS)
  const of = before.slice(before.findLastIndex((part) => GROUPS.test(part)) + 1)
  while (GROUPING.test(of.at(-1) ?? '')) of.pop()
  if (by.length === 0 || of.some((part) => NO_COUNT.test(part))) return []
  const isCalled = COUNTS.test(of.at(-1) ?? '')
  const isCount = isCalled || of.some((part, index) => COUNTS.test(part) && of[index + 1] === 'of')
  return [{ of: isCalled ? of.slice(0, -1) : of, isCount, by }]
}
