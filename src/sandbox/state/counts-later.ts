/** Numbers of a new record that begin at nothing: what they count can only come later. */

import type { SchemaView } from '../../api/schema/view.ts'
import { isTimeEntry, totalsTime } from '../../derive/naming/logged-time.ts'
import { isEndOf } from '../../derive/naming/named-types.ts'
import { plain, singularName, snake } from '../../derive/naming/words.ts'
import type { Context } from './newborn.ts'

/** A whole number by its name, or by the words of its description; a total of time that is logged, also in parts of hours. */
export function countsLater(name: string, view: SchemaView, context: Context): boolean {
  const isWhole = view.types.includes('integer')
  const isTotal = (isWhole || view.types.includes('number')) && totalsTime(name, view.keywords['description'])
  if (isTotal && !isTimeEntry(context.plan.type)) return true
  return isWhole && (isOfLater(name, context) || saysLater(view) || saysHeld(view, context))
}

const COUNT = /^(?:(?:total_)?(.+)_(?:count|counter)|(?:num|number_of|count_of)_(.+)|((?:open|closed)_.+s))$/
/** What others do with a record once it is there. */
const DONE_BY_OTHERS =
  /^(view|like|dislike|vote|heart|star|stargazer|watcher|follower|following|subscriber|fork|comment|reply|reaction|share|download|click|open|visit|play|hit|bounce|complaint|unsubscribe|error|failure|retry|attempt|installation|redemption|favorite|favourite|mention|report)$/

/** Such a count that is called by nothing but what it counts. */
const BARE_COUNT =
  /^(views|likes|dislikes|votes|stars|followers|subscribers|forks|comments|replies|reactions|shares|downloads|clicks|opens|visits|plays|hits|bounces|retries|attempts|redemptions|favorites|favourites|mentions)$/

/** How much of it is taken up. */
const USED =
  /^(usage|used|storage_usage|storage_used|disk_usage)(_in)?_(bytes|kb|mb|gb)$|^(bytes|storage|space|disk)_used$/
/** Time that was put into it. */
const WORKED =
  /^(total_)?(minutes|hours|seconds|time)_(logged|tracked|spent|worked|invoiced|billed|to_be_(invoiced|billed))$|^(logged|tracked|worked|billed|invoiced)_(minutes|hours|seconds|time)$/
/** The same where time is entered. */
const SPENT = /^total_(minutes|hours|seconds|time)$/
const ENTRIES = ['time_entry', 'time', 'timesheet', 'worklog', 'timer']
/** How large it is with all that is in it. */
const SIZE = /^(total_)?(size|storage)(_in)?(_(bytes|kb|mb|gb))?$|^total_bytes$/
/** What begins with nothing in it. */
const HOLDS = /(^|_)(store|bucket|index|collection|folder|directory|repository|repo|dataset|album|playlist|library)$/

const SAYS_LATER =
  /^\W*(?:the )?(?:total |current )?(?:number|count) of (?!(?:the )?(?:seconds|minutes|hours|days|weeks|months|years|bytes|milliseconds)\b)[^.]{2,80}\b(?:sent|delivered|opened|clicked|bounced|viewed|seen|redeemed|used|downloaded|failed|skipped|processed|received|unsubscribed|responded|occurred|shared|retried|triggered|executed|played|completed|succeeded|finished)\b/i

const SAYS_HELD =
  /(?:^|\n|[.)] )\W*(?:the )?(?:total |current )?(?:number|count) of (?!(?:the )?(?:seconds|minutes|hours|days|weeks|months|years|bytes|milliseconds)\b)[\w' -]{2,60} (?:on|in|of|for|under|within|belonging to|attached to|associated with) (?:this|the|a specific|a given) ([\w-]+)/i

/** "The number of subtasks on this task". */
function saysHeld({ keywords: { description } }: SchemaView, { plan }: Context): boolean {
  const [, owner = ''] = (typeof description === 'string' ? SAYS_HELD.exec(description.slice(0, 400)) : null) ?? []
  return owner !== '' && isEndOf(owner, plan.type)
}

/** "The total number of emails sent": nobody has done that to what was only just made. */
function saysLater({ keywords: { description } }: SchemaView): boolean {
  return typeof description === 'string' && SAYS_LATER.test(description.slice(0, 160))
}

/** Counts what can only come later: what others do with the record, and records that are made by themselves. */
function isOfLater(name: string, { asked, others, plan }: Context): boolean {
  if (/^current_(size|count|length)$/.test(snake(name)) || USED.test(snake(name))) return true
  if (WORKED.test(snake(name)) || (SPENT.test(snake(name)) && ENTRIES.some((one) => others(one).length > 0)))
    return true
  if (SIZE.test(snake(name)) && HOLDS.test(plan.type) && !asked.has('size')) return true
  if (BARE_COUNT.test(snake(name)) && !asked.has(plain(singularName(name)))) return true
  const [, ...found] = COUNT.exec(snake(name)) ?? []
  const counted = found.find((part) => part !== undefined)?.replace(/^(open|closed)_/, '')
  if (counted === undefined) return false
  const one = plain(singularName(counted))
  if (asked.has(one) || asked.has(`${one}s`) || asked.has(plain(counted))) return false
  return DONE_BY_OTHERS.test(singularName(counted.split('_').at(-1) ?? '')) || others(counted).length > 0
}
