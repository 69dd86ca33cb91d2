/** Where the frame of a list tells how it is sorted: `sort: [{property, direction}]`, `sort: {clauses: [...]}`, `sort: {sorted}`. */
import type { Place } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { mediaOf } from '../operation/answers/declared-answers.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import { sortAsked } from '../operation/lists/sorting.ts'
import type { Runtime } from '../runtime.ts'
import { NO_VALUES } from '../state/merge.ts'
import { withAt } from '../state/place.ts'

type Asked = ReturnType<typeof sortAsked>
/** What is told of one thing sorted by; undefined where the form takes none of it. */
type Telling = (asked: Asked) => unknown

/** What was asked to sort by, where the frame has a place for it and its form is known. */
export function sortTold(call: Call): JsonObject {
  const { list } = call.compiled.operation.plan
  const places = list?.sort === undefined ? [] : placesOf(call.compiled, call.runtime)
  const asked = places.length === 0 || list === undefined ? [] : sortAsked(call, list)
  if (asked.length === 0) return NO_VALUES
  return places.reduce((told, { place, tell }) => {
    const value = tell(asked)
    return value === undefined ? told : withAt(told, place, value)
  }, NO_VALUES)
}

const SORT = /^(sort|sorts|sorting|sortedby|order|orders|orderby|ordering)$/
/** Objects of a frame in which that stands. */
const AROUND = /^(meta|metadata|page|pageable|paging|pagination|query|request)$/
const BY = /^(by|field|name|key|column|property)$/
const DIRECTION = /^(direction|dir|order|sortdirection|sortorder)$/
const NUMBER = /(order|index|position|priority)$/

const placesOf = oncePer(
  (
    { operation: { plan }, success }: CompiledOperation,
    runtime: Runtime,
  ): readonly { readonly place: Place; readonly tell: Telling }[] => {
    const [mediaType] = success.mediaTypes
    const schema = mediaType === undefined ? undefined : mediaOf(success, mediaType)?.schema
    const found = (one: Schema | undefined, before: Place): readonly { place: Place; tell: Telling }[] =>
      [...runtime.view(one).properties].flatMap(([name, property]) => {
        const place = [...before, name]
        if (plan.output?.join('.') === place.join('.')) return []
        if (AROUND.test(plain(name)) && before.length === 0) return found(property, place)
        const tell = SORT.test(plain(name)) ? tellingFor(property, runtime) : undefined
        return tell === undefined ? [] : [{ place, tell }]
      })
    return found(schema, [])
  },
)

/** Objects in objects are looked at so far. */
const DEEPEST = 3

function tellingFor(schema: Schema, runtime: Runtime, depth = 0): Telling | undefined {
  if (depth > DEEPEST) return undefined
  const { items, properties } = runtime.view(schema)
  const each = items === undefined ? undefined : clauseFor(items, runtime)
  if (each !== undefined) return (asked) => accepted(schema, asked.map(each), runtime)
  if (properties.has('sorted')) {
    const told = { sorted: true, unsorted: false, empty: false }
    const known = Object.entries(told).filter(([name]) => properties.has(name))
    return () => accepted(schema, Object.fromEntries(known), runtime)
  }
  const [only, another] = [...properties].filter(([, property]) => runtime.view(property).items !== undefined)
  const inner = only === undefined || another !== undefined ? undefined : tellingFor(only[1], runtime, depth + 1)
  return inner === undefined ? undefined : (asked) => accepted(schema, { [only?.[0] ?? '']: inner(asked) }, runtime)
}

function accepted(schema: Schema, value: unknown, runtime: Runtime): unknown {
  return runtime.accepts(schema, value) ? value : undefined
}

/** `{property, direction}` in the words of the schema. */
function clauseFor(schema: Schema, runtime: Runtime): ((one: Asked[number], index: number) => JsonObject) | undefined {
  const properties = [...allProperties(schema, runtime)]
  const called = (words: RegExp, type: string) =>
    properties.find(([name, one]) => words.test(plain(name)) && runtime.view(one).types.includes(type as 'string'))
  const [by, direction, number] = [called(BY, 'string'), called(DIRECTION, 'string'), called(NUMBER, 'integer')]
  if (by === undefined || direction === undefined) return undefined
  const { enum: words } = runtime.view(direction[1]).keywords
  const known = Array.isArray(words) ? words.filter((one) => typeof one === 'string') : []
  const wordFor = (isDown: boolean): string =>
    known.find((one) => (isDown ? /^desc/i : /^asc/i).test(one)) ?? (isDown ? 'desc' : 'asc')
  return ({ name, descending }, index) => ({
    [by[0]]: name,
    [direction[0]]: wordFor(descending),
    ...(number !== undefined && { [number[0]]: index }),
  })
}
