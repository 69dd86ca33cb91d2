/** What a rule may ask of one value. A matcher is made ready once and then asked for each request. */

import { isEqual } from '../../api/schema/equal.ts'
import { compileLinear, findsIn, judgePattern } from '../../api/schema/patterns.ts'
import { jsonText } from '../../support/exact-json.ts'
import { compareNumbers, isExact, isNumeric, isPlainText, numberIn, scalarText } from '../../support/exact-number.ts'
import { isObject, type Json, type JsonObject } from '../../support/json.ts'
import { hintOf } from '../../support/nearest.ts'

/** What a matcher may look at beside the value. */
export interface Surroundings {
  /** True when a record of the type has this id. */
  isStored(type: string, id: unknown): boolean
}

export type Test = (value: unknown, around: Surroundings) => boolean

export interface Matcher {
  readonly name: string
  /** Why this argument will not do, as a clause; undefined when it will. */
  objection(argument: Json): string | undefined
  compile(argument: Json): Test
}

const always = (): undefined => undefined

function order(name: string, holds: (difference: number) => boolean): Matcher {
  return {
    name,
    objection: (argument) =>
      typeof argument === 'number' || typeof argument === 'string' ? undefined : 'wants a number or a text',
    compile: (argument) => (value) => {
      const difference = compare(value, argument)
      return difference !== undefined && holds(difference)
    },
  }
}

/** Numbers by size, other texts by code units; undefined for what has no order. */
function compare(value: unknown, bound: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  if (isExact(value) || isExact(bound)) return compareExact(value, bound)
  const [a, b] = [Number(value), Number(bound)]
  if (value !== '' && !Number.isNaN(a) && !Number.isNaN(b)) return a - b
  if (typeof value !== 'string' || typeof bound !== 'string') return undefined
  return value < bound ? -1 : value > bound ? 1 : 0
}

function compareExact(value: unknown, bound: unknown): number | undefined {
  const [a, b] = [value, bound].map((one) => (isPlainText(one) ? numberIn(one) : one))
  return isNumeric(a) && isNumeric(b) ? compareNumbers(a, b) : undefined
}

const wantsTruth = (argument: Json): string | undefined =>
  typeof argument === 'boolean' ? undefined : 'wants true or false'

/** Parameters and fields come as text: what is written as a number or a truth is meant as its text there. */
function equals(wanted: Json): Test {
  if (typeof wanted === 'object') return (value) => isEqual(value, wanted)
  const text = scalarText(wanted)
  if (isExact(wanted)) return (value) => isEqual(value, wanted) || value === text
  return (value) => value === wanted || (typeof value === 'string' && typeof wanted !== 'string' && value === text)
}

const matchers: readonly Matcher[] = [
  {
    name: 'exists',
    objection: wantsTruth,
    compile: (wanted) => (value) => (value !== undefined) === wanted,
  },
  {
    name: 'absent',
    objection: wantsTruth,
    compile: (wanted) => (value) => (value === undefined) === wanted,
  },
  {
    name: 'exists_in_store',
    objection: (type) => (typeof type === 'string' && type !== '' ? undefined : 'wants the name of a resource type'),
    compile: (type) => (value, around) => value !== undefined && around.isStored(String(type), value),
  },
  { name: 'equals', objection: always, compile: equals },
  {
    name: 'not',
    objection: (argument) => objectionTo(argument),
    compile: (argument) => {
      const test = compileMatcher(argument)
      return (value, around) => !test(value, around)
    },
  },
  {
    name: 'in',
    objection: (argument) => (Array.isArray(argument) ? undefined : 'needs a list of values'),
    compile: (argument) => {
      const tests = (argument as readonly Json[]).map(equals)
      return (value, around) => tests.some((test) => test(value, around))
    },
  },
  {
    name: 'matches',
    objection: (source) => {
      if (typeof source !== 'string') return 'wants a regular expression'
      const problem =
        judgePattern(source) ?? (compileLinear(source) === undefined ? 'cannot be matched in linear time' : undefined)
      return problem === undefined ? undefined : `has a pattern that cannot be used: ${problem}`
    },
    compile: (source) => {
      const pattern = compileLinear(String(source))
      return (value) =>
        (typeof value === 'string' || typeof value === 'number') &&
        pattern !== undefined &&
        findsIn(pattern, scalarText(value))
    },
  },
  {
    name: 'contains',
    objection: always,
    compile: (wanted) => {
      const test = equals(wanted)
      return (value, around) => {
        if (Array.isArray(value)) return value.some((item) => test(item, around))
        return typeof value === 'string' && typeof wanted === 'string' && value.includes(wanted)
      }
    },
  },
  order('gt', (difference) => difference > 0),
  order('gte', (difference) => difference >= 0),
  order('lt', (difference) => difference < 0),
  order('lte', (difference) => difference <= 0),
]

