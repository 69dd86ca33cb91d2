/** How long it takes from the start to the end: `started_at`, `ended_at` and `duration`. */
import { timeIn } from '../times.ts'
import type { Declared, Term } from './declared.ts'
import { type Held, moment, type Rule } from './held.ts'

const START = /^((start|begin)(_?time|_date|_at|_date_time)?|(started|begins?|starts)_(at|on)|started)$/
const END =
  /^((end|finish)(_?time|_date|_at|_date_time)?|(ended|finished|ends|completed|stopped)_(at|on)|ended|finished)$/
const LENGTH =
  /^(total_)?(duration|elapsed(_time)?)(_in)?(_(ms|millis|milliseconds|s|secs?|seconds|mins?|minutes|hours))?$/

export function spans({ texts, numbers }: Declared): readonly Rule[] {
  const all = [...texts.values(), ...numbers.values()]
  const [start, end] = [START, END].map((pattern) => all.find(({ name }) => pattern.test(name)))
  const length = [...numbers.values()].find(({ name }) => LENGTH.test(name))
  if (start === undefined || end === undefined || length === undefined) return []
  const size = sizeOf(length)
  return [(held) => span(held, start, end, length, size)]
}

/** Milliseconds in one of its unit: by its name, else by its description, else a second. */
function sizeOf({ name, property }: Term): number {
  const { description } = property.shape.view.keywords
  const said = typeof description === 'string' ? description.slice(0, 200) : ''
  for (const text of [name, said]) {
    if (/(^|_|\b)(ms|millis|milliseconds?)(\b|$)/i.test(text)) return 1
    if (/(^|_|\b)(mins?|minutes?)(\b|$)/i.test(text)) return 60_000
    if (/(^|_|\b)(hours?)(\b|$)/i.test(text)) return 3_600_000
    if (/(^|_|\b)(s|secs?|seconds?)(\b|$)/i.test(text)) return 1_000
  }
  return 1_000
}

function span(held: Held, start: Term, end: Term, length: Term, size: number): void {
  const [from, to, long] = [moment(held, start), moment(held, end), held.number(length)]
  if (from === undefined || to === undefined || long === undefined || long < 0) return
  // Seconds are as exact as times are told.
  if (Math.abs(to - from - long * size) < 1_000) return
  if (held.set([end, at(end, from + long * size)])) return
  if (to >= from && held.set([length, Math.round((to - from) / size)])) return
  held.set([start, at(start, to - long * size)])
}

function at({ property }: Term, time: number): unknown {
  return timeIn(property.shape.view, property.name, time)
}
