import type { ListPlan } from '../../../api/plan.ts'
import type { StoredRecord } from '../../state/records.ts'
import { compose, type Step } from './compose.ts'
import { positionOf } from './cursor-by-id.ts'
import { badCursor, sentFor, settingText, sizeFor } from './input.ts'
import type { ListStyleDefinition } from './style.ts'

/**
 * The request gives back an opaque token of the last answer; it stands for a position, so that records may come and
 * go. The id of a record stands for its position as well.
 */
export const token: ListStyleDefinition = {
  style: 'token',
  page(selection, call, plan) {
    const size = sizeFor(call, plan)
    const forward = sentFor(call, plan, 'token')
    const back = sentFor(call, plan, 'back')
    const sent = forward ?? back
    const position = sent === undefined ? undefined : (positionIn(sent) ?? positionOf(call, sent))
    const name = settingText(plan, forward === undefined ? 'back' : 'token') ?? 'token'
    if (sent !== undefined && position === undefined) return { refuse: badCursor(name, sent) }
    const records =
      position === undefined
        ? selection.slice(0, size)
        : forward === undefined
          ? selection.before(position, size)
          : selection.after(position, size)
    const last = records.at(-1)
    const hasMore = last === undefined ? size === 0 && selection.total() > 0 : selection.hasAfter(last.position)

    const [first] = records
    const hasPrevious = first !== undefined && sent !== undefined && selection.before(first.position, 1).length > 0
    return compose(selection, call, plan, {
      records,
      size,
      hasMore,
      hasPrevious,
      endToken: last === undefined ? (forward ?? tokenFor('')) : tokenFor(last.position),
      ...forwardTo(hasMore ? last : undefined, plan),
      ...backTo(hasPrevious ? first : undefined, plan),
    })
  },
}

function forwardTo(record: StoredRecord | undefined, plan: ListPlan) {
  if (record === undefined) return {}
  const nextToken = tokenFor(record.position)
  const next = stepBy(plan, 'token', 'back', nextToken)
  return { nextToken, ...(next === undefined ? {} : { next }) }
}

function backTo(record: StoredRecord | undefined, plan: ListPlan) {
  if (record === undefined) return {}
  const previousToken = tokenFor(record.position)
  const previous = stepBy(plan, 'back', 'token', previousToken)
  return { previousToken, ...(previous === undefined ? {} : { previous }) }
}

/** One way or the other: a URL that says both would go on as before. */
function stepBy(plan: ListPlan, setting: string, other: string, text: string): Step | undefined {
  const [name, against] = [settingText(plan, setting), settingText(plan, other)]
  return name === undefined ? undefined : { ...(against !== undefined && { [against]: undefined }), [name]: text }
}

/** The token of what follows these records, for lists that take one beside another way to go on. */
export function nextTokenOf(plan: ListPlan, records: readonly StoredRecord[]): string | undefined {
  const last = records.at(-1)
  return last === undefined || settingText(plan, 'token') === undefined ? undefined : tokenFor(last.position)
}

function tokenFor(position: string): string {
  return Buffer.from(`p:${position}`).toString('base64url')
}

function positionIn(text: string): string | undefined {
  const decoded = Buffer.from(text, 'base64url').toString()
  return decoded.startsWith('p:') ? decoded.slice(2) : undefined
}