export const matcherNames: readonly string[] = matchers.map(({ name }) => name)

const byName: ReadonlyMap<string, Matcher> = new Map(matchers.map((matcher) => [matcher.name, matcher]))

/** Why this is no matcher, as a clause; undefined when it is. A value that is no object must be equal. */
export function objectionTo(wish: Json): string | undefined {
  if (!isObject(wish)) return undefined
  const names = Object.keys(wish)
  if (names.length === 0) return 'names no matcher (to compare with an object, write equals)'
  for (const name of names) {
    const matcher = byName.get(name)
    if (matcher === undefined) {
      const hint = hintOf(name, matcherNames) ?? 'to compare with an object, write equals'
      return `has no matcher ${JSON.stringify(name)} (${hint})`
    }
    const problem = matcher.objection(wish[name] as Json)
    if (problem !== undefined) return `${name} ${problem}`
  }
  return undefined
}

/** The test that a wish stands for; all of its matchers must hold. The wish has no objection. */
export function compileMatcher(wish: Json): Test {
  if (!isObject(wish)) return equals(wish)
  const tests = Object.entries(wish).flatMap(([name, argument]) => byName.get(name)?.compile(argument as Json) ?? [])
  const [only] = tests
  if (tests.length === 1 && only !== undefined) return only
  return (value, around) => tests.every((test) => test(value, around))
}

/** The resource types that a wish asks for stored ids of. */
export function storeTypesIn(wish: Json): readonly string[] {
  if (!isObject(wish)) return []
  return Object.entries(wish).flatMap(([name, argument]) => {
    if (name === 'not') return storeTypesIn(argument as Json)
    return name === 'exists_in_store' ? [String(argument)] : []
  })
}

/** The wish in the one form that all its spellings have. */
export function plainWish(wish: Json): JsonObject {
  if (!isObject(wish)) return { equals: wish }
  return Object.fromEntries(
    Object.entries(wish).map(([name, argument]) => {
      if (name === 'absent') return ['exists', !argument]
      return [name, (name === 'not' ? plainWish(argument as Json) : argument) as Json]
    }),
  )
}

/** A wish in words: `> 5`, `= "eur"`, `exists`. */
export function matcherWords(wish: Json): string {
  if (!isObject(wish)) return `= ${jsonText(wish)}`
  return Object.entries(wish)
    .map(([name, argument]) => wordsOf(name, argument as Json))
    .join(' and ')
}

function notWords(words: string): string {
  return /^is (?!.* and )/.test(words) ? words.replace('is ', 'is not ') : `not ${words}`
}

const SIGNS: Readonly<Record<string, string>> = { equals: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' }

function wordsOf(name: string, argument: Json): string {
  if (name === 'exists' || name === 'absent') return argument === true ? name : name === 'exists' ? 'absent' : 'exists'
  if (name === 'not') return notWords(matcherWords(argument))
  if (name === 'exists_in_store') return `is the id of a stored ${String(argument)}`
  return `${SIGNS[name] ?? name} ${jsonText(argument)}`
}
