/** Reads what a forge answered, member by member. */
import { ToolError } from '../support/errors.ts'
import { at } from '../support/json.ts'
import { printable } from '../support/printable.ts'

/** Throws a ToolError that names what is missing. */
export function textIn(body: unknown, ...place: readonly string[]): string {
  const value = at(body, place)
  return typeof value === 'string' ? value : fail(place, 'a text')
}

/** '' for null and what is missing. */
export function anyTextIn(body: unknown, ...place: readonly string[]): string {
  const value = at(body, place)
  return typeof value === 'string' ? value : ''
}

export function numberIn(body: unknown, ...place: readonly string[]): number {
  const value = at(body, place)
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : fail(place, 'a whole number')
}

export function listIn(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : fail([], 'a list')
}

/** An address that people are shown; '' for what is none. */
export function urlIn(body: unknown, ...place: readonly string[]): string {
  const value = printable(anyTextIn(body, ...place))
  return /^https?:\/\/[^\s<>"]+$/.test(value) ? value : ''
}

function fail(place: readonly string[], what: string): never {
  const where = place.length === 0 ? 'its body' : `"${place.join('.')}"`
  throw new ToolError('unavailable', `The forge answered something else than it documents: ${where} is not ${what}`)
}
