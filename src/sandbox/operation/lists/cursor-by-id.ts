import { at } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/records.ts'
import type { Selection } from '../selection.ts'
import { compose, type Step } from './compose.ts'
import { badCursor, sentFor, settingText, sizeFor } from './input.ts'
import type { ListStyleDefinition } from './style.ts'

/** The request names the record after (or before) which the page starts. */
export const cursorById: ListStyleDefinition = {
  style: 'cursor-by-id',
  page(selection, call, plan) {
    const size = sizeFor(call, plan)
    const after = sentFor(call, plan, 'after')
    const before = sentFor(call, plan, 'before')
    const cursor = after ?? before
    const record = cursor === undefined ? undefined : named(call, cursor)
    if (cursor !== undefined && record === undefined)
      return { refuse: badCursor(settingText(plan, after === undefined ? 'before' : 'after') ?? 'cursor', cursor) }
    const records = pageOf(selection, record, after !== undefined, size)
    const last = records.at(-1)
    const hasMore = last !== undefined && selection.hasAfter(last.position)
    return compose(selection, call, plan, {
      records,
      size,
      hasMore: before !== undefined && after === undefined ? hasBefore(selection, records) : hasMore,
      hasPrevious: cursor !== undefined,
      ...(hasMore && last !== undefined
        ? { next: step(settingText(plan, 'after'), idOf(call, last)), nextToken: idOf(call, last) }
        : {}),
    })
  },
}

function pageOf(
  selection: Selection,
  record: StoredRecord | undefined,
  forward: boolean,
  size: number,
): readonly StoredRecord[] {
  if (record === undefined) return selection.slice(0, size)
  return forward ? selection.after(record.position, size) : selection.before(record.position, size)
}

function hasBefore(selection: Selection, records: readonly StoredRecord[]): boolean {
  const [first] = records
  return first !== undefined && selection.before(first.position, 1).length > 0
}

/** The record with this id, also when it is not (or no longer) in the filtered list. */
function named(call: Call, id: string): StoredRecord | undefined {
  const { resource } = call.compiled
  return resource === undefined ? undefined : call.resources.find(resource, id, {})
}

function idOf(call: Call, record: StoredRecord): string {
  return idText(at(record.value, call.compiled.resource?.id.place ?? ['id'])) ?? record.key
}

function step(name: string | undefined, value: string): Step {
  return name === undefined ? {} : { [name]: value }
}
