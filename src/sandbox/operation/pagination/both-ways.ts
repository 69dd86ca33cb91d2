import { isObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import type { Selection } from '../lists/selection.ts'
import { compose } from './compose.ts'
import { badCursor, sentFor, settingText, sizeFor } from './input.ts'
import type { ListStyleDefinition } from './style.ts'

/**
 * One input takes tokens of both directions, each of which stands for a place between records. Where nothing lies
 * ahead, the answer has the token that was sent, and one that turns round there (`F`, `B`: with the record at the place).
 * Without a token, the last records are shown, unless the first are wanted.
 */
export const bothWays: ListStyleDefinition = {
  style: 'both-ways',
  page(selection, call, plan) {
    const sent = sentFor(call, plan, 'token')
    const told = sent === undefined ? undefined : /^([fb]):(.*)$/i.exec(Buffer.from(sent, 'base64url').toString())
    if (sent !== undefined && !told) return { refuse: badCursor(settingText(plan, 'token') ?? 'token', sent) }
    const [, way, position = ''] = told ?? []
    const size = sizeFor(call, plan)
    const records = pageAt(
      selection,
      way ?? (startsAtHead(call, settingText(plan, 'fromHead')) ? 'f' : 'l'),
      position,
      size,
    )
    const [first, last] = [records[0], records.at(-1)]
    return compose(selection, call, plan, {
      records,
      size,
      hasMore: last !== undefined && selection.hasAfter(last.position),
      hasPrevious: first !== undefined && selection.before(first.position, 1).length > 0,
      nextToken: last === undefined ? tokenFor(onward(way, 'f'), position) : tokenFor('f', last.position),
      previousToken: first === undefined ? tokenFor(onward(way, 'b'), position) : tokenFor('b', first.position),
    })
  },
}

function pageAt(selection: Selection, way: string, position: string, size: number) {
  if (way === 'l') return selection.slice(Math.max(0, selection.total() - size), size)
  // A place in an empty list: all that came since lies ahead of it.
  if (position === '') return way.toLowerCase() === 'f' ? selection.slice(0, size) : []
  switch (way) {
    case 'F':
      return [...standingAt(selection, position), ...selection.after(position, size)].slice(0, size)
    case 'B':
      return [...selection.before(position, size), ...standingAt(selection, position)].slice(-size)
    default:
      return way === 'f' ? selection.after(position, size) : selection.before(position, size)
  }
}

/** The record at the position, as long as it is there. */
function standingAt(selection: Selection, position: string): readonly StoredRecord[] {
  const [before] = selection.before(position, 1)
  const found = before === undefined ? selection.slice(0, 1) : selection.after(before.position, 1)
  return found.filter((record) => record.position === position)
}

/** From an empty page: the way that was gone stays what it was, the other one begins with the record at the place. */
function onward(gone: string | undefined, way: Way): Way {
  return gone?.toLowerCase() === way ? (gone as Way) : (way.toUpperCase() as Way)
}

type Way = 'f' | 'b' | 'F' | 'B'

function startsAtHead({ body, query }: Call, name: string | undefined): boolean {
  if (name === undefined) return true
  const said = isObject(body) && Object.hasOwn(body, name) ? body[name] : query.find(([own]) => own === name)?.[1]
  return said === true || said === 'true'
}

function tokenFor(way: Way, position: string): string {
  return Buffer.from(`${way}:${position}`).toString('base64url')
}
