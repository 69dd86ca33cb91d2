import { isObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import type { Selection } from '../selection.ts'
import { compose } from './compose.ts'
import { badCursor, sentFor, settingText, sizeFor } from './input.ts'
import type { ListStyleDefinition } from './style.ts'

/**
 * One input takes tokens of both directions, each of which stands for a place between records. Where nothing lies
 * ahead, the answer has the token that was sent. Without one, the last records are shown, unless the first are wanted.
 */
export const bothWays: ListStyleDefinition = {
  style: 'both-ways',
  page(selection, call, plan) {
    const sent = sentFor(call, plan, 'token')
    const told = sent === undefined ? undefined : /^([fb]):(.*)$/.exec(Buffer.from(sent, 'base64url').toString())
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
      nextToken: tokenFor('f', last?.position ?? position),
      previousToken: tokenFor('b', first?.position ?? position),
    })
  },
}

function pageAt(selection: Selection, way: string, position: string, size: number) {
  if (way === 'l') return selection.slice(Math.max(0, selection.total() - size), size)
  if (position === '') return way === 'f' ? selection.slice(0, size) : []
  return way === 'f' ? selection.after(position, size) : selection.before(position, size)
}

function startsAtHead({ body, query }: Call, name: string | undefined): boolean {
  if (name === undefined) return true
  const said = isObject(body) && Object.hasOwn(body, name) ? body[name] : query.find(([own]) => own === name)?.[1]
  return said === true || said === 'true'
}

function tokenFor(way: 'f' | 'b', position: string): string {
  return Buffer.from(`${way}:${position}`).toString('base64url')
}
