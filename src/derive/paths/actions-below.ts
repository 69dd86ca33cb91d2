/** Is what stands below `actions` done to the record above? `POST /servers/{id}/actions/reboot` */

import { meaningOf } from '../naming/verbs.ts'
import { isPlural, words } from '../naming/words.ts'
import type { Part } from './paths.ts'
import type { Act } from './sites.ts'

/** A POST below `actions` of a record, whether those are listed or not. */
export function isDoneAbove(group: readonly Act[], before: readonly Part[], text: string): boolean {
  const [actions, item] = [before.at(-1), before.at(-2)]
  if (!/^actions?$/i.test(actions?.text ?? '') || item?.param !== true) return false
  return group.every(({ op }) => op.method === 'POST') && !(isPlural(text) && words(text).length === 1)
}

/** `actions/search`: about the actions, where those are records. */
export function asksForSome(text: string): boolean {
  return words(text).length === 1 && /^(list|search|count|bulk)$/.test(meaningOf(text) ?? '')
}

/** `actions/createInvoice` makes something of its own, where actions are no records. */
export function makesOwn(text: string): boolean {
  const [verb, ...noun] = words(text)
  return verb === 'create' && noun.length > 0
}

/** `setLabels`, `remove_disks`: several things of the record above, and no things of their own. */
export function changesParts(text: string): boolean {
  const [first = '', ...rest] = words(text)
  return rest.length > 0 && /^(set|remove|reset|enable|disable|attach|detach)$/.test(first)
}
