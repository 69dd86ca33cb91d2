import { compose } from './compose.ts'
import { sizeFor } from './input.ts'
import type { ListStyleDefinition } from './style.ts'

/** Everything in one answer, as far as the size allows. */
export const none: ListStyleDefinition = {
  style: 'none',
  page(selection, call, plan) {
    const size = sizeFor(call, plan)
    const records = selection.slice(0, size)
    const hasMore = records.length < selection.total()
    return compose(selection, call, plan, { records, size, hasMore, hasPrevious: false, offset: 0 })
  },
}
