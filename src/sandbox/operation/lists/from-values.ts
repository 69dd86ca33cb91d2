import type { ListPlan, Place } from '../../../api/plan.ts'
import { at } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/records.ts'
import { compose } from './compose.ts'
import { sentFor, sizeFor } from './input.ts'
import type { ListStyleDefinition } from './style.ts'

interface Pair {
  readonly by: Place
  readonly next: Place
  readonly sent: string | undefined
}

/** The page starts with the record whose values the request says, and the answer says those of the one after it. */
export const fromValues: ListStyleDefinition = {
  style: 'from-values',
  page(selection, call, plan) {
    const size = sizeFor(call, plan)
    const pairs = pairsOf(call, plan)
    const all = selection.slice(0, selection.total())
    const start = startOf(all, pairs)
    const records = all.slice(start, start + size)
    const follows = size === 0 ? undefined : all[start + size]
    const page = compose(selection, call, plan, {
      records,
      size,
      hasMore: follows !== undefined,
      hasPrevious: start > 0,
      offset: start,
    })
    let { around } = page
    const absent = [...(page.absent ?? [])]
    for (const { by, next } of pairs) {
      const value = follows === undefined ? undefined : at(follows.value, by)
      if (value === undefined) absent.push(next)
      else around = withAt(around, next, value)
    }
    return { ...page, around, absent }
  },
}

function pairsOf(call: Call, { settings }: ListPlan): readonly Pair[] {
  const pairs: Pair[] = []
  for (let index = 0; ; index++) {
    const [by, next] = [settings[`by${index}`], settings[`next${index}`]]
    if (!Array.isArray(by) || !Array.isArray(next)) return pairs
    pairs.push({ by: by as Place, next: next as Place, sent: sentFor(call, { settings } as ListPlan, `from${index}`) })
  }
}

/** Where no record has the values, the first whose value comes after; nothing said is the beginning. */
function startOf(all: readonly StoredRecord[], pairs: readonly Pair[]): number {
  const said = pairs.filter(({ sent }) => sent !== undefined)
  const [first] = said
  if (first === undefined) return 0
  const textAt = ({ value }: StoredRecord, { by }: Pair): string | undefined => idText(at(value, by))
  const exact = all.findIndex((record) => said.every((pair) => textAt(record, pair) === pair.sent))
  if (exact >= 0) return exact
  const later = all.findIndex((record) => (textAt(record, first) ?? '') >= (first.sent ?? ''))
  return later < 0 ? all.length : later
}
