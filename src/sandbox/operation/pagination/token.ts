import type { ListPlan } from '../../../api/plan.ts'
import type { Call } from '../../exchange.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
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
    const forward = sentFor(call, plan, 'token') ?? sentFor(call, plan, 'orToken')
    const back = sentFor(call, plan, 'back')
    const sent = forward ?? back
    const told = sent === undefined ? undefined : plan.settings['dated'] === undefined ? toldBy(sent) : datedBy(sent)
    const position = sent === undefined ? undefined : (told?.position ?? positionOf(call, sent))
    const size =
      told?.size === undefined || isSized(call, plan) ? sizeFor(call, plan) : Math.min(told.size, plan.maxSize)
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
      endToken: last === undefined ? (forward ?? tokenFor('')) : tokenFor(last.position, size, plan),
      ...forwardTo(hasMore ? last : undefined, size, plan),
      ...backTo(hasPrevious ? first : undefined, size, plan),
    })
  },
}

function forwardTo(record: StoredRecord | undefined, size: number, plan: ListPlan) {
  if (record === undefined) return {}
  const text = tokenFor(record.position, size, plan)
  const next = stepBy(plan, 'token', 'back', text)
  return { nextToken: text, ...(next === undefined ? {} : { next }) }
}

function backTo(record: StoredRecord | undefined, size: number, plan: ListPlan) {
  if (record === undefined) return {}
  const previousToken = tokenFor(record.position, size, plan)
  const previous = stepBy(plan, 'back', 'token', previousToken)
  return { previousToken, ...(previous === undefined ? {} : { previous }) }
}

/** One way or the other: a URL that says both would go on as before. */
function stepBy(plan: ListPlan, setting: string, other: string, text: string): Step | undefined {
  const [name, against] = [settingText(plan, setting), settingText(plan, other)]
  return name === undefined ? undefined : { ...(against !== undefined && { [against]: undefined }), [name]: text }
}

/** The token of what follows these records, for lists that take one beside another way to go on. */
export function nextTokenOf(plan: ListPlan, records: readonly StoredRecord[], size: number): string | undefined {
  const last = records.at(-1)
  return last === undefined || settingText(plan, 'token') === undefined
    ? undefined
    : tokenFor(last.position, size, plan)
}

/** A position, and the page size where it is not the usual one: clients need not say it again. */
function tokenFor(position: string, size?: number, plan?: ListPlan): string {
  if (plan?.settings['dated'] === true) return timeFor(position)
  const told = size === plan?.defaultSize ? '' : String(size ?? '')
  return Buffer.from(`p${told}:${position}`).toString('base64url')
}

function isSized(call: Call, plan: ListPlan): boolean {
  return sentFor(call, plan, 'size') !== undefined || sentFor(call, plan, 'orSize') !== undefined
}

/** Tokens that have to be times stand for positions by seconds of the year 2000 and on, for others by parts of a second. */
const ORIGIN = Date.UTC(2000, 0, 1)
const ORDINAL = /^[0-9a-z]{9}$/
const MOST_SECONDS = 2 ** 37

function timeFor(position: string): string {
  const number = ORDINAL.test(position) ? Number.parseInt(position, 36) : MOST_SECONDS
  if (number < MOST_SECONDS) return new Date(ORIGIN + number * 1000).toISOString().replace('.000', '')
  const parts = [...position].map((one) => String(one.charCodeAt(0)).padStart(3, '0'))
  return `1999-01-01T00:00:00.${parts.join('')}Z`
}

function datedBy(text: string): ReturnType<typeof toldBy> {
  const position = positionAt(text)
  return position === undefined ? undefined : { position }
}

function positionAt(text: string): string | undefined {
  const [, parts] = /^1999-01-01T00:00:00\.((?:\d{3})+)Z$/.exec(text) ?? []
  if (parts !== undefined) return parts.replace(/\d{3}/g, (one) => String.fromCharCode(Number(one)))
  const seconds = (Date.parse(text) - ORIGIN) / 1000
  return Number.isInteger(seconds) && seconds >= 0 ? seconds.toString(36).padStart(9, '0') : undefined
}

function toldBy(text: string): { readonly position: string; readonly size?: number } | undefined {
  const [, size = '', position] = /^p(\d{0,6}):(.*)$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  return position === undefined ? undefined : { position, ...(size !== '' && { size: Number(size) }) }
}
