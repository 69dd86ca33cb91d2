/** The paging inputs of a request: a query parameter, a member of one (`page[size]`), or a place in the body. */
import type { ListPlan } from '../../../api/plan.ts'
import { at } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { idText } from '../../state/place.ts'
import type { Refusal } from '../kind.ts'

export function settingText(plan: ListPlan, setting: string): string | undefined {
  const value = Object.hasOwn(plan.settings, setting) ? plan.settings[setting] : undefined
  return typeof value === 'string' ? value : undefined
}

/** What the request says for a setting that names an input; undefined when it says nothing. */
export function sentFor(call: Call, plan: ListPlan, setting: string): string | undefined {
  const name = settingText(plan, setting)
  if (name === undefined) return undefined
  const body = idText(at(call.body, name.split('.')))
  const query = call.query.find(([sent]) => sent === name)?.[1]
  const found = plan.settings['in'] === 'body' ? (body ?? query) : (query ?? body)
  return found === '' ? undefined : found
}

/** The page size that holds for this request. */
export function sizeFor(call: Call, plan: ListPlan): number {
  const sent = Number(sentFor(call, plan, 'size') ?? sentFor(call, plan, 'orSize') ?? Number.NaN)
  if (!Number.isFinite(sent) || sent < 0) return plan.defaultSize
  return Math.min(Math.floor(sent), plan.maxSize)
}

/** A whole number that the request gives, at least `least`; `otherwise` when it gives none. */
export function wholeFor(call: Call, plan: ListPlan, setting: string, otherwise: number, least: number): number {
  const sent = Number(sentFor(call, plan, setting) ?? Number.NaN)
  // What lies beyond all lists is beyond this one.
  return Number.isInteger(sent) && sent >= least ? Math.min(sent, Number.MAX_SAFE_INTEGER) : otherwise
}

export function badCursor(name: string, value: string): Refusal {
  return {
    status: 400,
    message: `${name} ${JSON.stringify(value)} names no place in this list`,
    code: 'invalid_request',
    param: name,
  }
}
