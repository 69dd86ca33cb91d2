import type { ListPlan, Place } from '../../../api/plan.ts'
import { at } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
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
    const all = inOrder(selection.slice(0, selection.total()), pairs)
    const start = startOf(all, pairs)
    const end = endOf(all, pairs, start, size)
    const records = all.slice(start, end)
    const follows = size === 0 ? undefined : all[end]
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

function textAt({ value }: StoredRecord, { by }: Pair): string {
  return idText(at(value, by)) ?? ''
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** By the values that say where a page begins: whatever goes meanwhile, what comes after them follows. */
function inOrder(records: readonly StoredRecord[], pairs: readonly Pair[]): readonly StoredRecord[] {
  const keyed = records.map((record) => ({ record, texts: pairs.map((pair) => textAt(record, pair)) }))
  keyed.sort((a, b) => a.texts.map((text, i) => compare(text, b.texts[i] ?? '')).find((order) => order !== 0) ?? 0)
  return keyed.map(({ record }) => record)
}

/** The first record that does not come before the values; nothing said is the beginning. */
function startOf(all: readonly StoredRecord[], pairs: readonly Pair[]): number {
  const said = pairs.filter(({ sent }) => sent !== undefined)
  if (said.length === 0) return 0
  const found = all.findIndex((record) => {
    const orders = said.map((pair) => compare(textAt(record, pair), pair.sent ?? ''))
    return (orders.find((order) => order !== 0) ?? 0) >= 0
  })
  return found < 0 ? all.length : found
}

/**
 * Where the page ends: records that the values cannot tell apart stand on one page, else none would come after it. What
 * does not fit begins the next one; only the first such group may make a page longer.
 */
function endOf(all: readonly StoredRecord[], pairs: readonly Pair[], start: number, size: number): number {
  const isAlike = (one: StoredRecord | undefined, other: StoredRecord | undefined) =>
    one !== undefined && other !== undefined && pairs.every((pair) => textAt(one, pair) === textAt(other, pair))
  let end = Math.min(start + size, all.length)
  while (end > start && isAlike(all[end - 1], all[end])) end--
  if (end > start || size === 0) return end
  end = start + 1
  while (isAlike(all[end - 1], all[end])) end++
  return Math.min(end, all.length)
}
