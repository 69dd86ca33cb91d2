import type { ListPlan } from '../../../api/plan.ts'
import type { Call } from '../../exchange.ts'
import { bothWays } from './both-ways.ts'
import { byTime } from './by-time.ts'
import { cursorById } from './cursor-by-id.ts'
import { fromValues } from './from-values.ts'
import { sentFor } from './input.ts'
import { none } from './none.ts'
import { offset, skip } from './offset.ts'
import { page } from './page.ts'
import type { ListStyleDefinition } from './style.ts'
import { token } from './token.ts'

/** Every list style, under the names that `derive/lists` recognises. A new one is its file and a line in each. */
export const listStyles: readonly ListStyleDefinition[] = [
  bothWays,
  cursorById,
  page,
  offset,
  byTime,
  token,
  fromValues,
  none,
]

const byName = new Map(listStyles.map((style) => [style.style, style]))

/** The inputs that a list may take beside those of its own style. */
const OTHERS = Object.entries({ token, after: cursorById, page, skip })

/** How this request asks for its page: as the list's own style has it, or by another input that it takes. */
export function styleFor(call: Call, plan: ListPlan): ListStyleDefinition {
  const own = byName.get(plan.style) ?? none
  if (own === bothWays) return own
  const isSent = (setting: string): boolean => sentFor(call, plan, setting) !== undefined
  if (isSent(own.style)) return isSent('token') ? token : own
  return OTHERS.find(([setting]) => isSent(setting))?.[1] ?? own
}
