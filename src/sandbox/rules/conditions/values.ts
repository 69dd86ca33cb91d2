/** Conditions on the values of a request by their places: what body, query, headers and params have in common. */
import { isObject, type Json, type JsonObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { compileMatcher, matcherWords, objectionTo, plainWish, storeTypesIn, type Test } from '../matchers.ts'
import { type Steps, stepsOf } from '../path.ts'
import type { Ask, Condition } from './condition.ts'

interface Place {
  readonly name: string
  readonly steps: Steps
  readonly test: Test
  readonly words: string
}

/** A condition named `name` that looks its places up with `valueAt`. */
export function valuesCondition(
  name: string,
  valueAt: (call: Call, place: string, steps: Steps) => unknown,
  more: Pick<Condition, 'unfit'> & { readonly plainName?: (place: string) => string } = {},
): Condition {
  const { plainName, ...rest } = more
  return {
    ...rest,
    name,
    objection: matchersObjection,
    compile: (argument) => compileValues(name, argument, valueAt),
    plain: (argument) => plainPlaces(argument, plainName),
    storeTypes: placesStoreTypes,
    words: (argument) => placesWords(argument, `${name}.`),
  }
}

/** Why this is no object of places and matchers, as a clause. */
export function matchersObjection(argument: Json): string | undefined {
  if (!isObject(argument)) return 'must map places to what they must be'
  for (const [place, wish] of Object.entries(argument)) {
    const problem = objectionTo(wish as Json)
    if (problem !== undefined) return `${place} ${problem}`
  }
  return undefined
}

/** Places and matchers in the one form that all their spellings have. */
export function plainPlaces(argument: Json, plainName: (place: string) => string = plainPlace): JsonObject {
  return Object.fromEntries(
    Object.entries(isObject(argument) ? argument : {}).map(([place, wish]) => [
      plainName(place),
      plainWish(wish as Json),
    ]),
  )
}

function plainPlace(place: string): string {
  return JSON.stringify(stepsOf(place))
}

/** The resource types that the matchers ask for stored ids of. */
export function placesStoreTypes(argument: Json): readonly string[] {
  return Object.values(isObject(argument) ? argument : {}).flatMap((wish) => storeTypesIn(wish as Json))
}

function compileValues(
  name: string,
  argument: Json,
  valueAt: (call: Call, place: string, steps: Steps) => unknown,
): Ask {
  const places = placesOf(argument, `${name}.`).map((place) => ({
    ...place,
    // Made once: most rules do not fire, and nobody listens why.
    failed: () => `${place.words} does not hold`,
  }))
  const [only] = places
  if (places.length === 1 && only !== undefined) {
    const { name: own, steps, test, failed } = only
    return (call, around) => (test(valueAt(call, own, steps), around) ? undefined : failed)
  }
  return (call, around) => {
    for (const { name: own, steps, test, failed } of places) if (!test(valueAt(call, own, steps), around)) return failed
    return undefined
  }
}

export function placesOf(argument: Json, prefix: string): readonly Place[] {
  return Object.entries(isObject(argument) ? argument : {}).map(([name, wish]) => ({
    name,
    steps: stepsOf(name),
    test: compileMatcher(wish as Json),
    words: `${prefix}${name} ${matcherWords(wish as Json)}`,
  }))
}

export function placesWords(argument: Json, prefix: string): string {
  return placesOf(argument, prefix)
    .map(({ words }) => words)
    .join(', ')
}
