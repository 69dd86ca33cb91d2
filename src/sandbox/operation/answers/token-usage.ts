/** How many tokens a language model read and wrote, in the answer that holds what it wrote. */
import type { Place } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Runtime } from '../../runtime.ts'
import { withAt } from '../../state/place.ts'

const READ = /^(prompt|input|query)tokens?(count)?$|^promptevalcount$/
const WRITTEN = /^(completion|output|response|candidates|generated)tokens?(count)?$|^evalcount$/
const TOTAL = /^totaltokens?(count)?$/
const TOKENS = /tokens?(count)?$/
const TEXT = /^texttokens?(count)?$/

/** Objects in objects are looked at so far, and so many properties in all. */
const DEEPEST = 3
const MOST = 1_000

export interface Tokens {
  readonly read: number
  readonly written: number
}

type Side = 'read' | 'written' | 'total' | 'none'

interface Count {
  readonly of: Side
  readonly schema: Schema
}

/** What the numbers of an object count, and those of the objects in it. */
interface Counts {
  readonly numbers: ReadonlyMap<string, Count>
  readonly inner: ReadonlyMap<string, Counts>
}

interface Usage {
  readonly place: Place
  readonly counts: Counts
  /** It says how much was written. */
  readonly tellsWritten: boolean
}

/** Objects that say how much was read, and how much was written or how much that is together. */
export const usagesIn: (schema: Schema & object, runtime: Runtime) => readonly Usage[] = oncePer(
  (schema: Schema & object, runtime: Runtime): readonly Usage[] => {
    const found: Usage[] = []
    let budget = MOST
    const look = (one: Schema, place: Place): void => {
      const properties = allProperties(one, runtime)
      const names = [...properties.keys()].map(plain)
      const tellsWritten = names.some((name) => WRITTEN.test(name))
      if (names.some((name) => READ.test(name)) && (tellsWritten || names.some((name) => TOTAL.test(name))))
        found.push({ place, counts: countsOf(one, place.length > 0, runtime), tellsWritten })
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

/** `isOwn`: the object tells of nothing but usage. */
function countsOf(schema: Schema, isOwn: boolean, runtime: Runtime): Counts {
  const numbers = new Map<string, Count>()
  const inner = new Map<string, Counts>()
  for (const [name, property] of allProperties(schema, runtime)) {
    const word = plain(name)
    const details = allProperties(property, runtime)
    if (details.size > 0) {
      if (!isOwn || !/tokens?|cache/.test(word)) continue
      const side = /^(prompt|input)/.test(word) ? 'read' : 'written'
      const told = [...details].filter(([one]) => TOKENS.test(plain(one)))
      const each = told.map(([one, own]): [string, Count] => [
        one,
        { of: TEXT.test(plain(one)) ? side : 'none', schema: own },
      ])
      inner.set(name, { numbers: new Map(each), inner: NONE })
      continue
    }
    const of = sideOf(word, isOwn)
    if (of !== undefined) numbers.set(name, { of, schema: property })
  }
  return { numbers, inner }
}

function sideOf(word: string, isOwn: boolean): Side | undefined {
  if (READ.test(word)) return 'read'
  if (WRITTEN.test(word)) return 'written'
  if (TOTAL.test(word)) return 'total'
  return isOwn && TOKENS.test(word) ? 'none' : undefined
}

const NONE: ReadonlyMap<string, Counts> = new Map()

/** Some four letters are a token. */
export function tokensOf(text: string): number {
  return Math.max(1, Math.ceil(text.length / 4))
}

/** The value with the numbers of tokens wherever it says them and the request does not. */
export function withUsage(
  value: JsonObject,
  sent: JsonObject,
  usages: readonly Usage[],
  { read, written }: Tokens,
  runtime: Runtime,
): JsonObject {
  return usages.reduce((whole, { place, counts, tellsWritten }) => {
    const own = at(whole, place)
    if (!isObject(own) || (place.length > 0 && at(sent, place) !== undefined)) return whole
    const total = tellsWritten ? read + written : read
    const told = counted(own as JsonObject, counts, { read, written, total, none: 0 }, runtime)
    if (place.length > 0) return withAt(whole, place, told)
    const kept = Object.entries(own).filter(([name]) => Object.hasOwn(sent, name))
    return { ...told, ...Object.fromEntries(kept) } as JsonObject
  }, value)
}

function counted(
  usage: JsonObject,
  { numbers, inner }: Counts,
  tokens: Readonly<Record<Side, number>>,
  runtime: Runtime,
): JsonObject {
  const told: Record<string, unknown> = { ...usage }
  for (const [name, { of, schema }] of numbers)
    if (typeof usage[name] === 'number' && runtime.accepts(schema, tokens[of])) setOwn(told, name, tokens[of])
  for (const [name, counts] of inner) {
    const details = usage[name]
    if (isObject(details)) setOwn(told, name, counted(details as JsonObject, counts, tokens, runtime))
  }
  return told as JsonObject
}
