import { compose } from './compose.ts'
import { settingText, sizeFor, wholeFor } from './input.ts'
import type { ListStyleDefinition } from './style.ts'
import { nextTokenOf } from './token.ts'

/** The request names the number of a page. */
export const page: ListStyleDefinition = {
  style: 'page',
  page(selection, call, plan) {
    const first = plan.settings['firstPage'] === 0 ? 0 : 1
    const size = sizeFor(call, plan)
    const number = wholeFor(call, plan, 'page', first, first)
    const offset = (number - first) * size
    const records = offset > Number.MAX_SAFE_INTEGER ? [] : selection.slice(offset, size)
    const total = selection.total()
    const hasMore = offset + records.length < total && records.length > 0
    const last = first + Math.max(1, Math.ceil(total / Math.max(1, size))) - 1
    const name = settingText(plan, 'page') ?? 'page'
    return compose(selection, call, plan, {
      records,
      size,
      offset,
      pageNumber: number,
      firstPage: first,
      hasMore,
      hasPrevious: number > first,
      ...(hasMore
        ? {
            next: { [name]: String(number + 1) },
            nextToken: nextTokenOf(plan, records, size) ?? String(number + 1),
            nextOffset: offset + records.length,
          }
        : {}),
      ...(number > first ? { previous: { [name]: String(number - 1) } } : {}),
      first: { [name]: String(first) },
      last: { [name]: String(last) },
    })
  },
}
