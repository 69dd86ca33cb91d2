/** The records a list is about, before it is cut into pages: straight from the index, or filtered and sorted. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Records, StoredRecord } from '../state/records.ts'

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

/** Records already chosen and in list order. */
export function arraySelection(chosen: readonly StoredRecord[]): Selection {
  const indexOf = (position: string) => chosen.findIndex((record) => record.position === position)
  const after = (position: string, limit: number) => {
    const index = indexOf(position)
    return index < 0 ? [] : chosen.slice(index + 1, index + 1 + limit)
  }
  return {
    total: () => chosen.length,
    slice: (offset, limit) => chosen.slice(offset, offset + limit),
    after,
    before(position, limit) {
      const index = indexOf(position)
      return index < 0 ? [] : chosen.slice(Math.max(0, index - limit), index)
    },
    hasAfter: (position) => after(position, 1).length > 0,
  }
}
