/**
 * Reads that are declared with the record of another collection: where
 * `/tasks` lists and makes `Task` and `/tasks/{id}` is said to be the `Step`
 * of `/steps`, the read is a slip of the description, and tasks are no steps.
 */

import { plainName } from '../naming/type-names.ts'
import { sameThing } from '../naming/words.ts'
import { alive } from '../resources/representations.ts'
import type { Found } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'

interface Shows {
  readonly literal: string
  readonly shown: readonly Found[]
}

/** The same families, each without the first of what it shows where that is the record of another. */
export function withoutSlips<F extends Shows>(families: readonly F[], reader: Reader): readonly F[] {
  const isOwn = ({ literal }: Shows, component: string): boolean => sameThing(plainName(component), literal)
  const componentOf = (found: Found | undefined): string | undefined =>
    found === undefined ? undefined : reader.component(alive(found.schema, reader))
  const homes = new Set<string>()
  for (const family of families) {
    const component = componentOf(family.shown[0])
    if (component !== undefined && isOwn(family, component)) homes.add(component)
  }
  return families.map((family) => {
    const [first, ...rest] = family.shown
    const [shown, ...others] = [first, ...rest].map(componentOf)
    const [own] = others
    if (shown === undefined || own === undefined || others.length < 2 || others.some((one) => one !== own))
      return family
    const isSlip = own !== shown && homes.has(shown) && isOwn(family, own) && !isOwn(family, shown)
    return isSlip ? { ...family, shown: rest } : family
  })
}
