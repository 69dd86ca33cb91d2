/** Where answers hold the token of the next page, as words of the description tell: "`next_page` with an `offset`". */
import type { DescribedOperation } from '../../api/model.ts'
import type { Place } from '../../api/plan.ts'

/** By the name of the input that takes it. */
export type ToldPlaces = ReadonlyMap<string, Place>

export function toldPlaces(operations: readonly DescribedOperation[]): ToldPlaces {
  const found = new Map<string, Place>()
  for (const { description = '' } of operations)
    for (const [, holder, name] of description.slice(0, MOST).matchAll(WITH))
      if (holder !== undefined && name !== undefined) found.set(name, [holder, name])
  return found
}

/** Letters of one description that are read. */
const MOST = 5_000
const WITH = /`(next_?\w{0,30})`(?: (?:field|object|property))? (?:with|that (?:has|holds|contains)) an? `(\w{1,30})`/gi
