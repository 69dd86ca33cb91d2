/** Time that people log: numbers that hold some, numbers that are the total of it, and in what unit. */
import { snake } from './words.ts'

const UNITS: readonly (readonly [word: string, seconds: number])[] = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
]
const UNIT = '(?:seconds|minutes|hours|days)'
const DONE = '(?:logged|tracked|spent|worked|recorded)'

/** How many seconds one of the unit is, by the name or else by the words; undefined where neither says. */
export function secondsOf(name: string, description: unknown): number | undefined {
  const parts = snake(name).split('_')
  const text = typeof description === 'string' ? description.slice(0, LONGEST).toLowerCase() : ''
  const own = UNITS.find(([word]) => parts.includes(word) || parts.includes(`${word}s`))
  const said = UNITS.filter(([word]) => new RegExp(`\\b${word}s?\\b`).test(text))
  return own?.[1] ?? (said.length === 1 ? said[0]?.[1] : undefined)
}

const LONGEST = 400

const NAMED_TOTAL = new RegExp(
  `^(?:total_)?(?:(?:${UNIT}|time)_${DONE}|${DONE}_(?:${UNIT}|time))(?:_in)?(?:_${UNIT})?$`,
)
const TOTAL = /\b(?:totals?|sum|all|altogether|overall)\b/i
const LOGGED = new RegExp(`\\b(?:${UNIT}|time)\\b[^.]{0,40}\\b${DONE}\\b|\\b${DONE}\\s+(?:${UNIT}|time)\\b`, 'i')
/** It is the total of some of it, or of what was never done. */
const OTHERWISE =
  /\b(?:if|when|unless|only|except|since|last|past|today|daily|weekly|monthly|per|average|estimated?|remaining|planned|budget(?:ed)?|invoiced|billed|billable|chargeable|not)\b/i

/** "Total minutes which have been logged against the task", `minutes_logged`. */
export function totalsTime(name: string, description: unknown): boolean {
  const [said = ''] = typeof description === 'string' ? description.slice(0, LONGEST).split(/\.(?:\s|$)/) : []
  if (OTHERWISE.test(said) || OTHERWISE.test(snake(name).replaceAll('_', ' '))) return false
  return NAMED_TOTAL.test(snake(name)) || (TOTAL.test(said) && LOGGED.test(said))
}

const TIME = new RegExp(
  `^(?:duration|${UNIT}|time_spent|(?:${UNIT}|time)_${DONE}|${DONE}_(?:${UNIT}|time))(?:_in)?(?:_${UNIT})?$`,
)
const ENTRY = /(?:^|_)(?:time|timer|timesheet|worklog|work_log|time_?entry|time_?log)(?:_|$)/

/** Records that log time themselves. */
export function isTimeEntry(type: string): boolean {
  return ENTRY.test(snake(type))
}

/** A number of the records of this type that says how much time each of them logs: the `duration` of a time entry. */
export function logsTime(type: string, name: string, description: unknown): boolean {
  if (!TIME.test(snake(name)) || OTHERWISE.test(snake(name).replaceAll('_', ' '))) return false
  const text = typeof description === 'string' ? description.slice(0, LONGEST) : ''
  const isSaid = new RegExp(`\\b${DONE}\\b`, 'i')
  return isTimeEntry(type) || isSaid.test(snake(name).replaceAll('_', ' ')) || isSaid.test(text)
}
