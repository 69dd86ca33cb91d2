import { plain } from '../../../derive/naming/words.ts'
import { isObject } from '../../../support/json.ts'
import { momentIn } from '../../state/moments.ts'
import { START } from '../../state/sandbox-clock.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { compose } from './compose.ts'
import { sentFor, settingText, sizeFor } from './input.ts'
import type { ListStyleDefinition } from './style.ts'

/** The newest first; the request says before which moment, in milliseconds, records were made, and the answer that of its last. */
export const byTime: ListStyleDefinition = {
  style: 'by-time',
  page(selection, call, plan) {
    const size = sizeFor(call, plan)
    const until = momentIn(sentFor(call, plan, 'until'))
    const since = momentIn(sentFor(call, plan, 'since'))
    const all = newestFirst(selection.slice(0, selection.total()))
    const wanted = all.filter(
      ({ time }) => (until === undefined || time < until) && (since === undefined || time > since),
    )
    const page = wanted.slice(0, endOf(wanted, size))
    const [first, last] = [page[0], page.at(-1)]
    const hasMore = wanted.length > page.length && size > 0
    const hasPrevious = first !== undefined && all[0] !== first && settingText(plan, 'since') !== undefined
    return compose(selection, call, plan, {
      records: page.map(({ record }) => record),
      size,
      hasMore,
      hasPrevious,
      ...(hasMore && last !== undefined && { nextToken: last.time }),
      ...(hasPrevious && { previousToken: first.time }),
    })
  },
}

interface Dated {
  readonly record: StoredRecord
  readonly time: number
}

function newestFirst(records: readonly StoredRecord[]): readonly Dated[] {
  const dated = records.map((record) => ({ record, time: madeAt(record) }))
  return dated.reverse().sort((a, b) => b.time - a.time)
}

/** Records made at one moment stand on one page: none of them would come after it. Only the first may make a page longer. */
function endOf(all: readonly Dated[], size: number): number {
  if (size >= all.length || size <= 0) return Math.min(Math.max(size, 0), all.length)
  let end = size
  while (end > 0 && all[end]?.time === all[end - 1]?.time) end--
  if (end > 0) return end
  end = size
  while (all[end]?.time === all[0]?.time && end < all.length) end++
  return end
}

const MADE = [
  /^(created|creation|made|inserted|added)(at|time|date|on|timestamp)?$|^(date|time)(created|added)$/,
  /^(date|time|timestamp)$/,
]

/** When a record was made, in milliseconds since 1970; by its place in the store where it does not say so. */
function madeAt({ value, position }: StoredRecord): number {
  const named = isObject(value) ? Object.entries(value) : []
  for (const names of MADE)
    for (const [name, said] of named) {
      const moment = names.test(plain(name)) ? momentIn(said) : undefined
      if (moment !== undefined) return moment
    }
  const [, seeded = '', ordinal = '0'] = /^(!?)([0-9a-z]{9})/.exec(position) ?? []
  return START + 1000 * (Number.parseInt(ordinal, 36) - (seeded === '' ? 0 : DAYS_BEFORE))
}

/** Seconds by which what was there before the sandbox is older. */
const DAYS_BEFORE = 30 * 86_400
