/** The records a list is about, before it is cut into pages: straight from the index, or filtered and sorted. */
import type { ResourcePlan } from '../../../api/plan.ts'
import type { Records } from '../../state/records.ts'
import type { StoredRecord } from '../../state/stored-record.ts'

export interface Selection {
  total(): number
  slice(offset: number, limit: number): readonly StoredRecord[]
  /** Records that follow (in list order) the one at this position. */
  after(position: string, limit: number): readonly StoredRecord[]
  /** The records just before this position, in list order. */
  before(position: string, limit: number): readonly StoredRecord[]
  /** Whether anything follows the position. */
  hasAfter(position: string): boolean
}

/** All records under a link, in creation order or the reverse of it: a page costs what the page holds. */
export function indexSelection(records: Records, plan: ResourcePlan, link: string): Selection {
  const type = plan.type
  const reverse = plan.newestFirst
  const after = (position: string, limit: number) => records.list(type, { link, after: position, limit, reverse })
  return {
    total: () => records.count(type, link),
    slice: (offset, limit) => records.list(type, { link, offset, limit, reverse }),
    after,
    before: (position, limit) => records.list(type, { link, after: position, limit, reverse: !reverse }).reverse(),
    hasAfter: (position) => after(position, 1).length > 0,
  }
}

interface Placed {
  readonly position: string
}

/** `sorted` when it is not the order of their making. */
export type Order = 'forward' | 'reverse' | 'sorted'

/** Records already chosen and in list order. */
export function arraySelection(chosen: readonly StoredRecord[], order: Order): Selection {
  return placedSelection(chosen, order, (records) => records)
}

/** The same of what stands for records; those of a page are read when it is asked for. */
export function placedSelection<T extends Placed>(
  chosen: readonly T[],
  order: Order,
  read: (some: readonly T[]) => readonly StoredRecord[],
): Selection {
  const after = (position: string, limit: number) => {
    const start = startAfter(chosen, position, order)
    return read(chosen.slice(start, start + limit))
  }
  return {
    total: () => chosen.length,
    slice: (offset, limit) => read(chosen.slice(offset, offset + limit)),
    after,
    before(position, limit) {
      const own = chosen.findIndex((record) => record.position === position)
      const end = own < 0 ? startAfter(chosen, position, order) : own
      return read(chosen.slice(Math.max(0, end - limit), end))
    },
    hasAfter: (position) => after(position, 1).length > 0,
  }
}

/** Index of the first record that follows the position, also when the record that stood there is gone. */
function startAfter(chosen: readonly Placed[], position: string, order: Order): number {
  const own = chosen.findIndex((record) => record.position === position)
  if (own >= 0) return own + 1
  if (order === 'sorted') return chosen.length
  const next = chosen.findIndex((record) =>
    order === 'forward' ? record.position > position : record.position < position,
  )
  return next < 0 ? chosen.length : next
}
