import type { ListPlan } from '../../../api/plan.ts'
import type { Call } from '../../exchange.ts'
import type { Page } from '../kind.ts'
import type { Selection } from '../lists/selection.ts'
import { compose } from './compose.ts'
import { settingText, sizeFor, wholeFor } from './input.ts'
import type { ListStyleDefinition } from './style.ts'
import { nextTokenOf } from './token.ts'

/** The request says how many records to skip. */
export const offset: ListStyleDefinition = {
  style: 'offset',
  page: (selection, call, plan) => pageAfter(selection, call, plan, 'offset'),
}

/** The same, where the list is paged otherwise. */
export const skip: ListStyleDefinition = {
  style: 'skip',
  page: (selection, call, plan) => pageAfter(selection, call, plan, 'skip'),
}

/** The page after as many records as the input of a setting says. */
function pageAfter(selection: Selection, call: Call, plan: ListPlan, setting: 'offset' | 'skip'): Omit<Page, 'type'> {
  const base = plan.settings['firstOffset'] === 1 ? 1 : 0
  const size = sizeFor(call, plan)
  const sent = wholeFor(call, plan, setting, base, base)
  const skipped = sent - base
  const records = selection.slice(skipped, size)
  const hasMore = skipped + records.length < selection.total() && records.length > 0
  const name = settingText(plan, setting) ?? setting
  const next = String(sent + records.length)
  return compose(selection, call, plan, {
    records,
    size,
    offset: sent,
    hasMore,
    hasPrevious: skipped > 0,
    ...(hasMore
      ? { next: { [name]: next }, nextToken: nextTokenOf(plan, records, size) ?? next, nextOffset: Number(next) }
      : {}),
    ...(skipped > 0 ? { previous: { [name]: String(Math.max(base, sent - size)) } } : {}),
    first: { [name]: String(base) },
    last: { [name]: String(base + lastStart(selection.total(), size)) },
  })
}

/** How many records stand before the last page. */
function lastStart(total: number, size: number): number {
  return Math.floor(Math.max(0, total - 1) / Math.max(1, size)) * Math.max(1, size)
}
