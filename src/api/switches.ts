/** Behaviours that a description switches off, or on again: `x-tool-behaviours: {counter-cache: off}`. */
import { isObject } from '../support/json.ts'
import type { ApiHead, OperationHead } from './description.ts'
import type { ResourcePlan } from './plan.ts'

/** By name: whether it is on. What is not named is as it is farther out, and on where nobody names it. */
export type Switches = Readonly<Record<string, boolean>>

interface Switched {
  readonly switches?: Switches
}

/** Whether a word switches on or off; undefined where it does neither. */
export function switchOf(word: unknown): boolean | undefined {
  if (word === 'on' || word === true) return true
  return word === 'off' || word === false ? false : undefined
}

/** What statements say together of the behaviours of these names, the farthest first; undefined where they say nothing. */
export function switchesIn(names: readonly string[], statements: readonly unknown[]): Switches | undefined {
  const found: Record<string, boolean> = {}
  for (const said of statements.filter(isObject))
    for (const name of names) {
      const isOn = Object.hasOwn(said, name) ? switchOf(said[name]) : undefined
      if (isOn !== undefined) found[name] = isOn
    }
  return Object.keys(found).length === 0 ? undefined : found
}

/** Whether a behaviour is off where these say something of it, the nearest first. */
export function isOff(name: string, ...places: readonly (Switched | undefined)[]): boolean {
  const nearest = places.find((place) => place?.switches !== undefined && Object.hasOwn(place.switches, name))
  return nearest?.switches?.[name] === false
}

/** Whether it is off for records of a type: by their schema, else in all operations on them, else by the document. */
export function isOffOfType(
  name: string,
  resource: ResourcePlan,
  { head, own }: { readonly head: Pick<ApiHead, 'switches'>; readonly own: readonly OperationHead[] },
): boolean {
  if (own.length === 0) return isOff(name, resource, head)
  return own.every(({ plan }) => isOff(name, resource, plan))
}
