import { isNumeric } from '../../../support/exact-number.ts'
import { at } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { parentsOf } from '../address.ts'
import type { Selection } from '../lists/selection.ts'
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
    const position = cursor === undefined ? undefined : positionOf(call, cursor)
    if (cursor !== undefined && position === undefined)
      return { refuse: badCursor(settingText(plan, after === undefined ? 'before' : 'after') ?? 'cursor', cursor) }
    const records = pageOf(selection, position, after !== undefined, size)
    const [first] = records
    const last = records.at(-1)
    const hasMore = last === undefined ? size === 0 && selection.total() > 0 : selection.hasAfter(last.position)

    return compose(selection, call, plan, {
      records,
      size,
      hasMore: before !== undefined && after === undefined ? hasBefore(selection, records) : hasMore,
      hasPrevious: cursor !== undefined,
      ...(hasMore && last !== undefined
        ? { next: step(settingText(plan, 'after'), idOf(call, last)), nextToken: shownId(call, last) }
        : {}),
      ...(cursor !== undefined && first !== undefined ? { previousToken: shownId(call, first) } : {}),
    })
  },
}

function pageOf(
  selection: Selection,
  position: string | undefined,
  forward: boolean,
  size: number,
): readonly StoredRecord[] {
  if (position === undefined) return selection.slice(0, size)
  return forward ? selection.after(position, size) : selection.before(position, size)
}

function hasBefore(selection: Selection, records: readonly StoredRecord[]): boolean {
  const [first] = records
  return first !== undefined && selection.before(first.position, 1).length > 0
}

/** Where the record with this id stands, also when it is not in the filtered list or was deleted since. */
export function positionOf(call: Call, id: string): string | undefined {
  const { resource } = call.compiled
  if (resource === undefined) return undefined
  const { links = {} } = parentLinks(call)
  const found = call.resources.find(resource, id, links)
  return found?.position ?? call.resources.records.positionOf(resource.type, call.resources.keyOf(resource, id, links))
}

function parentLinks(call: Call): { readonly links?: Links } {
  const parents = parentsOf(call)
  return 'refuse' in parents ? {} : parents
}

function idOf(call: Call, record: StoredRecord): string {
  return idText(at(record.value, call.compiled.resource?.id.place ?? ['id'])) ?? record.key
}

function shownId(call: Call, record: StoredRecord): string | number {
  const id = at(record.value, call.compiled.resource?.id.place ?? ['id'])
  return isNumeric(id) ? id : idOf(call, record)
}

function step(name: string | undefined, value: string): Step {
  return name === undefined ? {} : { [name]: value }
}
