/** How many tokens a language model read and wrote, in the answer that holds what it wrote. */
import type { Place } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { schemaAt } from '../../../api/schema/view.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Runtime } from '../../runtime.ts'
import { withAt } from '../../state/place.ts'

const READ = /^(prompt|input|query)tokens?(count)?$|^promptevalcount$/
const WRITTEN = /^(completion|output|response|candidates|generated)tokens?(count)?$|^evalcount$/
const TOTAL = /^totaltokens?(count)?$/

/** Objects in objects are looked at so far, and so many properties in all. */
const DEEPEST = 3
const MOST = 1_000

/** Objects that say how much was read, and how much was written or how much that is together. */
export const usagePlaces: (schema: Schema & object, runtime: Runtime) => readonly Place[] = oncePer(
  (schema: Schema & object, runtime: Runtime): readonly Place[] => {
    const found: Place[] = []
    let budget = MOST
    const look = (one: Schema, place: Place): void => {
      const properties = allProperties(one, runtime)
      const names = [...properties.keys()].map(plain)
      if (names.some((name) => READ.test(name)) && names.some((name) => WRITTEN.test(name) || TOTAL.test(name)))
        found.push(place)
      if (place.length >= DEEPEST) return
      for (const [name, property] of properties) {
        if (budget-- <= 0) return
        if (runtime.view(property).properties.size > 0) look(property, [...place, name])
      }
    }
    look(schema, [])
    return found
  },
)

export function tellsWritten(schema: Schema, place: Place, runtime: Runtime): boolean {
  const names = allProperties(schemaAt(runtime.view, schema, place), runtime).keys()
  return [...names].some((name) => WRITTEN.test(plain(name)))
}

export interface Tokens {
  readonly read: number
  readonly written: number
}

/** Some four letters are a token. */
export function tokensOf(text: string): number {
  return Math.max(1, Math.ceil(text.length / 4))
}

/** The value with the numbers of tokens wherever it says them and the request does not. */
export function withUsage(
  value: JsonObject,
  sent: JsonObject,
  places: readonly Place[],
  { read, written }: Tokens,
): JsonObject {
  return places.reduce((whole, place) => {
    const own = at(whole, place)
    if (!isObject(own) || (place.length > 0 && at(sent, place) !== undefined)) return whole
    const told = counted(own as JsonObject, { read, written }, place.length > 0)
    return place.length === 0 ? told : withAt(whole, place, told)
  }, value)
}

/** `isOwn`: the object tells of nothing but usage. */
function counted(usage: JsonObject, { read, written }: Tokens, isOwn: boolean): JsonObject {
  const told: Record<string, unknown> = { ...usage }
  const hasWritten = Object.keys(usage).some((name) => WRITTEN.test(plain(name)))
  const total = read + (hasWritten ? written : 0)
  for (const [name, value] of Object.entries(usage)) {
    const word = plain(name)
    const side = /^(prompt|input)/.test(word) ? read : written
    if (typeof value === 'number') {
      const count = READ.test(word) ? read : WRITTEN.test(word) ? written : TOTAL.test(word) ? total : undefined
      if (count !== undefined) setOwn(told, name, count)
      else if (isOwn && /tokens?(count)?$/.test(word)) setOwn(told, name, 0)
    } else if (isOwn && isObject(value) && /tokens?|cache/.test(word))
      setOwn(told, name, detailed(value as JsonObject, side))
  }
  return told as JsonObject
}

/** All of it is text. */
function detailed(details: JsonObject, all: number): JsonObject {
  const told = Object.entries(details).map(([name, value]) => {
    if (typeof value !== 'number' || !/tokens?(count)?$/.test(plain(name))) return [name, value] as const
    return [name, /^texttokens?(count)?$/.test(plain(name)) ? all : 0] as const
  })
  return Object.fromEntries(told) as JsonObject
}
