/** Flags of a new record. */

const TRUE =
  /(^|_)(enabled|active|available|valid|success|successful|ok|verified|visible|alive|healthy|ready|supported|published|accepted)$/
/** States that a new record is in, said as a question. */
const IS_TRUE = /^is_(active|enabled|available|valid|visible|alive|healthy|ready|supported)$/
const FALSE =
  /^(is|has|was|should|can|needs|must|allow|allows)_|(^|_)(livemode|test|deleted|archived|has_more|truncated|more|private|locked|disabled|hidden|suspended|cancell?ed|expired|refunded|captured|paid|disputed|closed|draft|default|primary|sandbox|failed|error|read_only|admin|blocked|banned|trashed|incomplete)(_|$)/

/** By the name in snake case; undefined where it says nothing. */
export function flagOf(snake: string): boolean | undefined {
  if (IS_TRUE.test(snake)) return true
  if (FALSE.test(snake)) return false
  return TRUE.test(snake) ? true : undefined
}
